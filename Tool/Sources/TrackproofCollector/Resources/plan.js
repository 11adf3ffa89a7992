// The tracking plan: the parts of the plan that have arrived, and the arrived events that are not in the plan.
import { byId, element, listed, rows } from "./dom.js";
import { call } from "./stream.js";
import { count, counted, line } from "./values.js";

/// The path of the collector's plan, or `null` if the collector has no plan.
export const planPath = await call("GET", "health").then(({ plan }) => plan ?? null, () => null);

/// The words for the statuses that an event can have in the plan.
const titles = { planned: "Planned", violating: "Violating", unplanned: "Unplanned" };

/// Returns the event's status in the plan, as a colored word.
export function mark(event) {
    const status = event.plan?.status;
    return titles[status] ? element("span", { class: "chip", "data-plan": status, text: titles[status] }) : null;
}

/// Returns the findings of an event, for the details.
export function findings(event) {
    const list = event.plan?.findings ?? [];
    if (!planPath) return [];
    if (!list.length) return [element("p", { class: "note good", text: "The event is as planned." })];
    return listed(list, ({ id, severity, path, expected, found, nearest, owner }) => element("div", { class: `note ${severity === "error" ? "bad" : ""}` },
        element("strong", { text: line(path ? `${path} (${id})` : id) }),
        element("div", { text: `expected ${line(expected, 500)}` }), element("div", { text: `found ${line(found, 500)}` }),
        nearest ? element("div", { text: `did you mean “${line(nearest)}”?` }) : null,
        owner ? element("div", { class: "dim", text: `owner: ${line(owner)}` }) : null));
}

export class Plan {
    /// `session` is a function that returns the key of the chosen session, or "" for all sessions.
    constructor(session) {
        this.session = session;
        this.panel = byId("panel-plan");
        this.message = element("p", { class: "dim", role: "status" });
        this.content = element("div", { class: "result" });
        if (!planPath) return;
        byId("tab-plan").hidden = false;
        byId("plan-field").hidden = false;
        this.panel.append(
            element("h2", { text: "Tracking plan" }),
            element("p", { class: "dim" }, element("bdi", { text: line(planPath) })), this.message, this.content);
    }

    /// Reads the plan again, at most once a second, if the panel is visible.
    arrived() {
        if (!planPath || this.panel.hidden || this.timer) return;
        this.timer = setTimeout(() => {
            this.timer = null;
            this.refresh();
        }, 1000);
    }

    async refresh() {
        if (!planPath) return;
        const key = this.session();
        try {
            const plan = await call("GET", "plan", { query: key ? { session: key } : { all: true } });
            this.message.textContent = "";
            this.draw(plan);
        } catch (error) {
            this.message.textContent = `The plan cannot be shown: ${error.message}.`;
        }
    }

    draw({ events, unplanned, coverage: { seen, total } }) {
        const meter = element("meter", { min: 0, max: total, value: seen, "aria-label": "Seen parts of the plan" });
        this.content.replaceChildren(
            element("p", { class: "share" }, meter, `${count(seen)} of ${counted(total, "part")} seen: events, parameters, values and variants`),
            table("plan-events", ["Event", "Kind", "Owner", "Events", "Violating", "Never seen"], events, row),
            ...(unplanned.length ? [
                element("h3", { text: "Not in the plan" }),
                table("plan-unplanned", ["Event", "Events"], unplanned, ({ name, events }) => [bdi(name), count(events)]),
            ] : []));
    }
}

function row({ name, kind, owner, description, events, violating, unseen }) {
    // Each part begins with the name of its event, which the first column shows already.
    const parts = unseen.map((part) => part === name ? "the event" : part.slice(name.length + 2));
    return [
        element("span", { title: description ? line(description, 500) : null }, bdi(name)), kind, owner ? bdi(owner) : "",
        count(events), element("span", { class: violating ? "bad" : "", text: count(violating) }),
        bdi(parts.slice(0, 20).join(", ") + (parts.length > 20 ? ` and ${parts.length - 20} more` : "")),
    ];
}

const bdi = (text) => element("bdi", { text: line(text, 1000) });

function table(id, titles, items, cells) {
    return element("table", { class: "members wide", id },
        element("thead", {}, element("tr", {}, ...titles.map((text) => element("th", { scope: "col", text })))),
        element("tbody", {}, ...rows(items, (item) => cells(item).map((cell) => element("td", {}, cell)), titles.length)));
}
