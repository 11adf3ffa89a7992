import Trackproof
import TrackproofCollectorClient
import TrackproofSnapshots

/// What a collector received in all its sessions.
struct ReceivedRequests: Sendable {
    /// The events, in the order of arrival.
    var events: [RecordedEvent] = []
    /// The retries: events that arrived again, with the same id and content.
    var retries: [RecordedEvent] = []
    var rejected: [Rejection] = []
    /// The number of requests that the collector could not store. An SDK can have sent such a request again.
    var unstored: Int64 = 0
    /// One sentence for each kind of item that arrived, but is not in the store.
    var losses: [String] = []

    /// How often to wait ten seconds for the requests that are still arriving. The collector gives a request half a
    /// minute to arrive, and its client half a minute to receive each part of the answer.
    private static let waits = 8

    /// Reads everything by the control API, after the requests that are arriving have been answered.
    ///
    /// - Throws: ``CollectorError`` if the collector does not answer, and another error if its answer is not a recording.
    init(of collector: CollectorConnection) throws {
        var isSettled = false
        for _ in 0..<Self.waits where !isSettled {
            isSettled = try collector.object("POST", "settle", ["within": 10])["settled"]?.bool == true
        }
        events = try Recording(collector.send("GET", "export", query: ["all": "true"]), name: "export").events
        retries = try collector.allEvents("retries", query: ["all": "true"])
        rejected = try collector.all("rejected", query: ["all": "true"]).values.compactMap(Rejection.init)
        let health = try collector.object("GET", "health")
        unstored = health["lost"]?.object?["unstored"]?.integer ?? 0
        losses = health["losses"]?.array?.compactMap(\.string) ?? []
        if !isSettled { losses.append("requests were still arriving more than a minute after the command had ended") }
    }
}
