// The page: tables of the items that arrive, filters, and the other views.
import { Compare } from "./compare.js";
import { hideDetails, showDetails } from "./details.js";
import { byId, copyable, element, mostItems } from "./dom.js";
import { Plan, mark, planPath } from "./plan.js";
import { Sessions, recording, sessionAddress, sessionName } from "./sessions.js";
import { Stream, call, downloadButton } from "./stream.js";
import { Table } from "./table.js";
import { count, json, line, shortTime, summary } from "./values.js";

/// The number of earlier events that the page shows at first.
const backlog = 2000;

// MARK: Tables

const time = { title: "Time", class: "time", text: (row) => row.clock ??= shortTime(row.received) };
const vendor = { title: "Vendor", class: "vendor", text: (row) => row.vendor || "unknown" };
const eventColumns = [
    time, vendor,
    { title: "Kind", class: "kind", node: ({ kind }) => element("span", { class: "chip", "data-kind": kind, text: kind }) },
    { title: "Name", class: "name", text: (row) => line(row.name, 200) || "—" },
    ...(planPath ? [{ title: "Plan", class: "plan", node: ({ event }) => mark(event) ?? "" }] : []),
    { title: "User", class: "user", text: ({ event }) => line(event.user ?? event.anonymous ?? "", 80) },
    { title: "Parameters", class: "parameters", text: (row) => row.summary ??= line(summary(row.event.parameters ?? {})) },
];
const rejectedColumns = [
    time, vendor,
    { title: "Field", class: "field-name", text: (row) => line(row.field ?? "") || "—" },
    { title: "Reason", class: "reason", text: (row) => line(row.reason) },
];

const nothing = (text) => element("p", { class: "empty", text });
const make = (name, columns, label, empty) => new Table(name, {
    columns, label, empty,
    onChoose: (row) => { if (!byId("details").hidden) open(row, false); },
    onOpen: open, onDraw: drawCounts,
});
const tables = {
    events: make("events", eventColumns, "Events, newest first", howToBegin()),
    rejected: make("rejected", rejectedColumns, "Rejected items, newest first",
        nothing("Nothing was rejected: every item could be read.")),
    retries: make("retries", eventColumns, "Retries, newest first",
        nothing("No event arrived twice. If an SDK gets no answer, it sends the event again with the same id. Such an event counts once.")),
};
const every = Object.values(tables);
byId("tables").append(...every.map(({ root }) => root));
if (planPath) for (const name of ["events", "retries"]) tables[name].grid.classList.add("checked");

function open(row, isEntered = false) { showDetails(row, { isEntered, from: current.grid }); }

function rowOfEvent(event, { request, session, vendor, received }, size) {
    return { request, session, vendor, received, size, event, kind: event.kind ?? "track", name: event.name ?? "" };
}

const rowOfRejected = (row, session, size) => ({ ...row, session, size, name: "", kind: "" });

function take(message, length) {
    const { events, retries, rejected, session, request } = message;
    const size = length / Math.max(1, events.length + retries.length + rejected.length);
    for (const event of events) tables.events.add(rowOfEvent(event, message, size));
    for (const event of retries) tables.retries.add({ ...rowOfEvent(event, message, size), isRetry: true });
    if (!foundOlder.has(request)) for (const row of rejected) tables.rejected.add(rowOfRejected(row, session, size));
    oldest = Math.min(oldest, request);
    offerVendor(message.vendor);
    for (const event of events) if (event.source) compare.offer(event.source);
    compare.arrived();
    plan.arrived();
    sessionsChanged();
}

// MARK: Filter

let words = [];

const matching = () => (row) => {
    if (byId("vendor").value && row.vendor !== byId("vendor").value) return false;
    if (row.event && byId("kind").value && row.kind !== byId("kind").value) return false;
    if (row.event && byId("plan").value && row.event.plan?.status !== byId("plan").value) return false;
    if (!words.length) return true;
    const { event } = row;
    row.text ??= (event ? [row.name, event.user, event.anonymous, event.id, row.vendor, json(event.parameters ?? {})]
        : [row.field, row.reason, row.vendor]).join("\n").toLowerCase();
    return words.every((word) => row.text.includes(word));
};

function refilter() {
    words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = matching();
    for (const table of every) table.filter(matches);
    clearTimeout(search);
    searching?.abort();
    const isFiltered = words.length || ["vendor", "kind", "plan"].some((id) => byId(id).value);
    if (isFiltered) search = setTimeout(findMatching, 300);
}

let search = null;
let searching = null;

