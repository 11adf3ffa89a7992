// The connection to the collector.
import { parse } from "./values.js";

const base = "/trackproof/v1/";

/// An address of the control API.
export const address = (path, query = {}) => {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
    return base + path + (given.length ? "?" + new URLSearchParams(given) : "");
};

/// Calls the control API. An answer that is no success is an error with the collector's words.
export async function call(method, path, { query, body, signal } = {}) {
    const response = await fetch(address(path, query), { method, body, signal });
    const text = await response.text();
    if (response.ok) return text ? parse(text) : null;
    let message = `${response.status} ${response.statusText}`;
    try {
        message = JSON.parse(text).error ?? message;
    } catch {
        // Not ours: the status must do.
    }
    throw new Error(message);
}

/// Requests as they arrive, beginning with the newest `backlog` events. It connects again until it is closed.
export class Stream {
    constructor(session, backlog, { onMessage, onState }) {
        this.query = { session, newest: backlog };
        this.onMessage = onMessage;
        this.onState = onState;
        this.open();
    }

    open() {
        this.onState("waiting");
        this.source = new EventSource(address("stream", this.query));
        this.source.onopen = () => this.onState("live");
        this.source.onmessage = (message) => {
            // From here a new connection goes on; the browser's own tells it by itself.
            this.query = { session: this.query.session, after: message.lastEventId };
            this.onMessage(parse(message.data), message.data.length);
        };
        this.source.onerror = () => {
            // Browsers try again where there was no answer, but not where it was a refusal.
            const isRefused = this.source.readyState === EventSource.CLOSED;
            if (isRefused) this.timer = setTimeout(() => this.open(), 2000);
            this.onState(isRefused ? "refused" : "lost");
        };
    }

    close() {
        clearTimeout(this.timer);
        this.source.close();
    }
}
