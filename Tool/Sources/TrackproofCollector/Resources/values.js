// Values as they arrived: exact, and with nothing in them that could mislead the eye.

/// Reads JSON; numbers that JavaScript would write otherwise (64-bit integers, 3.0) keep their text.
export function parse(text) {
    // The careful way is several times slower, and most texts hold no such number.
    if (!JSON.rawJSON || !/\d{16}|\d\.\d*0(?!\d)|\d[eE]|-0(?!\.)/.test(text)) return JSON.parse(text);
    return JSON.parse(text, (_, value, { source } = {}) =>
        typeof value === "number" && source !== undefined && String(value) !== source ? JSON.rawJSON(source) : value);
}

/// Writes what was read.
export const json = (value, indent) => JSON.stringify(value, null, indent);

/// The type of a value, in the words of recordings.
export function type(value) {
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    const number = typeof value === "number" ? String(value) : JSON.isRawJSON?.(value) ? value.rawJSON : null;
    if (number !== null) return /[.eE]/.test(number) ? "number" : "integer";
    return { boolean: "bool", string: "string" }[typeof value] ?? "object";
}

// Marks that turn the direction of writing, and what has no shape: they could make one name look like another.
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const broken = /[\t\n]/g;
const escape = (mark) => `\\u{${mark.codePointAt(0).toString(16)}}`;

/// A text for many lines, with what cannot be seen written out.
export const visible = (text) => text.replace(invisible, escape);

/// A text for one line, cut where it is too long for one.
export function line(text, most = 300) {
    const cut = text.length > most ? text.slice(0, most) + "…" : text;
    return visible(cut.replace(broken, escape));
}

/// Parameters in one line. Only as much is written as can be seen, however large they are.
export function summary(parameters) {
    let text = "";
    for (const [name, value] of Object.entries(parameters)) {
        if (text.length > 300) return text + " …";
        const short = typeof value === "string" ? json(value.slice(0, 300)) : json(value).slice(0, 300);
        text += `${text ? ", " : ""}${name.slice(0, 100)}: ${short}`;
    }
    return text;
}

const clock = new Intl.DateTimeFormat(undefined, {
    hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23",
});
const calendar = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });

function formatted(time, format) {
    const date = new Date(time);
    return Number.isNaN(date.getTime()) ? line(String(time ?? "")) : format.format(date);
}

export const shortTime = (time) => formatted(time, clock);
export const longTime = (time) => formatted(time, calendar);

const plain = new Intl.NumberFormat("en");
export const count = (number) => plain.format(number);
export const counted = (number, word) => `${count(number)} ${word}${number === 1 ? "" : "s"}`;