/// Asks the collector for matching events, because it may have more events than the page.
async function findMatching() {
    if (tables.events.rows.length === stored("events")) return;
    searching = new AbortController();
    const { signal } = searching;
    const query = {
        ...(chosenKey ? { session: chosenKey } : { all: true }), newest: backlog,
        text: words.join(" ").slice(0, 300), vendor: byId("vendor").value, kind: byId("kind").value, plan: byId("plan").value,
    };
    try {
        const { events } = await call("GET", "events", { query, signal });
        const older = events.filter(({ request }) => request < oldest).map(({ request, ...event }) => {
            const source = event.source?.replace(/^wire:/, "");
            offerVendor(source);
            return rowOfEvent(event, { request, session: chosenKey, vendor: source, received: event.time }, 500);
        });
        tables.events.showFound(older);
    } catch (error) {
        if (!signal.aborted) console.warn("older events cannot be searched", error);
    }
}

const vendors = new Set();

function offerVendor(name) {
    if (!name || vendors.size >= mostItems || vendors.has(name)) return;
    vendors.add(name);
    const options = [...vendors].sort().map((text) => element("option", { text }));
    const { value } = byId("vendor");
    byId("vendor").replaceChildren(element("option", { value: "", text: "All vendors" }), ...options);
    byId("vendor").value = value;
}

function pause(isPaused) {
    const button = byId("pause");
    button.setAttribute("aria-pressed", isPaused);
    button.textContent = isPaused ? "Resume" : "Pause";
    for (const table of every) table.pause(isPaused);
    drawCounts();
}

// MARK: Sessions

let stream = null;
let oldest = Infinity; // the id of the first request in the stream
const foundOlder = new Set(); // the ids of older requests whose rejected items are in the table
let chosenKey = new URLSearchParams(location.hash.slice(1)).get("session") ?? "";

const sessions = new Sessions({
    onChange: (all) => { if (chosenKey && !sessions.find(chosenKey)) chooseSession(""); else drawSessions(all); },
    onChoose: (key) => {
        chooseSession(key);
        show("events");
    },
    onEmptied: (key) => { if (!chosenKey || chosenKey === key) chooseSession(sessions.find(key) ? chosenKey : ""); },
});
const compare = new Compare(() => {
    const found = sessions.find(chosenKey);
    return { key: chosenKey || "default", name: found ? sessionName(found) : chosenKey || "default", isChosen: !!chosenKey };
});

const plan = new Plan(() => chosenKey);

function drawSessions(all) {
    // An open list closes if its options are replaced. Therefore, this function replaces them only if they changed.
    const offered = all.filter(({ session }, index) => index >= all.length - mostItems || session === chosenKey);
    const listed = json(offered.map(({ session, name }) => [session, name]));
    if (listed !== byId("session").dataset.listed) {
        byId("session").dataset.listed = listed;
        byId("session").replaceChildren(element("option", { value: "", text: "All sessions" }),
            ...offered.map((session) => element("option", { value: session.session, text: sessionName(session) })));
    }
    byId("session").value = chosenKey;
    const target = sessions.find(chosenKey);
    byId("download").title = `The recording of ${target ? `the session ${sessionName(target)}` : "all sessions"}, as NDJSON`;
    compare.describe();
    drawCounts();
}

/// Returns the number of `events`, `retries` or `rejected` items of the collector. The page may have fewer.
function stored(name) {
    const chosen = sessions.all.filter(({ session }) => !chosenKey || session === chosenKey);
    return Math.max(tables[name].total, chosen.reduce((sum, session) => sum + session[name], 0));
}

function chooseSession(key) {
    chosenKey = key;
    history.replaceState(null, "", key ? `#session=${encodeURIComponent(key)}` : location.pathname);
    hideDetails();
    stream?.close();
    oldest = Infinity;
    foundOlder.clear();
    for (const table of every) table.clear();
    tables.events.empty.replaceChildren(...beginning(sessionAddress({ session: key || "default" })));
    stream = new Stream(key, backlog, { onMessage: take, onState: showState });
    drawSessions(sessions.all);
    compare.arrived();
    plan.arrived();
}

/// Reads the sessions again, at most once a second.
function sessionsChanged() {
    if (sessions.timer) return;
    sessions.timer = setTimeout(async () => {
        await sessions.refresh();
        sessions.timer = null;
    }, 1000);
}

const states = { live: "Live", waiting: "Connecting", lost: "Reconnecting", refused: "Reconnecting" };

async function showState(state) {
    byId("connection").dataset.state = state;
    byId("connection").textContent = states[state];
    // If the collector refused the connection, the session may have been removed. The list of sessions shows that.
    if (state === "live" || state === "refused") await sessions.refresh();
    if (state === "live") await findOlder();
}

