import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofSnapshots
import TrackproofWire

// The values of the control API as JSON. The file `openapi.json` describes them.

/// The items of an answer as JSON text, because an array of `EventValue` would use several times as much memory.
struct ItemsJSON {
    private var items: [String] = []
    /// The total size of the items.
    private(set) var bytes = 0
    private let memory: Quota.Share

    init(_ memory: Quota.Share) { self.memory = memory }

    var count: Int { items.count }

    /// Adds an item.
    ///
    /// - Throws: ``RefusedRequest`` if there is not enough memory.
    mutating func append(_ item: EventValue) throws(RefusedRequest) {
        let text = item.json
        bytes += text.utf8.count
        // The text is in memory three times: as an item, in the list of all items, and in the answer.
        try memory.grow(to: 3 * bytes)
        items.append(text)
    }

    mutating func reverse() { items.reverse() }

    /// Returns the answer: `{"events":[…],"next":7,"whole":true}`.
    func response(_ name: String, next: Int64, isWhole: Bool) -> Response {
        .json(
            #"{"\#(name)":[\#(items.joined(separator: ","))],"next":\#(next),"whole":\#(isWhole)}"#, holding: memory)
    }
}

extension RecordedEvent {
    /// A copy of the event without its position in its session.
    ///
    /// In a list of events from several sessions, different events would have the same position.
    var withoutSequence: RecordedEvent {
        var event = self
        event.sequence = nil
        return event
    }

    /// Returns the event as a JSON object in the format of recordings. The member `request` is the id of the SDK
    /// request.
    ///
    /// - Parameter plan: The plan to check the event against, or `nil` to leave out the result of such a check.
    func value(of request: Int64, _ plan: LoadedPlan? = nil) -> EventValue {
        var event = self
        event.unknown["request"] = .integer(request)
        if let plan { event.unknown["plan"] = plan.mark(self) }
        return .object(event.members)
    }
}

extension StoredRequest {
    /// Returns the members that each JSON form of a request has.
    ///
    /// - Parameter session: The session of the request.
    func members(in session: Session?) -> EventParameters {
        [
            "request": id, "session": session?.key, "vendor": vendor, "received": arrived.received.description,
            "method": arrived.method, "target": arrived.target.text,
            // The status is null if the collector sent no answer.
            "answer": EventValue.object([
                "status": answer.status.map { .integer(Int64($0)) } ?? EventValue.null, "planned": answer.isPlanned,
            ]),
        ]
    }

    /// The number of items with each outcome.
    var counts: EventParameters {
        [
            "events": count(.event), "retries": count(.retry), "rejected": count(.rejected, .reused),
            "ignored": count(.ignored), "refused": count(.refused),
        ]
    }

    /// The headers and the body, and the size of the body if the store keeps only its beginning.
    var content: EventParameters {
        var members: EventParameters = [:]
        if let wholeSize { members["bodyBytes"] = .integer(Int64(wholeSize)) }
        members["headers"] = .array(arrived.headers.map { .object(["name": $0.name, "value": $0.value]) })
        if let body = String(validating: arrived.body, as: UTF8.self) {
            members["body"] = .string(body)
        } else {
            members["bodyBase64"] = .string(Data(arrived.body).base64EncodedString())
        }
        return members
    }
}

extension ReceivedRequest {
    /// Returns the items by outcome: `rejected`, `ignored`, `events` and `retries`.
    func items(_ plan: LoadedPlan?) -> EventParameters {
        [
            "rejected": EventValue.array(rejectionsAsJSON), "ignored": EventValue.array(ignoredAsJSON),
            "events": EventValue.array(events.map { $0.value(of: stored.id, plan) }),
            "retries": EventValue.array(retriesAsJSON),
        ]
    }

    var retriesAsJSON: [EventValue] { retries.map { $0.value(of: stored.id) } }

    var rejectionsAsJSON: [EventValue] { rejections.map { json(field: $0.field, reason: $0.reason) } }

    var ignoredAsJSON: [EventValue] { ignored.map { json(field: $0.field, reason: $0.reason) } }

    private func json(field: String, reason: String) -> EventValue {
        .object([
            "request": stored.id, "vendor": stored.vendor, "received": stored.arrived.received.description,
            "field": field, "reason": reason,
        ])
    }
}

extension Losses {
    /// The losses of a session.
    var members: EventParameters { ["refused": refused, "unstored": unstored, "removed": removed] }
}

extension Response {
    /// Returns a response whose body is a JSON object with these members.
    static func json(_ members: EventParameters, status: HTTPResponse.Status = .ok) -> Response {
        .text(members.json, type: "application/json", status: status)
    }

    /// Returns a response whose body is the JSON text.
    ///
    /// - Parameter memory: The reserved memory for the text. It stays reserved until the response is written.
    static func json(_ text: String, holding memory: Quota.Share) -> Response {
        let buffer = ByteBuffer(string: text)
        return .streamed("application/json", length: buffer.readableBytes) { writer in
            try await writer.write(buffer)
            withExtendedLifetime(memory) {}
        }
    }

    /// Returns a response whose body is the text.
    ///
    /// - Parameter type: The value of the header `Content-Type`.
    static func text(_ text: String, type: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// Returns a response whose body is written while the client receives it.
    static func streamed(
        _ type: String, length: Int? = nil,
        _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) -> Response {
        let body = ResponseBody(contentLength: length) { writer in
            try await write(&writer)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: type, .cacheControl: "no-store"], body: body)
    }
}
