// A tracker that sends events in Segment's format: with fetch, or with sendBeacon when the user leaves the page.
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
