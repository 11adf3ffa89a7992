import Trackproof
import TrackproofPlans
import TrackproofVendors

/// The decoder of Countly's write API, for single requests and for bulk requests.
///
/// - The elements of `events` are tracked events. The `key` is the name, and `segmentation` contains the parameters.
/// - `sum`, `dur` and `count` are parameters too, unless `segmentation` contains the same name. SDKs add a count of 1
///   and a sum or duration of 0 by themselves, so these values belong to the context.
/// - The event `[CLY]_view` is a screen if it marks the start of a view. Otherwise, it is a tracked event.
/// - `user_details` is an identify event. `old_device_id` is an alias event whose `anonymous` is the old id.
/// - `device_id` is the user if the app set it (`t` is 0). Otherwise, it is the anonymous id.
/// - Sessions, metrics, consent and crashes are not events.
package enum CountlyDecoder: WireDecoder {
    package static let vendor = Vendor.countly.name

    /// Returns whether a request belongs to Countly.
    ///
    /// A request belongs to Countly in these cases:
    /// - Its path is `/i`, and its query, form or JSON object has an `app_key`.
    /// - Its path is `/i/bulk`.
    /// - Its path is `/o/sdk`, at which SDKs ask for settings.
    package static func recognizes(_ request: WireRequest) -> Bool {
        if request.trimmedPath == "/i/bulk" || asksForSettings(request) { return true }
        guard request.trimmedPath == "/i" else { return false }
        if request.queryValue("app_key") != nil { return true }
        if request.body.beginsAsJSON { return JSONOutline(startOf: request.body).names.contains("app_key") }
        let key = Array("app_key=".utf8)
        return request.body.starts(with: key) || request.body.firstRange(of: [UInt8(ascii: "&")] + key) != nil
    }

    /// Returns the items of each request: first the alias event, then the identify event, then the tracked events.
    ///
    /// A bulk request contains several requests.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        if asksForSettings(request) { return .ignored("a request for settings") }
        // Countly's server also reads a JSON object, which a proxy may have made of the form.
        let form =
            request.body.beginsAsJSON
            ? try WireFields(request.json(), at: "").rest : try EventParameters(form: request.body, at: "")
        var fields = WireFields(EventParameters(query: request.query).merging(form), at: "")
        var shared = SharedContext()
        guard let bulk = fields.take("requests") else { return try CountlyRequest(fields).decoding(&shared) }
        let requests = try CountlyRequest.array(bulk, at: "requests")
        try WireDecoding.check(count: requests.count, at: "requests")
        try shared.spend(fields.rest, times: requests.count)
        var decoding = WireDecoding()
        for (index, one) in requests.enumerated() {
            do throws(WireRejection) {
                let own = try WireFields(one, at: .item("requests", index))
                let request = try CountlyRequest(WireFields(fields.rest.merging(own.rest), at: own.place))
                decoding.items += try request.decoding(&shared).items
            } catch {
                decoding.items.append(.rejected(error))
            }
            try WireDecoding.check(count: decoding.items.count, at: "requests")
        }
        return decoding
    }

    private static func asksForSettings(_ request: WireRequest) -> Bool { request.trimmedPath == "/o/sdk" }

    /// Returns a reply with the member `result`, because SDKs keep a request until they receive this member.
    ///
    /// The reply reports success even if items were rejected, as Countly does if it drops events.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        switch result {
        case .success where asksForSettings(request): .json([:])
        case .success: .json(["result": "Success"])
        case .failure(let rejection): .json(["result": rejection.description], status: 400)
        }
    }
}

/// The fields of a single request, or of one request in a bulk request.
private struct CountlyRequest {
    let device: String
    let isUser: Bool
    let time: EventTime?
    let oldDevice: EventValue?
    let details: EventValue?
    let events: EventValue?
    /// The remaining fields, which are the context of each event.
    let fields: WireFields

    init(_ request: WireFields) throws(WireRejection) {
        var fields = request
        guard fields.rest["app_key"] != nil else {
            throw .missing(fields.place(of: "app_key"), "a string")
        }
        device = try fields.requiredIdentifier("device_id")
        let type = fields.rest["t"]
        isUser = type == .string("0") || type == .integer(0)
        time = fields.time("timestamp", TimeUnit.secondsOrMilliseconds.time)
        oldDevice = fields.take("old_device_id")
        details = fields.take("user_details")
        events = fields.take("events")
        self.fields = fields
    }

