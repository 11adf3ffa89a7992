import Trackproof
import TrackproofVendors

/// The decoder of Mixpanel's ingestion API: <https://developer.mixpanel.com/reference/overview>.
///
/// An update of a user's profile is an `identify` event. An update of a group's profile is a `group` event. The members
/// of `$set` are the traits. Any other operation is a parameter with the name of the operation (`{"$add": {…}}`).
/// Properties that the SDKs add by themselves belong to the context.
package enum MixpanelDecoder: WireDecoder {
    package static let vendor = Vendor.mixpanel.name
    static let source = EventSource.wire(vendor)

    private enum Endpoint: String {
        case track = "/track"
        case engage = "/engage"
        case groups = "/groups"
        case `import` = "/import"
        /// Requests for feature flags.
        case flags = "/flags"
        case settings = "/settings"
        /// Recordings of what a user saw, which contain no events.
        case record = "/record"

        init?(_ request: WireRequest) { self.init(rawValue: String(request.trimmedPath)) }
    }

    /// Returns whether a request belongs to Mixpanel.
    ///
    /// A request belongs to Mixpanel if its path is `/track`, `/engage`, `/groups`, `/import`, `/flags`, `/settings` or
    /// `/record`, and if the request does not belong to PostHog.
    package static func recognizes(_ request: WireRequest) -> Bool {
        Endpoint(request) != nil && !PostHogDecoder.recognizes(request)
    }

    /// Returns the items of a request.
    ///
    /// The body is one item or an array of items. If the content type is NDJSON, each line is one item.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        guard let endpoint = Endpoint(request) else { throw .unknownPath(request, "Mixpanel") }
        switch endpoint {
        case .flags, .settings: return .ignored("a request for flags or settings")
        case .record: return .ignored("a session recording")
        case .track, .engage, .groups, .import: break
        }
        let rule: MixpanelEvent.TimeRule =
            if endpoint != .import { .recent(request.received) } else {
                request.queryValue("strict") == "1" ? .strict(request.received) : .any
            }
        // docs.mixpanel.com, "413 Payload Too Large"
        try request.checkSize(most: 10 << 20, "Mixpanel")
        let read = { (value: EventValue, place: WirePlace) throws(WireRejection) -> RecordedEvent in
            try request.checkSize(of: value, at: place, most: 1 << 20, "Mixpanel")
            switch endpoint {
            case .track, .import, .flags, .settings, .record: return try MixpanelEvent.event(value, at: place, rule)
            case .engage: return try MixpanelProfile.user(value, at: place)
            case .groups: return try MixpanelProfile.group(value, at: place)
            }
        }
        if request.header("content-type")?.lowercased().contains("ndjson") == true {
            let decoding = try lines(request.body, read)
            try WireDecoding.check(count: decoding.items.count, at: "", most: 2_000, "Mixpanel")
            return decoding
        }
        let payload = try WirePayload(request)
        let body = try EventValue(wire: payload.bytes, at: .words(payload.field))
        try WireDecoding.check(count: body.array?.count ?? 1, at: payload.field, most: 2_000, "Mixpanel")
        let decoding =
            if let values = body.array { try WireDecoding(values, at: payload.field, read) } else {
                WireDecoding(one: body, read)
            }
        if endpoint != .engage { return decoding }
        return decoding.ignoring(at: payload.field, "an update of a profile, which the SDK has sent by itself") {
            $0.event.parameters.isEmpty && $0.context?.contains { Vendor.mixpanel.isOwnUpdate($0) } == true
        }
    }

    /// Reads NDJSON. The path of an item is the index of its line, from 0. Blank lines do not count.
    private static func lines(
        _ body: [UInt8], _ read: (EventValue, WirePlace) throws(WireRejection) -> RecordedEvent
    ) throws(WireRejection) -> WireDecoding {
        let lines = body.split(separator: UInt8(ascii: "\n")).filter { $0.contains { $0 > 0x20 } }
        try WireDecoding.check(count: lines.count, at: "")
        var decoding = WireDecoding()
        for (index, line) in lines.enumerated() {
            decoding.append { () throws(WireRejection) in
                let place = WirePlace.words(String(index))
                return try read(EventValue(wire: Array(line), at: place), place)
            }
        }
        return decoding
    }

    /// Returns `1` for success or `0` for failure, as text. Some requests get a JSON object instead.
    ///
    /// - A request with `verbose=1` gets the status, and the first rejection if no item was right.
    /// - A request to `/import` without `verbose=1` gets a list of the records that failed.
    /// - A request for flags or settings gets an object without flags or settings.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        guard let endpoint = Endpoint(request) else { return .json(["status": 0, "error": "not found"], status: 404) }
        switch endpoint {
        case .flags: return .json(["flags": EventParameters()])
        case .settings: return .json([:])
        case .track, .engage, .groups, .import, .record: break
        }
        let (rejections, count) =
            switch result {
            case .success(let decoding): (decoding.rejections, decoding.items.count)
            case .failure(let rejection): ([rejection], 1)
            }
        // Mixpanel drops wrong items without a word if one item of the request is right.
        let isAccepted = rejections.isEmpty || rejections.count < count
        if isVerbose(request) {
            let error = isAccepted ? EventValue.null : rejections.first.map { .string($0.description) } ?? .null
            return .json(["status": isAccepted ? 1 : 0, "error": error])
        }
        if endpoint == .import { return imported(request, result) }
        return .text(isAccepted ? "1" : "0")
    }

    private static func isVerbose(_ request: WireRequest) -> Bool {
        if let asked = request.queryValue("verbose") { return asked == "1" }
        return WireForm(request)?["verbose"] == Array("1".utf8)
    }

    private static func imported(_ request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        switch result {
        case .failure(let rejection):
            let status = rejection.kind == .tooLarge ? 413 : 400
            return .json(
                [
                    "code": status, "error": rejection.description,
                    "status": rejection.kind == .tooLarge ? "Request Entity Too Large" : "Bad Request",
                ], status: status)
        case .success(let decoding):
            var failed: [EventValue] = []
            for (index, item) in decoding.items.enumerated() {
                guard case .rejected(let rejection) = item else { continue }
                // The reply contains the index in the member `index`, so the member `field` does not repeat the index.
                let parts = rejection.field.split(separator: ".").drop { $0 == "data" || Int($0) != nil }
                failed.append(
                    .object(["index": index, "field": parts.joined(separator: "."), "message": rejection.reason]))
            }
            let imported = decoding.items.count - failed.count
            if failed.isEmpty || request.queryValue("strict") == "0" {
                return .json(["code": 200, "num_records_imported": imported, "status": "OK"])
            }
            return .json(
                [
                    "code": 400, "error": "some data points in the request failed validation",
                    "failed_records": EventValue.array(failed), "num_records_imported": imported,
                    "status": "Bad Request",
                ], status: 400)
        }
    }
}
