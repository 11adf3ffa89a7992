import Trackproof
import TrackproofVendors

/// The decoder of PostHog's first API (capture) and of its second API (`/i/v1/analytics/events`).
///
/// The first API refuses a whole batch because of one wrong event. It drops some events later, without a word.
///
/// Sources: <https://posthog.com/docs/api/capture>, and the server's source (PostHog/posthog, `rust/capture`).
package enum PostHogDecoder: WireDecoder {
    package static let vendor = Vendor.postHog.name
    static let source = EventSource.wire(vendor)

    private enum Endpoint {
        /// The first API. Its requests contain the project's key in the body.
        case capture
        /// The second API. Its replies contain a result for each event.
        case events
        /// Requests for feature flags and settings.
        case settings
        /// Recordings of what a user saw, which contain no events.
        case recordings

        init?(_ request: WireRequest) {
            switch request.trimmedPath {
            case "/batch", "/capture", "/e", "/i/v0/e", "/i/v0/ai/batch", "/track", "/engage": self = .capture
            case "/i/v1/analytics/events": self = .events
            case "/flags", "/decide": self = .settings
            case "/s": self = .recordings
            case let path where path.hasPrefix("/array/"): self = .settings
            default: return nil
            }
        }
    }

    /// Returns whether a request belongs to PostHog.
    ///
    /// The path decides, with these exceptions: Amplitude also uses `/batch`, and Mixpanel also uses `/track`,
    /// `/engage` and `/flags`. At these paths, other properties of the request decide.
    package static func recognizes(_ request: WireRequest) -> Bool {
        guard Endpoint(request) != nil else { return false }
        switch request.trimmedPath {
        case "/batch":
            let names = JSONOutline(startOf: request.body).names
            return names.contains("batch") || (request.path != "/batch" && !names.contains("events"))
        case "/track", "/engage":
            if request.queryValue("compression") != nil { return true }
            // If there is no payload, ``MixpanelDecoder`` decodes the request and reports the reason.
            guard let payload = try? WirePayload(request) else { return false }
            let outline = JSONOutline(startOf: payload.bytes)
            // PostHog's keys begin with `phc_`. Mixpanel's tokens are hexadecimal.
            return outline.names.contains("api_key") || payload.bytes[..<outline.length].holds("\"phc_")
        // The SDKs of Mixpanel request flags by GET and without `v`, the version of PostHog's flags API.
        case "/flags": return request.method != "GET" || request.queryValue("v") != nil
        default: return true
        }
    }

    /// Returns the events of a request.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        switch Endpoint(request) {
        case .capture: return try captured(request)
        case .events: return try events(request)
        case .settings: return .ignored("a request for flags or settings")
        case .recordings: return .ignored("a session recording")
        case nil: throw .unknownPath(request, "PostHog")
        }
    }

    private static func captured(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        if request.queryValue("compression") == "lz64" {
            throw WireRejection("compressed with lz64, which is not supported")
        }
        let payload = try WirePayload(request)
        let isBatch = request.trimmedPath == "/batch"
        // posthog, rust/capture, `BATCH_BODY_SIZE` and `EVENT_BODY_SIZE`
        try request.checkSize(most: isBatch ? 20 << 20 : 2 << 20, "PostHog")
        let body = try EventValue(wire: payload.bytes, at: .words(payload.field))
        if let values = body.array {
            if values.isEmpty { throw .missing("", "an event") }
            try PostHogKey.check(values)
            return try WireDecoding(values, at: payload.field) { value, place throws(WireRejection) in
                try PostHogEvent.event(value, at: place, [:], in: request)
            }.allOrNothing(at: payload.field)
        }
        try PostHogKey.check([body])
        var fields = try WireFields(body, at: .words(payload.field))
        guard fields["batch"] != nil else {
            return WireDecoding(one: body) { value, place throws(WireRejection) in
                try PostHogEvent.event(value, at: place, [:], in: request)
            }
        }
        let decoding = try batch(&fields, request).allOrNothing(at: fields.place(of: "batch"))
        if decoding.items.isEmpty { throw .missing(fields.place(of: "batch"), "an event") }
        return decoding
    }

    private static func events(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        guard request.header("authorization")?.hasPrefix("Bearer ") == true else {
            throw .missing("authorization", "a bearer token")
        }
        var fields = try WireFields(try request.json(), at: "")
        return try batch(&fields, request)
    }

    private static func batch(
        _ fields: inout WireFields, _ request: WireRequest
    ) throws(WireRejection) -> WireDecoding {
        let values = try fields.array("batch")
        let envelope = fields.rest
        return try WireDecoding(values, at: fields.place(of: "batch"), sharing: envelope) {
            value, place throws(WireRejection) in
            try PostHogEvent.event(value, at: place, envelope, in: request)
        }
    }

    /// Returns `{"status": 1}`, or the first rejection as plain text. The second API has a result for each event
    /// instead.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        switch (Endpoint(request), result) {
        case (nil, _): return .text("Not Found", status: 404)
        case (.settings, _): return .json(settings(request))
        case (.events, .success(let decoding)): return .json(["results": results(request, decoding)])
        case (.events, .failure(let rejection)):
            let isStranger = rejection.field == "authorization"
            return .json(
                [
                    "error": isStranger ? "unauthorized" : "invalid_request",
                    "error_description": rejection.description,
                ], status: isStranger ? 401 : 400)
        case (_, .success(let decoding)):
            guard let rejection = decoding.rejections.first(where: { $0.kind != .droppedLater }) else {
                return .json(["status": 1])
            }
            return .text(rejection.description, status: 400)
        case (_, .failure(let rejection)):
            return .text(rejection.description, status: rejection.field == "api_key" ? 401 : 400)
        }
    }

    /// Returns settings that contain no flags and turn on no feature of an SDK.
    ///
    /// The settings contain the members that all versions of the SDKs expect. SDKs from before 2023 fail without
    /// `featureFlags`, which is an array in version 1 of the API.
    private static func settings(_ request: WireRequest) -> EventParameters {
        let none = EventParameters()
        if request.trimmedPath.hasPrefix("/array/") { return ["hasFeatureFlags": false, "sessionRecording": false] }
        let flags: EventValue = request.queryValue("v") == "1" ? .array([]) : .object(none)
        return [
            "config": none, "errorsWhileComputingFlags": false, "featureFlagPayloads": none, "featureFlags": flags,
            "flags": none, "isAuthenticated": false, "sessionRecording": false,
            "supportedCompression": EventValue.array([]),
            "toolbarParams": none,
        ]
    }

    /// Returns the result for each event, by the event's id.
    private static func results(_ request: WireRequest, _ decoding: WireDecoding) -> EventParameters {
        // A rejection does not contain the event's id. Therefore, if there are rejections, this method reads the body
        // again to find the ids. This cannot fail, because ``decode(_:)`` has read the same body.
        let isWhole = decoding.rejections.isEmpty
        let values = isWhole ? [] : (try? request.json())?.object?["batch"]?.array ?? []
        var results: [EventParameter] = []
        for (index, item) in decoding.items.enumerated() {
            switch item {
            case .event(let event):
                guard let id = event.id else { continue }
                results.append(EventParameter(id, .object(["result": "ok"])))
            case .rejected(let rejection):
                guard index < values.count, let id = values[index].object?["uuid"]?.identifier else { continue }
                results.append(EventParameter(id, .object(["result": "drop", "details": rejection.reason])))
            case .ignored: break
            }
        }
        return EventParameters(results)
    }
}