    func decoding(_ shared: inout SharedContext) throws(WireRejection) -> WireDecoding {
        var decoding = WireDecoding()
        if let oldDevice {
            decoding.append { () throws(WireRejection) in try alias(of: oldDevice) }
        }
        if let details {
            decoding.append { () throws(WireRejection) in try identify(details) }
        }
        guard let events else {
            if !decoding.items.isEmpty { return decoding }
            guard Self.otherContents.contains(where: { fields[$0] != nil }) else {
                return WireDecoding([.rejected(.missing(fields.place(of: "events"), "an array"))])
            }
            return .ignored("no events, only a session, metrics or consent", at: fields.place)
        }
        let place = fields.place.member("events")
        let values: [EventValue]
        do throws(WireRejection) {
            values = try Self.array(events, at: place)
        } catch {
            decoding.items.append(.rejected(error))
            return decoding
        }
        try WireDecoding.check(count: values.count, at: "\(place)")
        try shared.spend(fields.rest, ids: [device], times: values.count)
        for (index, value) in values.enumerated() {
            decoding.append { () throws(WireRejection) in try event(WireFields(value, at: place.item(index))) }
        }
        return decoding
    }

    /// The fields that contain something else than events.
    ///
    /// Source: <https://api.count.ly/reference/i>
    private static let otherContents = [
        "begin_session", "session_duration", "end_session", "metrics", "consent", "crash", "apm", "hc", "token_session",
        "location", "city", "country_code", "ip_address", "campaign_id", "campaign_user", "aid", "attribution_id",
        "attribution_data",
    ]

    // MARK: JSON inside JSON

    /// Returns the array that a JSON text contains, or the value itself if it is an array.
    static func array(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> [EventValue] {
        let value = try json(value, at: place)
        guard let values = value.array else { throw .wrongType("\(place)", expected: "an array", found: value) }
        return values
    }

    /// Returns the value that a JSON text contains, or the value itself if it is not text.
    ///
    /// A form contains these values as JSON text. A bulk request contains them as JSON text or as JSON values.
    private static func json(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> EventValue {
        guard let text = value.string else { return value }
        return try EventValue(wire: Array(text.utf8), at: place)
    }

    // MARK: Items

    private func alias(of old: EventValue) throws(WireRejection) -> RecordedEvent {
        var own = WireFields(["old_device_id": old], at: fields.place)
        let former = try own.identifier("old_device_id")
        var recorded = recorded(.alias(device), at: time, fields.rest.merging(own.rest))
        recorded.anonymous = former
        return recorded
    }

    private func identify(_ details: EventValue) throws(WireRejection) -> RecordedEvent {
        let place = fields.place.member("user_details")
        let traits = try WireFields(Self.json(details, at: place), at: place).rest
        return recorded(.identify(isUser ? device : nil, traits), at: time, fields.rest)
    }

    private func event(_ item: WireFields) throws(WireRejection) -> RecordedEvent {
        var item = item
        let key = try item.name("key")
        var segmentation = WireFields(
            try item.object("segmentation") ?? EventParameters(), at: item.place.member("segmentation"))
        let id = try item.identifier("id")
        let own = item.time("timestamp", TimeUnit.secondsOrMilliseconds.time)
        var event: Event
        var added = EventParameters()
        // A view event without `visit` marks the end of a view, and says how long the view was visible.
        if let shown = Vendor.countly.shown(key),
            let visit = segmentation.rest["visit"], visit == .integer(1) || visit == .string("1")
        {
            let name = try segmentation.name(shown.names[0])
            added = segmentation.take(where: shown.ownParameters.contains)
            event = Event(name, segmentation.rest, kind: shown.kind)
        } else {
            let sent = item.rest
            let measures = item.take { name in
                ["sum", "dur", "count"].contains(name) && segmentation.rest[name] == nil
                    && !Self.isDefault(sent[name], name)
            }
            event = Event(key, segmentation.rest.merging(measures))
        }
        if isUser { event.user = device }
        var recorded = recorded(event, at: own ?? time, fields.rest.merging(item.rest).merging(added))
        recorded.id = id
        return recorded
    }

    /// Returns whether a count, sum or duration has the default value, which SDKs send if the app sets no value.
    private static func isDefault(_ value: EventValue?, _ name: String) -> Bool {
        let nothing: Int64 = name == "count" ? 1 : 0
        return value == .integer(nothing) || value == .number(Double(nothing)) || value == .null
    }

    private func recorded(_ event: Event, at time: EventTime?, _ context: EventParameters) -> RecordedEvent {
        RecordedEvent(
            event, source: .wire(CountlyDecoder.vendor), time: time, anonymous: isUser ? nil : device, context: context)
    }
}
