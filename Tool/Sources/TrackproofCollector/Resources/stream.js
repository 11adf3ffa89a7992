// The connection to the collector.
import { element } from "./dom.js";
import { send } from "./token.js";
import { parse } from "./values.js";

const base = "/trackproof/v1/";

/// Returns an address of the control API. Empty values are left out of the query.
const address = (path, query = {}) => {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
    return base + path + (given.length ? "?" + new URLSearchParams(given) : "");
};

/// Sends a request to the control API. If the answer is not a success, throws an error with the collector's message.
async function answer(method, path, { query, body, signal } = {}) {
    const response = await send(address(path, query), { method, body, signal });
    if (response.ok) return response;
    let message = `${response.status} ${response.statusText}`;
    try {
        message = (await response.json()).error ?? message;
    } catch {
        // The answer is not from the collector, so the message is the status.
    }
    throw new Error(message);
}

/// Calls the control API, and returns the JSON of the answer.
export async function call(method, path, options) {
    const text = await (await answer(method, path, options)).text();
    return text ? parse(text) : null;
}

/// Makes a button that downloads an answer of the control API. `target` returns its path, query and file name.
///
/// A link cannot do this, because a browser does not send the token with the request of a link.
export function downloadButton(text, target, properties = {}) {
    const button = element("button", { class: "button small", type: "button", text, ...properties });
    button.addEventListener("click", async () => {
        const { path, query, name } = target();
        try {
            const href = URL.createObjectURL(await (await answer("GET", path, { query })).blob());
            element("a", { href, download: name }).click();
            setTimeout(() => URL.revokeObjectURL(href), 60_000);
        } catch (error) {
            button.textContent = "Download failed";
            button.title = error.message;
            setTimeout(() => { button.textContent = text; }, 3000);
        }
    });
    return button;
}

/// A stream of the newest `backlog` events and of all requests after them. If the connection ends, it connects again.
///
/// An `EventSource` cannot send the token in a header.
/// Source of the format: https://html.spec.whatwg.org/multipage/server-sent-events.html
export class Stream {
    constructor(session, backlog, { onMessage, onState }) {
        this.query = { session, newest: backlog };
        this.onMessage = onMessage;
        this.onState = onState;
        this.pause = 1000;
        this.closing = new AbortController();
        this.run();
    }

    close() { this.closing.abort(); }

    async run() {
        const { signal } = this.closing;
        this.onState("waiting");
        while (!signal.aborted) {
            let state = "lost";
            try {
                const response = await send(address("stream", this.query), { signal });
                if (response.ok) {
                    this.onState("live");
                    await this.read(response.body.pipeThrough(new TextDecoderStream()).getReader());
                } else {
                    state = "refused";
                    await response.text();
                }
            } catch {
                // The connection ended.
            }
            if (signal.aborted) return;
            this.onState(state);
            await new Promise((over) => setTimeout(over, this.pause));
        }
    }

    async read(reader) {
        let line = []; // the parts of the line that is not complete yet
        let message = {};
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            const [first, ...others] = value.split("\n");
            line.push(first);
            for (const next of others) {
                message = this.take(line.join(""), message);
                line = [next];
            }
        }
    }

    /// Takes a line of the stream, which belongs to `message`. Returns the message to which the next line belongs.
    take(line, message) {
        if (line) {
            const [field] = line.split(": ", 1);
            return { ...message, [field]: line.slice(field.length + 2) };
        }
        if (message.retry) this.pause = Number(message.retry);
        if (!message.data || this.closing.signal.aborted) return {};
        // A new connection continues after this message.
        this.query = { session: this.query.session, after: message.id };
        try {
            this.onMessage(parse(message.data), message.data.length);
        } catch (error) {
            // One message that the page cannot show does not end the connection.
            reportError(error);
        }
        return {};
    }
}
