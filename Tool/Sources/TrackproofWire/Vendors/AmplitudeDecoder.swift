import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

/// The decoder of Amplitude's HTTP V2 API and batch API.
///
/// Source: <https://amplitude.com/docs/apis/analytics/http-v2>. ``AmplitudeForm`` reads the API of older SDKs.
///
/// Amplitude refuses a whole upload because of one wrong event. Its SDKs then send the other events again.
///
/// The operations of `$identify` and `$groupidentify` events, such as `{"$set": {…}}`, become parameters. Properties that
/// the SDK adds by itself become part of the context.
package enum AmplitudeDecoder: WireDecoder {
    package static let vendor = Vendor.amplitude.name
    private static let source = EventSource.wire(vendor)

    /// Returns whether a request belongs to Amplitude.
    ///
    /// A request belongs to Amplitude in these cases:
    /// - Its path is `/2/httpapi`.
    /// - Its body is a form of Amplitude's first API (``AmplitudeForm``).
    /// - Its path is `/batch`, and its body has the field `events`. PostHog's requests to `/batch` have the field
    ///   `batch`. If a body has neither field, `/batch` belongs to Amplitude and `/batch/` to PostHog.
    package static func recognizes(_ request: WireRequest) -> Bool {
        if AmplitudeForm(request) != nil { return true }
        switch request.trimmedPath {
        case "/2/httpapi": return true
        case "/batch":
            let names = JSONOutline(startOf: request.body).names
            return names.contains("events") || (request.path == "/batch" && !names.contains("batch"))
        default: return false
        }
    }

    /// Returns the events of a request.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        if let form = AmplitudeForm(request) { return try decode(form) }
        guard isKnown(request) else { throw .unknownPath(request, "Amplitude") }
        // Source: the limits of the HTTP V2 API and of the Batch Event Upload API
        try request.checkSize(most: request.trimmedPath == "/batch" ? 20_000_000 : 1_000_000, "Amplitude")
        var fields = try WireFields(try request.json(), at: "")
        guard let key = try fields.string("api_key") else { throw .missing("api_key", "a string") }
        fields.put("api_key", .string(key))
        let events = try fields.array("events")
        try WireDecoding.check(count: events.count, at: "events", most: 2_000, "Amplitude")
        let envelope = fields.rest
        return try WireDecoding(events, at: "events", sharing: envelope) { value, place throws(WireRejection) in
            try event(value, at: place, envelope, isHTTP: true)
        }.allOrNothing(at: "events").ignoring(
            at: "events", "an update of the campaign, which the SDK has sent by itself", isAttribution)
    }

    /// Returns whether an event only sets traits that the SDK for browsers reads from the address of a page.
    private static func isAttribution(_ event: RecordedEvent) -> Bool {
        event.event.kind == .identify && !event.event.parameters.isEmpty
            && event.event.parameters.allSatisfy { operation in
                guard ["$set", "$setOnce", "$unset"].contains(operation.name), let traits = operation.value.object
                else {
                    return false
                }
                return traits.allSatisfy { trait in
                    let name = trait.name.hasPrefix("initial_") ? String(trait.name.dropFirst(8)) : trait.name
                    return SDKEvents.campaign.contains(name) || name == "referrer" || name == "referring_domain"
                }
            }
    }

    private static func decode(_ form: AmplitudeForm) throws(WireRejection) -> WireDecoding {
        let envelope = form.envelope
        return try WireDecoding(try form.events(), at: form.field, sharing: envelope) {
            value, place throws(WireRejection) in
            var members = value.object ?? EventParameters()
            // The HTTP V2 API has other names for these fields.
            for (name, former) in [("time", "timestamp"), ("insert_id", "uuid")] where members[name] == nil {
                guard let value = members[former] else { continue }
                members[name] = value
                members[former] = nil
            }
            if form.field == "identification" { members["event_type"] = .string("$identify") }
            let isWhole = value.object != nil && value.unreadableReason == nil
            return try event(isWhole ? .object(members) : value, at: place, envelope)
        }
    }

    private static func isKnown(_ request: WireRequest) -> Bool {
        request.trimmedPath == "/2/httpapi" || request.trimmedPath == "/batch"
    }

    private static func event(
        _ value: EventValue, at place: WirePlace, _ envelope: EventParameters, isHTTP: Bool = false
    ) throws(WireRejection) -> RecordedEvent {
        var fields = try WireFields(value, at: place)
        let type = try fields.name("event_type")
        let isGroup = type == "$groupidentify"
        let user = try fields.identifier("user_id", shared: isGroup)
        let device = try fields.identifier("device_id")
        guard user != nil || device != nil || isGroup else {
            throw .missing(fields.place(of: "user_id"), "user_id or device_id")
        }
        if isHTTP, !isGroup {
            for (name, id) in [("user_id", user), ("device_id", device)] {
                if let id { try check(id, at: fields.place(of: name), envelope) }
            }
        }
        let id = try fields.identifier("insert_id")
        // The HTTP V2 API's documentation: other formats, such as ISO, are answered with 400.
        if isHTTP, case .string(let text)? = fields["time"], Double(text) == nil {
            throw WireRejection(
                field: fields.place(of: "time"),
                "expected milliseconds since 1970, found \(EventValue.string(text))")
        }
        let time = fields.time("time", VendorTime.milliseconds)
        var event: Event
        var captured = EventParameters()
        switch type {
        case "$identify": event = .identify(user, try traits("user_properties", &fields))
        case "$groupidentify":
            event = Event("", try traits("group_properties", &fields), kind: .group)
            event.user = group(fields)
        default:
            let properties = try fields.object("event_properties") ?? [:]
            let divided = properties.divided(by: Vendor.amplitude.ownParameters.contains)
            captured = divided.those
            event = named(type, divided.others, captured)
            event.user = user
        }
        var recorded = RecordedEvent(
            event, source: source, time: time, id: id, anonymous: device,
            context: fields.rest(completedWith: captured, envelope))
        if Vendor.amplitude.reserved.events.contains(type) {
            recorded.note("Amplitude reserves the name of the event", [])
        }
        // The HTTP V2 API, `revenue`. A difference of one millionth can come from the multiplication.
        let amounts = ["price", "quantity", "revenue"].compactMap { name in
            fields[name].flatMap { $0.number ?? $0.integer.map(Double.init) }
        }
        if amounts.count == 3, abs(amounts[0] * amounts[1] - amounts[2]) > max(1, abs(amounts[2])) / 1_000_000 {
            recorded.note("Amplitude stores price × quantity in place of the revenue", [])
        }
        return recorded
    }

    /// Throws a rejection if Amplitude refuses an id.
    ///
    /// Sources: the section "Device ID and User ID minimum length" and the list of invalid ids of the HTTP V2 API.
    /// Amplitude also refuses `Anonymous` (amplitude/Amplitude-TypeScript#350). The documentation says that Amplitude
    /// removes short ids, but it refuses the upload (amplitude/Amplitude-Kotlin#105).
    private static func check(
        _ id: String, at place: String, _ envelope: EventParameters
    ) throws(WireRejection) {
        if refusedIDs.contains(id.lowercased()) {
            throw WireRejection(field: place, "Amplitude refuses the id \(id.quotedForDisplay)")
        }
        var least: Int64 = 5
        if case .integer(let given)? = envelope["options"]?.object?["min_id_length"] { least = given }
        if Int64(id.unicodeScalars.count) < least {
            throw WireRejection(
                kind: .tooShort, field: place,
                "expected at least \(least) characters, unless options.min_id_length is less; found \(id.quotedForDisplay)"
            )
        }
    }

    private static let refusedIDs: Set = [
        "anonymous", "nil", "none", "null", "n/a", "na", "undefined", "unknown", "00000000-0000-0000-0000-000000000000",
        "{}", "lmy47d", "0", "-1",
    ]

    /// Returns the traits as the app set them.
    ///
    /// SDKs send the traits that the app sets inside `$set`. If there are other operations, such as `$add`, the traits
    /// stay as the SDK sent them.
    private static func traits(_ name: String, _ fields: inout WireFields) throws(WireRejection) -> EventParameters {
        let operations = try fields.object(name) ?? [:]
        return operations.count == 1 ? operations["$set"]?.object ?? operations : operations
    }

    /// Returns a tracked event, a screen or a page. The name of a screen or page is a property that the SDK adds.
    private static func named(_ type: String, _ parameters: EventParameters, _ captured: EventParameters) -> Event {
        guard let shown = Vendor.amplitude.shown(type) else { return Event(type, parameters) }
        return Event(shown.name { captured[$0] } ?? "", parameters, kind: shown.kind)
    }

    /// Returns the id of the group, or `nil` if the event is not about exactly one group.
    private static func group(_ fields: WireFields) -> String? {
        guard let groups = fields["groups"]?.object, groups.count == 1 else { return nil }
        return groups[0].value.identifier
    }

    /// Returns a reply whose body repeats the status code, because SDKs read the code from the body.
    ///
    /// If events were rejected, the body lists the indices of these events for each wrong field. The SDK then sends all
    /// other events again.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        if AmplitudeForm(request) != nil { return AmplitudeForm.reply(result) }
        guard isKnown(request) else { return .json(["code": 404, "error": "Not Found"], status: 404) }
        switch result {
        case .success(let decoding) where decoding.rejections.isEmpty:
            return .json([
                "code": 200, "events_ingested": decoding.items.count, "payload_size_bytes": request.body.count,
                "server_upload_time": request.received.millisecondsSince1970,
            ])
        case .success(let decoding): return reply(rejecting: decoding.rejections)
        case .failure(let rejection) where rejection.kind == .tooLarge:
            return .json(["code": 413, "error": "Payload too large"], status: 413)
        case .failure(let rejection) where rejection.kind == .missing:
            return .json(
                ["code": 400, "error": "Request missing required field", "missing_field": rejection.field],
                status: 400)
        case .failure(let rejection): return .json(["code": 400, "error": rejection.description], status: 400)
        }
    }

    private static func reply(rejecting rejections: [WireRejection]) -> WireReply {
        var missing = EventsByField()
        var invalid = EventsByField()
        var short = EventsByField()
        for rejection in rejections {
            // The path in `field` is `events.3.event_type`, or `events.3` if the event is not an object.
            let parts = rejection.field.split(separator: ".", maxSplits: 2)
            guard parts.count > 1, let index = Int64(parts[1]) else { continue }
            let field = parts.count > 2 ? String(parts[2]) : "events"
            switch rejection.kind {
            case .missing: missing.append(index, to: field)
            case .tooShort: short.append(index, to: field)
            default: invalid.append(index, to: field)
            }
        }
        if !short.fields.isEmpty, missing.fields.isEmpty, invalid.fields.isEmpty {
            return .json(
                [
                    "code": 400, "error": "Invalid id length for user_id or device_id",
                    "events_with_invalid_id_lengths": short.json,
                ], status: 400)
        }
        let error = missing.fields.isEmpty ? "Invalid field values on some events" : "Request missing required field"
        return .json(
            [
                "code": 400, "error": error, "events_with_invalid_fields": invalid.json,
                "events_with_missing_fields": missing.json,
            ], status: 400)
    }
}

/// The indices of rejected events in a request, grouped by the field that is wrong.
private struct EventsByField {
    /// The fields, in the order in which they were added.
    private(set) var fields: [String] = []
    private var indices: [String: [EventValue]] = [:]

    mutating func append(_ index: Int64, to field: String) {
        if indices[field] == nil { fields.append(field) }
        indices[field, default: []].append(.integer(index))
    }

    var json: EventParameters {
        EventParameters(fields.map { EventParameter($0, .array(indices[$0] ?? [])) })
    }
}
