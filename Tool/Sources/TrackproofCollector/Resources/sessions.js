// The sessions, which keep the requests of tests apart.
import { ask, byId, copyable, element, listed } from "./dom.js";
import { call, downloadButton } from "./stream.js";
import { count, line, longTime } from "./values.js";

/// Returns the address at which SDKs reach a session.
export const sessionAddress = ({ session }) => session === "default" ? location.origin : `${location.origin}/s/${session}`;

export const sessionName = ({ session, name }) => line(name || session, 60);

/// Returns the recording of a session, for a download.
export const recording = ({ session, name }) => ({
    path: "export", query: { session }, name: `${(name || session).replace(/[^\w.-]+/g, "-").slice(0, 60)}.ndjson`,
});

export class Sessions {
    constructor({ onChange, onChoose, onEmptied }) {
        Object.assign(this, { onChange, onChoose, onEmptied });
        this.all = [];
        this.name = element("input", { id: "new-session", maxlength: 200, placeholder: "checkout test", autocomplete: "off" });
        this.name.addEventListener("keydown", (event) => { if (event.key === "Enter") this.add(); });
        this.message = element("p", { class: "dim", role: "status" });
        this.list = element("div", { class: "cards" });
        byId("panel-sessions").append(
            element("h2", { text: "Sessions" }),
            element("p", { class: "dim", text: "A session keeps the requests of one test apart from other requests. Point the SDK at the session's address, or use the session's key as the SDK's API key. Events that arrive late still belong to their session." }),
            element("div", { class: "row" }, element("label", { class: "field" },
                element("span", { class: "label", text: "Name" }), this.name),
                element("button", { class: "button primary", text: "Open a session", click: () => this.add() })),
            this.message, this.list);
    }

    async refresh() {
        await this.tried(async () => {
            this.all = (await call("GET", "sessions")).sessions;
            this.onChange(this.all);
            this.draw();
        });
    }

    find(key) { return this.all.find(({ session }) => session === key); }

    add() {
        return this.tried(async () => {
            const made = await call("POST", "sessions", { body: JSON.stringify({ name: this.name.value.trim() }) });
            this.name.value = "";
            await this.refresh();
            byId(`session-${made.session}`)?.querySelector("button")?.focus();
        });
    }

    async reset(session) {
        if (!await ask(`Remove everything that “${sessionName(session)}” has received?`, "Reset")) return;
        await this.tried(async () => {
            await call("POST", "reset", { body: JSON.stringify({ session: session.session }) });
            this.onEmptied(session.session);
            await this.refresh();
        });
    }

    async remove(session) {
        if (!await ask(`Remove the session “${sessionName(session)}” and everything that it has received?`, "Remove")) return;
        await this.tried(async () => {
            await call("DELETE", `sessions/${session.session}`);
            this.onEmptied(session.session);
            await this.refresh();
        });
    }

    /// Runs an action. If it fails, a message appears above the list.
    async tried(action) {
        try {
            this.message.textContent = "";
            await action();
        } catch (error) {
            this.message.textContent = `The call to the collector failed: ${error.message}.`;
        }
    }

    draw() {
        // A new button replaces the focused button, and must get the focus.
        const focused = document.activeElement?.dataset?.action;
        this.list.replaceChildren(...listed(this.all.toReversed(), (session) => this.card(session)));
        if (focused) this.list.querySelector(`[data-action="${CSS.escape(focused)}"]`)?.focus();
    }

    card(session) {
        const { session: key, requests, events, rejected, opened } = session;
        const button = (text, style, action) =>
            element("button", { class: `button small ${style}`, "data-action": `${text} ${key}`, click: action }, text);
        return element("article", { class: "card", id: `session-${key}`, "aria-label": sessionName(session) },
            element("h3", {}, element("bdi", { text: sessionName(session) })), copyable(sessionAddress(session)),
            element("p", { class: "numbers" },
                number(events, "event"), number(requests, "request"), number(rejected, "rejected", rejected ? "bad" : ""),
                key === "default" ? element("span", { class: "dim", text: "for requests that name no session" })
                    : element("span", { class: "dim", text: `opened ${longTime(opened)}` })),
            element("div", { class: "row" }, button("Show", "", () => this.onChoose(key)),
                downloadButton("Download", () => recording(session), { "data-action": `Download ${key}` }),
                element("span", { class: "space" }), button("Reset", "", () => this.reset(session)),
                key === "default" ? null : button("Remove", "danger", () => this.remove(session))));
    }
}

function number(value, word, style = "") {
    const plural = word === "rejected" || value === 1 ? word : word + "s";
    return element("span", { class: style }, element("strong", { text: count(value) }), ` ${plural}`);
}
