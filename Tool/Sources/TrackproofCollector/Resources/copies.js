// Events as text that a person can paste into a snapshot or a test.
import { json, type } from "./values.js";

/// Returns a snapshot that expects the events.
export function asSnapshot(events) {
    const sources = new Set(events.map(({ source }) => source));
    const expected = events.map(({ name, kind, user, parameters }) => ({
        ...(kind && kind !== "track" ? { kind } : {}),
        ...(name ? { name } : {}),
        // In a snapshot, only the kinds that identify a user have a member `user`.
        ...(user && isIdentity(kind) ? { user } : {}),
        ...(parameters && Object.keys(parameters).length ? { parameters } : {}),
    }));
    return json({ snapshot: 1, ...(sources.size === 1 ? { source: [...sources][0] } : {}), events: expected }, 2) + "\n";
}

/// Returns a line of Swift that expects an event.
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

/// Returns a text as a Swift literal. Invisible characters and line breaks are escaped.
function text(given) {
    const escaped = given.replace(/[\\"\p{C}\p{Zl}\p{Zp}\u00a0]/gu, (mark) =>
        mark === "\\" || mark === '"' ? `\\${mark}` : `\\u{${mark.codePointAt(0).toString(16)}}`);
    return `"${escaped}"`;
}

function members(given) {
    const pairs = Object.entries(given).map(([name, member]) => `${text(name)}: ${value(member)}`);
    return `[${pairs.join(", ") || ":"}]`;
}

/// Returns a value as Swift code.
function value(given) {
    switch (type(given)) {
    case "string": return text(given);
    case "null": return ".null";
    case "array": return given.length ? `.list(${given.map(value).join(", ")})` : ".list([])";
    case "object": return `.object(${members(given)})`;
    default: return json(given);
    }
}
