// A tracker in the format of Segment: by fetch, and by sendBeacon where the page is about to go.
class Tracker {
  constructor(url) {
    this.url = url + "/v1/batch";
  }

  track(event, properties) {
    fetch(this.url, { method: "POST", body: this.body(event, properties), keepalive: true });
  }

  trackAndLeave(event, properties) {
    navigator.sendBeacon(this.url, new Blob([this.body(event, properties)], { type: "application/json" }));
  }

  body(event, properties) {
    const item = { type: "track", event, properties, anonymousId: "browser", messageId: crypto.randomUUID() };
    return JSON.stringify({ writeKey: "any", batch: [item] });
  }
}
