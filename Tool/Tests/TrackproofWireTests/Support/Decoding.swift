import Testing
import Trackproof
import TrackproofWire

/// Returns a request whose body is a text. The time of its arrival does not depend on the time of the test.
func request(
    _ path: String, _ body: String = "", method: String = "POST", query: [(name: String, value: String)] = [],
    headers: [(name: String, value: String)] = []
) -> WireRequest {
    WireRequest(method: method, path: path, query: query, headers: headers, body: Array(body.utf8), received: arrival)
}

/// The time at which the tests' requests arrive: 2026-11-21T10:00:00Z, half an hour after most of their events.
let arrival = EventTime(millisecondsSince1970: 1_795_255_200_000) ?? .now

extension WireDecoder {
    /// Returns the events of a request. If an item was rejected, throws the first rejection.
    static func events(_ request: WireRequest) throws -> [RecordedEvent] {
        try decode(request).items.compactMap { item in
            switch item {
            case .event(let event): return event
            case .ignored: return nil
            case .rejected(let rejection): throw rejection
            }
        }
    }

    /// Returns a short text for each item: the name of an event, or the place and reason of a rejected or ignored item.
    static func outcome(_ request: WireRequest) -> [String] {
        do throws(WireRejection) {
            return try decode(request).items.map { item in
                switch item {
                case .event(let event): event.event.name.isEmpty ? event.event.kind.rawValue : event.event.name
                case .rejected(let rejection): rejection.description
                case .ignored(let entry): "ignored: \(entry.field.isEmpty ? "" : entry.field + ": ")\(entry.reason)"
                }
            }
        } catch {
            return ["whole: \(error)"]
        }
    }

    /// Returns the reply to a request, with its body as text.
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
