// The connection to the collector.
import { parse } from "./values.js";

const base = "/trackproof/v1/";

/// Returns an address of the control API. Empty values are left out of the query.
export const address = (path, query = {}) => {
    const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
    return base + path + (given.length ? "?" + new URLSearchParams(given) : "");
};

/// Calls the control API. If the answer is not a success, the function throws an error with the collector's message.
export async function call(method, path, { query, body, signal } = {}) {
    const response = await fetch(address(path, query), { method, body, signal });
    const text = await response.text();
    if (response.ok) return text ? parse(text) : null;
    let message = `${response.status} ${response.statusText}`;
    try {
        message = JSON.parse(text).error ?? message;
    } catch {
        // The answer is not from the collector, so the message is the status.
    }
    throw new Error(message);
}

/// A stream of the newest `backlog` events and of all requests after them. If the connection ends, it connects again.
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
            // A new connection continues after this message. A browser that reconnects by itself sends this id.
            this.query = { session: this.query.session, after: message.lastEventId };
            this.onMessage(parse(message.data), message.data.length);
        };
        this.source.onerror = () => {
            // A browser tries again after a lost connection, but not after a refusal.
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