/// Adds the items that were rejected before the first request in the stream.
async function findOlder() {
    const key = chosenKey;
    const holders = sessions.all.filter(({ session, rejected }) => rejected > 0 && (!key || session === key));
    for (const { session } of holders.slice(-20)) {
        try {
            const { rejected } = await call("GET", "rejected", { query: { session } });
            if (key !== chosenKey) return;
            const older = rejected.filter(({ request }) => request < oldest && !foundOlder.has(request)).slice(-1000);
            for (const { request } of older) foundOlder.add(request);
            tables.rejected.addOlder(older.map((row) => rowOfRejected(row, session, 500)));
        } catch (error) {
            console.warn("earlier rejected items cannot be read", error);
        }
    }
}

// MARK: Views

let current = tables.events;
const tabs = [...document.querySelectorAll("[role=tab]")].filter(({ id }) => id !== "tab-plan" || planPath);

function show(name) {
    for (const tab of tabs) {
        const isShown = tab.id === `tab-${name}`;
        tab.setAttribute("aria-selected", isShown);
        tab.tabIndex = isShown ? 0 : -1;
    }
    const panel = tables[name] ? "list" : name;
    for (const id of ["list", "compare", "plan", "sessions"]) byId(`panel-${id}`).hidden = id !== panel;
    if (name === "sessions") sessions.refresh();
    if (name === "plan") plan.refresh();
    if (!tables[name]) return;
    if (current !== tables[name]) hideDetails();
    current = tables[name];
    for (const table of every) table.root.hidden = table !== current;
    byId("panel-list").setAttribute("aria-labelledby", `tab-${name}`);
    byId("kind-field").hidden = name === "rejected";
    byId("plan-field").hidden = !planPath || name !== "events";
    current.draw();
    drawCounts();
}

function drawCounts() {
    for (const name of Object.keys(tables)) byId(`count-${name}`).textContent = count(stored(name));
    const rejected = stored("rejected");
    byId("tab-rejected").classList.toggle("alarm", rejected > 0);
    document.title = rejected ? `(${rejected} rejected) Trackproof` : "Trackproof";
    const { shown, rows, isPaused, held } = current;
    const total = stored(current.name);
    byId("foot").textContent = (isPaused ? `Paused, ${count(held)} more arrived. ` : "")
        + `${count(shown.length)} of ${count(total)} shown`
        + (rows.length < total ? `; the page keeps the newest ${count(rows.length)}, and a filter finds older items` : "");
}

// MARK: Before the first event

function howToBegin() { return element("div", { class: "empty begin" }, ...beginning(location.origin)); }

/// Returns examples that send events to an address, which is the address of the collector or of the chosen session.
function beginning(address) {
    const examples = [
        ["Try it", `curl ${address}/trackproof/v1/events -d '{"name":"hello","parameters":{"works":true}}'`],
        ["Segment", `new Analytics({ writeKey: "any", host: "${address}/segment" })`],
        ["Amplitude", `amplitude.init("any", { serverUrl: "${address}/amplitude/2/httpapi" })`],
        ["Mixpanel", `mixpanel.init("any", { api_host: "${address}/mixpanel" })`],
        ["PostHog", `posthog.init("any", { api_host: "${address}/posthog" })`],
        ["OpenTelemetry", `OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=${address}/v1/logs`],
    ];
    return [
        element("h2", { text: "Waiting for the first event" }),
        element("p", { text: "Let an analytics SDK send to this address instead of to its vendor:" }),
        element("dl", { class: "examples" }, ...examples.flatMap(([name, text]) =>
            [element("dt", { text: name }), element("dd", {}, copyable(text))])),
        element("p", { class: "dim", text: "If you set the collector's token yourself, use a session's address, or give the token as the SDK's API key." }),
    ];
}

// MARK: Start

byId("downloads").append(downloadButton("Download", () => {
    const target = sessions.find(chosenKey);
    return target ? recording(target) : { path: "export", query: { all: true }, name: "recording.ndjson" };
}, { class: "button", id: "download" }));
byId("filter").addEventListener("input", refilter);
byId("vendor").addEventListener("change", refilter);
byId("kind").addEventListener("change", refilter);
byId("plan").addEventListener("change", refilter);
byId("pause").addEventListener("click", () => pause(!current.isPaused));
byId("session").addEventListener("change", (event) => chooseSession(event.target.value));
byId("session").addEventListener("focus", () => sessions.refresh());
for (const tab of tabs) {
    tab.addEventListener("click", () => show(tab.id.slice("tab-".length)));
    tab.addEventListener("keydown", ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (!step) return;
        const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
        next.focus();
        next.click();
    });
}
document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches("input, textarea, select");
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (byId("panel-list").hidden) show("events");
        byId("filter").focus();
        event.preventDefault();
    } else if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
        if (!byId("details").hidden) hideDetails();
        else if (event.target === byId("filter")) current.grid.focus();
    }
});
show("events");
chooseSession(chosenKey);
