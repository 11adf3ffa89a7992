// The comparison of the events that arrived with a snapshot.
import { byId, element, listed, mostItems, rows } from "./dom.js";
import { call } from "./stream.js";
import { counted, json, line } from "./values.js";

const titles = {
    missing: "Missing", unexpected: "Unexpected", changed: "Changed", renamed: "Renamed", duplicated: "Duplicated", moved: "Moved",
};

export class Compare {
    /// `session` is a function that returns the key and the name of the session to compare.
    constructor(session) {
        this.session = session;
        this.file = element("input", { type: "file", id: "snapshot-file", accept: ".json,.ndjson,application/json" });
        this.text = element("textarea", {
            id: "snapshot", rows: 8, spellcheck: "false", placeholder: '{ "snapshot": 1, "events": [ … ] }',
        });
        this.source = element("select", { id: "source" }, element("option", { value: "", text: "From the snapshot, or the only source that arrived" }));
        this.order = element("select", { id: "order" }, element("option", { value: "", text: "From the snapshot" }),
            element("option", { text: "any" }), element("option", { text: "strict" }));
        this.live = element("input", { type: "checkbox", id: "live" });
        this.result = element("div", { class: "result", id: "result", role: "status", "aria-label": "Result" });
        const field = (text, control) => element("label", { class: "field" }, element("span", { class: "label", text }), control);
        this.which = element("p", { class: "dim" });
        byId("panel-compare").append(
            element("h2", { text: "Compare with a snapshot" }), this.which,
            element("div", { class: "row" }, field("File", this.file), field("Source", this.source), field("Order", this.order)),
            element("label", { class: "field tall" }, element("span", { class: "label", text: "Or paste the snapshot" }), this.text),
            element("div", { class: "row" },
                element("button", { class: "button primary", id: "run", text: "Compare", click: () => this.run() }),
                element("label", { class: "check" }, this.live, "Compare again as events arrive")),
            this.result);
        this.file.addEventListener("change", () => this.read());
        for (const control of [this.live, this.source, this.order]) {
            control.addEventListener("change", () => { if (this.text.value.trim()) this.run(); });
        }
        this.describe();
    }

    describe() {
        const { name, isChosen } = this.session();
        this.which.textContent = `Compares the events of the session “${name}”`
            + (isChosen ? "." : ", because no session is selected above.");
    }

    /// Adds a source to the list of sources, unless the list has it.
    offer(source) {
        if (this.source.options.length > mostItems || [...this.source.options].some(({ value }) => value === source)) return;
        this.source.append(element("option", { value: source, text: source }));
    }

    async read() {
        const [file] = this.file.files;
        if (!file) return;
        try {
            this.text.value = await file.text();
        } catch (error) {
            this.say("bad", `${file.name} cannot be read: ${error.message}`);
            return;
        }
        await this.run();
    }

    /// Compares again soon if the user chose “as events arrive”. Until then, further calls do nothing.
    arrived() {
        if (!this.live.checked || !this.text.value.trim() || this.timer) return;
        this.timer = setTimeout(async () => {
            await this.run();
            this.timer = null;
        }, 400);
    }

    async run() {
        this.describe();
        if (!this.text.value.trim()) {
            this.say("", "Choose a snapshot file, or paste a snapshot.");
            this.text.focus();
            return;
        }
        this.waiting?.abort();
        const { signal } = this.waiting = new AbortController();
        try {
            const query = { session: this.session().key, source: this.source.value, order: this.order.value };
            this.show(await call("POST", "verify", { query, body: this.text.value, signal }));
        } catch (error) {
            if (!signal.aborted) this.say("bad", `Comparison failed: ${error.message}`);
        }
    }

    say(style, text) { this.result.replaceChildren(element("p", { class: `note ${style}`, text })); }

    show({ passed, rejected, lost, text, comparison: { matched, differences } }) {
        const missing = Object.values(lost).reduce((sum, count) => sum + count, 0);
        const found = [counted(differences.length, "difference"), rejected && `${rejected} rejected`, missing && `${missing} lost`]
            .filter(Boolean).join(" and ");
        const summary = passed
            ? `As expected: ${counted(matched, "event")}.` : `${found}; ${counted(matched, "event")} as expected.`;
        this.result.replaceChildren(
            element("p", { class: `note ${passed ? "good" : "bad"}` }, element("strong", { text: summary })),
            ...listed(differences, difference),
            ...(text ? [element("details", {}, element("summary", { text: "As text" }), element("pre", { class: "code", text }))] : []));
    }
}

function difference({ kind, expected, actual, parameters = [] }) {
    const name = (event) => line(event.name || event.kind || "track", 200);
    const title = kind === "renamed" ? `${name(expected)} → ${name(actual)}` : name(expected ?? actual);
    const changes = parameters.length ? parameters.map((change) => [change.path, change.expected, change.actual])
        : Object.entries((expected ?? actual).parameters ?? {}).map(([path, value]) =>
            [path, expected ? value : undefined, actual ? value : undefined]);
    return element("article", { class: "card difference", "data-kind": kind },
        element("h3", {}, element("span", { class: "chip", text: titles[kind] ?? kind }), " ", element("bdi", { text: title })),
        changes.length ? element("table", { class: "members changes" },
            element("thead", {}, element("tr", {}, ...["Parameter", "Expected", "Actual"].map((text) => element("th", { scope: "col", text })))),
            element("tbody", {}, ...rows(changes, ([path, before, after]) => [
                element("th", { scope: "row" }, element("bdi", { text: line(path) })), side("before", before), side("after", after),
            ], 3))) : null);
}

const side = (style, value) => element("td", { class: `value ${value === undefined || value === null ? "" : style}` },
    element("bdi", { text: value === undefined ? "—" : line(json(value), 2000) }));
