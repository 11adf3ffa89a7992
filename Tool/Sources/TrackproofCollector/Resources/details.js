// The details of one row: the event or the rejected item, and its request.
import { asSnapshot, asTest } from "./copies.js";
import { byId, copyButton, element, rows } from "./dom.js";
import { findings } from "./plan.js";
import { call, downloadButton } from "./stream.js";
import { count, json, line, longTime, parse, type, visible } from "./values.js";

/// The maximum number of characters of a body, and of one value, that the page shows.
const mostText = 200_000;
const mostOfValue = 20_000;

let waiting = null;
let back = null;

/// Shows the details of a row. `isEntered` is true if the user pressed the Enter key. The focus then moves to the details.
export async function showDetails(row, { isEntered, from }) {
    waiting?.abort();
    waiting = new AbortController();
    const { signal } = waiting;
    back = from;
    const pane = byId("details");
    const close = element("button", { class: "button small", click: hideDetails, "aria-label": "Close details" }, "Close");
    const raw = element("div", { class: "raw" }, element("p", { class: "dim", text: "Loading the request…" }));
    pane.replaceChildren(
        element("div", { class: "title" },
            element("h2", {}, element("bdi", { text: line(row.name || row.kind || "Rejected", 200) })), close),
        ...(row.event ? ofEvent(row) : ofRejected(row)), element("h3", { text: "Request" }), raw);
    pane.hidden = false;
    pane.scrollTop = 0;
    if (isEntered) close.focus();
    try {
        const request = await call("GET", `requests/${row.request}`, { signal });
        raw.replaceChildren(...ofRequest(request));
    } catch (error) {
        if (signal.aborted) return;
        raw.replaceChildren(element("p", { class: "dim", text: `The request cannot be shown: ${error.message}.` }));
    }
}

/// Hides the details, and moves the focus back to the table.
export function hideDetails() {
    const pane = byId("details");
    if (pane.hidden) return;
    waiting?.abort();
    pane.hidden = true;
    pane.replaceChildren();
    back?.focus();
}

// MARK: Parts

function ofEvent({ event, vendor, received, session, isRetry }) {
    return [
        isRetry ? element("p", { class: "note", text: "A retry: the event arrived before with the same id, so it does not count again." }) : null,
        facts([
            ["Kind", event.kind ?? "track"], ["Vendor", vendor], ["Received", longTime(received)], ["Time", event.time],
            ["User", event.user], ["Anonymous", event.anonymous], ["Id", event.id], ["Session", session],
            ["Sequence", event.seq],
        ]),
        element("div", { class: "row" }, copyButton("Copy as snapshot", () => asSnapshot([event])),
            copyButton("Copy as test", () => asTest(event))),
        ...(isRetry ? [] : findings(event)),
        element("h3", { text: "Parameters" }), members(event.parameters),
        event.context ? element("h3", { text: "Context" }) : null,
        event.context ? element("p", { class: "dim", text: "Values that the SDK added. They are not compared." }) : null,
        event.context ? members(event.context) : null,
    ].filter(Boolean);
}

function ofRejected({ vendor, received, field, reason, session }) {
    return [
        element("p", { class: "note bad" }, element("strong", { text: "Rejected: " }), cut(reason, mostOfValue)),
        facts([["Field", field], ["Vendor", vendor || "unknown"], ["Received", longTime(received)], ["Session", session]]),
    ];
}

function ofRequest(request) {
    const body = request.body ?? "";
    const [pretty, isJSON] = laidOut(body);
    const text = block(pretty);
    const parts = [
        element("p", { class: "target" }, element("strong", { text: request.method + " " }), visible(request.target)),
        element("details", {}, element("summary", { text: `Headers (${request.headers.length})` }),
            facts(request.headers.map(({ name, value }) => [name, value]))),
    ];
    const tools = element("div", { class: "row" });
    if (isJSON) {
        const toggle = element("button", { class: "button small", "aria-pressed": "false", text: "As sent" });
        toggle.addEventListener("click", () => {
            const isRaw = toggle.getAttribute("aria-pressed") !== "true";
            toggle.setAttribute("aria-pressed", isRaw);
            text.textContent = cut(isRaw ? body : pretty);
        });
        tools.append(toggle);
    }
    const { request: id } = request;
    tools.append(downloadButton("Download as JSON", () => ({ path: `requests/${id}`, name: `request-${id}.json` })));
    if (request.bodyBase64 !== undefined) {
        parts.push(element("p", { class: "dim", text: "The body is not text. This is the body in base64:" }), block(request.bodyBase64));
    } else if (body) {
        parts.push(text);
    } else {
        parts.push(element("p", { class: "dim", text: "The request has no body." }));
    }
    return [...parts, tools];
}

/// Returns a body, and whether it is JSON. JSON gets line breaks and indentation.
function laidOut(body) {
    try {
        return [json(parse(body), 2), true];
    } catch {
        return [body, false];
    }
}

function cut(text, most = mostText) {
    const shown = visible(text.slice(0, most));
    return text.length > most ? `${shown}\n… ${count(text.length - most)} more characters` : shown;
}

const block = (text) => element("pre", { class: "code", tabindex: 0, text: cut(text) });

function facts(pairs) {
    const list = element("dl", { class: "facts" });
    for (const [name, value] of pairs) {
        if (value === undefined || value === null || value === "") continue;
        list.append(element("dt", { text: line(name) }), element("dd", {}, element("bdi", { text: line(String(value), 2000) })));
    }
    return list;
}

/// Returns a table with the name, the type and the value of each member.
function members(object = {}) {
    const entries = Object.entries(object);
    if (!entries.length) return element("p", { class: "dim", text: "None." });
    return element("table", { class: "members" }, element("tbody", {}, ...rows(entries, ([name, value]) => [
        element("th", { scope: "row" }, element("bdi", { text: line(name) })),
        element("td", { class: "type", text: type(value) }),
        element("td", { class: `value ${type(value)}` },
            element("bdi", { text: cut(typeof value === "string" ? value : json(value, 2), mostOfValue) })),
    ], 3)));
}

