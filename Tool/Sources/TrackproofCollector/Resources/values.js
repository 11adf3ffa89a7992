// Values as text: exact, and without characters that could mislead a reader.

/// Reads JSON. Numbers that JavaScript would write differently, such as 64-bit integers and 3.0, keep their text.
export function parse(text) {
    // Parsing is several times slower if it keeps the text of numbers. Most JSON has no such number.
    if (!JSON.rawJSON || !/\d{16}|\d\.\d*0(?!\d)|\d[eE]|-0(?!\.)/.test(text)) return JSON.parse(text);
    return JSON.parse(text, (_, value, { source } = {}) =>
        typeof value === "number" && source !== undefined && String(value) !== source ? JSON.rawJSON(source) : value);
}

/// Writes a value as JSON. Numbers keep their text.
export const json = (value, indent) => JSON.stringify(value, null, indent);

/// Returns the type of a value, with the names that recordings use.
export function type(value) {
    if (value === null) return "null";
    if (Array.isArray(value)) return "array";
    const number = typeof value === "number" ? String(value) : JSON.isRawJSON?.(value) ? value.rawJSON : null;
    if (number !== null) return /[.eE]/.test(number) ? "number" : "integer";
    return { boolean: "bool", string: "string" }[typeof value] ?? "object";
}

// Invisible characters, and characters that change the direction of text. They could make two names look alike.
const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const broken = /[\t\n]/g;
const escape = (mark) => `\\u{${mark.codePointAt(0).toString(16)}}`;

/// Returns a text with escapes for invisible characters. Line breaks stay.
export const visible = (text) => text.replace(invisible, escape);

/// Returns a text on one line, with escapes for invisible characters. A long text is cut.
export function line(text, most = 300) {
    const cut = text.length > most ? text.slice(0, most) + "…" : text;
    return visible(cut.replace(broken, escape));
}

/// Returns parameters on one line. Large parameters are cut.
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
