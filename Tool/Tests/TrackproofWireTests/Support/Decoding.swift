import Testing
import Trackproof
import TrackproofWire

/// A request with a body as text.
func request(
    _ path: String, _ body: String = "", method: String = "POST", query: [(name: String, value: String)] = [],
    headers: [(name: String, value: String)] = []
) -> WireRequest {
    WireRequest(method: method, path: path, query: query, headers: headers, body: Array(body.utf8))
}

extension WireDecoder {
    /// The events of a request in which nothing is rejected.
    static func events(_ request: WireRequest) throws -> [RecordedEvent] {
        try decode(request).items.compactMap { item in
            switch item {
            case .event(let event): return event
            case .ignored: return nil
            case .rejected(let rejection): throw rejection
            }
        }
    }

    /// Each item as a short text: the name of an event, the place and reason of a rejection, what is ignored.
    static func outcome(_ request: WireRequest) -> [String] {
        do throws(WireRejection) {
            return try decode(request).items.map { item in
                switch item {
                case .event(let event): event.event.name.isEmpty ? event.event.kind.rawValue : event.event.name
                case .rejected(let rejection): rejection.description
                case .ignored(let what): "ignored: \(what.field.isEmpty ? "" : what.field + ": ")\(what.reason)"
                }
            }
        } catch {
            return ["whole: \(error)"]
        }
    }

    /// The reply to a request, with its body as text.
    static func answer(_ request: WireRequest) -> (status: Int, body: String) {
        let reply: WireReply
        do throws(WireRejection) {
            reply = self.reply(to: request, .success(try decode(request)))
        } catch {
            reply = self.reply(to: request, .failure(error))
        }
        return (reply.status, String(decoding: reply.body, as: UTF8.self))
    }
}

extension RecordedEvent {
    /// An event as a decoder makes it.
    static func wire(
        _ vendor: String, _ event: Event, user: String? = nil, time: EventTime? = Captured.moment, id: String? = nil,
        anonymous: String? = nil, context: EventParameters? = nil
    ) -> RecordedEvent {
        var event = event
        if let user { event.user = user }
        return RecordedEvent(
            event, source: .wire(vendor), time: time, id: id, anonymous: anonymous, context: context)
    }

    /// The event without what the SDK's clock said in the capture.
    func without(_ names: String...) -> RecordedEvent {
        var event = self
        for name in names { event.context?[name] = nil }
        return event
    }
}

/// Compares one by one, so that a failure shows one event and not all.
func expectSame(
    _ actual: [RecordedEvent], _ expected: [RecordedEvent], sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(actual.count == expected.count, sourceLocation: sourceLocation)
    for (actual, expected) in zip(actual, expected) {
        #expect(actual == expected, sourceLocation: sourceLocation)
    }
}
