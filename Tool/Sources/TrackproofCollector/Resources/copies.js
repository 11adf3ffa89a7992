// An event as a person writes it elsewhere: in a snapshot, or in a test.
import { json, type } from "./values.js";

/// A snapshot that expects these events.
export function asSnapshot(events) {
    const sources = new Set(events.map(({ source }) => source));
    const expected = events.map(({ name, kind, user, parameters }) => ({
        ...(kind && kind !== "track" ? { kind } : {}),
        ...(name ? { name } : {}),
        // A snapshot says whose an event is only for those that say who the user is.
        ...(user && isIdentity(kind) ? { user } : {}),
        ...(parameters && Object.keys(parameters).length ? { parameters } : {}),
    }));
    return json({ snapshot: 1, ...(sources.size === 1 ? { source: [...sources][0] } : {}), events: expected }, 2) + "\n";
}

/// A line of a test in Swift that expects an event.
export function asTest({ name = "", kind = "track", user, parameters = {}, source = "" }) {
    const vendor = source.replace(/^wire:/, "");
    const given = [text(name)];
    if (Object.keys(parameters).length) given.push(members(parameters));
    if (kind !== "track") given.push(`kind: .${kind}`);
    const from = vendor === source ? "" : `, source: .wire(${text(vendor)})`;
    if (!user || !isIdentity(kind)) return `expectTracked(${given.join(", ")}${from})`;
    return `expectTracked(.event(${[...given, `user: ${text(user)}`].join(", ")})${from})`;
}

const isIdentity = (kind) => ["identify", "group", "alias"].includes(kind);

/// A text as Swift writes it. What cannot be seen, and what a pasted line must not hold, is escaped.
function text(given) {
    const escaped = given.replace(/[\\"\p{C}\p{Zl}\p{Zp}\u00a0]/gu, (mark) =>
        mark === "\\" || mark === '"' ? `\\${mark}` : `\\u{${mark.codePointAt(0).toString(16)}}`);
    return `"${escaped}"`;
}

function members(given) {
    const pairs = Object.entries(given).map(([name, member]) => `${text(name)}: ${value(member)}`);
    return `[${pairs.join(", ") || ":"}]`;
}

/// A value as Swift writes it.
function value(given) {
    switch (type(given)) {
    case "string": return text(given);
    case "null": return ".null";
    case "array": return given.length ? `.list(${given.map(value).join(", ")})` : ".list([])";
    case "object": return `.object(${members(given)})`;
    default: return json(given);
    }
}
