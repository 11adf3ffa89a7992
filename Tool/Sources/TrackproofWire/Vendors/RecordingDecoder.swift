import Trackproof
import TrackproofJSON
import TrackproofSnapshots

/// The decoder of recordings, for apps that send events without a vendor's SDK.
///
/// A body has one event per line, or any other layout of a recording. An event keeps its source. If the source is
/// absent or is `app`, the decoder sets the source to `wire:trackproof`.
package enum RecordingDecoder: WireDecoder {
    package static let vendor = "trackproof"

    /// Returns whether a request is a POST to `/trackproof/v1/events`.
    package static func recognizes(_ request: WireRequest) -> Bool {
        request.method == "POST" && request.trimmedPath == "/trackproof/v1/events"
    }

    /// Returns the events of a request. If the decoder cannot read the body as a whole, it reads the body line by line.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        do {
            let events = try Recording(request.body, name: "body").events
            try WireDecoding.check(count: events.count, at: "")
            return WireDecoding(events.map { .event(received($0)) })
        } catch let rejection as WireRejection {
            throw rejection
        } catch {
            return try lines(of: request.body, WireRejection("\(error)"))
        }
    }

    /// Returns the number of accepted events, and the path and the reason of each rejection.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        switch result {
        case .success(let decoding):
            let rejections = decoding.rejections
            let accepted = decoding.items.count - rejections.count
            return .json(["accepted": accepted, "rejected": EventValue.array(rejections.map(json))])
        case .failure(let rejection):
            return .json(["accepted": 0, "rejected": EventValue.array([json(rejection)])], status: 400)
        }
    }

    private static func json(_ rejection: WireRejection) -> EventValue {
        .object(["field": rejection.field, "reason": rejection.reason])
    }

    /// Reads each line separately, so that only the wrong lines are rejected.
    ///
    /// - Parameter error: The error of the whole body. This method throws that error if no line has a valid event.
    private static func lines(of body: [UInt8], _ error: WireRejection) throws(WireRejection) -> WireDecoding {
        var decoding = WireDecoding()
        var isUnderstood = false
        for (index, line) in body.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let place = "line \(index + 1)"
            do {
                for event in try Recording(line, name: place).events {
                    decoding.items.append(.event(received(event)))
                    isUnderstood = true
                }
            } catch let error as EventFormatError {
                let field = error.field.map { $0 + ": " } ?? ""
                let reason = "column \(error.column): \(field)\(error.message)"
                decoding.items.append(.rejected(WireRejection(field: place, reason)))
            } catch {
                decoding.items.append(.rejected(WireRejection(field: place, "\(error)")))
            }
            try WireDecoding.check(count: decoding.items.count, at: "")
        }
        guard isUnderstood else { throw error }
        return decoding
    }

    private static func received(_ event: RecordedEvent) -> RecordedEvent {
        var event = event
        if event.source == .app { event.source = .wire(vendor) }
        return event
    }
}
