import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

/// The decoder of Snowplow's tracker protocol, by POST and by GET.
///
/// - The name of a self-describing event is the name in its schema: `iglu:com.acme/purchase/jsonschema/1-0-0` is
///   `purchase`.
/// - The name of a structured event is its action.
/// - The name of a page is its title, or its address if there is no title.
/// - All other fields keep the protocol's names, such as `se_ca` and `url`.
/// - Entities (`co`, `cx`) are decoded and become the member `entities` of the context.
/// - ``SnowplowPayload`` rejects what Snowplow would put among its bad rows.
package enum SnowplowDecoder: WireDecoder {
    package static let vendor = Vendor.snowplow.name

    /// Returns whether a request belongs to Snowplow.
    ///
    /// The SDKs of Snowplow POST to `/com.snowplowanalytics.snowplow/tp2`. If the app sets another path, that path ends
    /// with `/tp2` too. A GET of `/i` belongs to Snowplow if its query has an event type (`e`) and no `app_key`, which
    /// only Countly's requests have.
    package static func recognizes(_ request: WireRequest) -> Bool {
        request.method == "GET"
            ? request.trimmedPath == "/i" && request.queryValue("e") != nil && request.queryValue("app_key") == nil
            : request.trimmedPath.hasSuffix("/tp2")
    }

    /// Returns the events of a POST, each read separately, or the single event of a GET.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        if request.method == "GET" {
            let fields = WireFields(EventParameters(query: request.query), at: "")
            return try WireDecoding(whole: { () throws(WireRejection) in
                try SnowplowPayload.checkValues(fields)
                return try event(fields)
            })
        }
        // The default of `networking.maxPayloadSize`, snowplow/stream-collector 3.4.0
        try request.checkSize(most: 1 << 20, "Snowplow")
        // snowplow/enrich, `Tp2Adapter`
        let type = request.header("content-type")
        guard type?.lowercased().hasPrefix("application/json") == true else {
            let found = type?.quotedForDisplay ?? "none"
            throw WireRejection(field: "content-type", "expected application/json, found \(found)")
        }
        var envelope = try WireFields(request.json(), at: "")
        let schema = try envelope.name("schema")
        guard schema.hasPrefix("iglu:com.snowplowanalytics.snowplow/payload_data/") else {
            throw WireRejection(field: "schema", "expected the schema payload_data, found \(EventValue.string(schema))")
        }
        let payloads = try envelope.array("data")
        if payloads.isEmpty { throw WireRejection(field: "data", "expected at least one item") }
        return try WireDecoding(payloads, at: "data") { (payload, place) throws(WireRejection) in
            // The default of `streams.good.maxBytes` for Kinesis, Kafka and NSQ, snowplow/stream-collector 3.4.0
            try request.checkSize(of: payload, at: place, most: 1_000_000, "Snowplow")
            let fields = try WireFields(payload, at: place)
            try SnowplowPayload.check(fields)
            try SnowplowPayload.checkValues(fields)
            return try event(fields)
        }.allOrNothing(at: "data", SnowplowPayload.isFatal)
    }

    /// Returns success, even for a rejected request. Snowplow's collector accepts a request and checks it later, unless
    /// the request is larger than the default of `networking.dropPayloadSize`.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        if request.method == "GET" { return .pixel() }
        return request.body.count > 2 << 20 ? WireReply(status: 413) : .text("ok")
    }

    private static func event(_ payload: WireFields) throws(WireRejection) -> RecordedEvent {
        var fields = payload
        let type = try fields.name("e")
        var context = EventParameters()
        var event: Event
        switch type {
        case "ue":
            (event, context) = try selfDescribing(&fields)
        case "se":
            let action = try fields.name("se_ac")
            event = Event(action, numbers(fields.take { $0.hasPrefix("se_") }))
        case "pv":
            let title = try fields.string("page")
            let name = if let title { title } else { try fields.name("url") }
            event = Event(name, fields.take { $0 == "url" || $0 == "refr" }, kind: .page)
        case "pp":
            event = Event(
                "page_ping", numbers(fields.take { $0.hasPrefix("pp_") || ["url", "page", "refr"].contains($0) }))
        case "tr":
            event = Event("transaction", numbers(fields.take { $0.hasPrefix("tr_") }))
        case "ti":
            event = Event("transaction_item", numbers(fields.take { $0.hasPrefix("ti_") }))
        default:
            throw WireRejection(field: fields.place(of: "e"), "\(EventValue.string(type)) is not an event type")
        }
        if let entities = try json(&fields, plain: "co", base64: "cx") {
            let list = try data(entities.value, schema: "contexts", at: entities.place)
            try check(entities: list, at: entities.place.member("data"))
            context["entities"] = list
        }
        event.user = try fields.identifier("uid")
        let anonymous = try fields.identifier("duid")
        let id = try fields.identifier("eid")
        // The time that the app set (`ttm`) has priority over the time that the SDK added (`dtm`).
        let time = fields.time("ttm", TimeUnit.milliseconds.time) ?? fields.time("dtm", TimeUnit.milliseconds.time)
        return RecordedEvent(
            event, source: .wire(vendor), time: time, id: id, anonymous: anonymous,
            context: context.merging(fields.rest))
    }

    /// Converts the fields that the protocol defines as numbers, and returns all fields.
    ///
    /// The protocol sends all fields as text.
    ///
    /// Source: <https://docs.snowplow.io/docs/fundamentals/canonical-event/>
    private static func numbers(_ fields: EventParameters) -> EventParameters {
        fields.reading(\.readAsNumber) {
            ["se_va", "tr_tt", "tr_tx", "tr_sh", "ti_pr", "ti_qu", "pp_mix", "pp_max", "pp_miy", "pp_may"].contains($0)
        }
    }

    /// Reads a self-describing event. Its schema contains the event's name and belongs to the context.
    private static func selfDescribing(
        _ fields: inout WireFields
    ) throws(WireRejection) -> (event: Event, context: EventParameters) {
        guard let json = try json(&fields, plain: "ue_pr", base64: "ue_px") else {
            throw .missing(fields.place(of: "ue_pr"), "a string")
        }
        let inner = try data(json.value, schema: "unstruct_event", at: json.place)
        var description = try WireFields(inner, at: json.place.member("data"))
        let (schema, parts) = try igluSchema(&description)
        var context: EventParameters = ["schema": schema]
        var data = WireFields(try description.object("data") ?? EventParameters(), at: description.place.member("data"))
        guard parts[0].hasPrefix("iglu:com.snowplowanalytics."), let shown = Vendor.snowplow.shown(String(parts[1])),
            shown.kind == .screen
        else { return (Event(String(parts[1]), data.rest), context) }
        // Only the schema of mobile apps requires a name.
        let isOptional = parts[0] == "iglu:com.snowplowanalytics.snowplow" && data.rest[shown.names[0]] == nil
        let name = isOptional ? "" : try data.name(shown.names[0])
        let own = data.take(where: shown.ownParameters.contains)
        if !own.isEmpty { context[shown.event] = .object(own) }
        return (Event(name, data.rest, kind: shown.kind), context)
    }

    private static func igluSchema(
        _ fields: inout WireFields
    ) throws(WireRejection) -> (text: String, parts: [Substring]) {
        let schema = try fields.name("schema")
        // A schema has the format iglu:VENDOR/NAME/jsonschema/VERSION.
        let parts = schema.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(
            Substring.init)
        guard schema.hasPrefix("iglu:"), parts.count == 4, !parts[1].isEmpty else {
            throw WireRejection(
                field: fields.place(of: "schema"), "\(EventValue.string(schema)) is not an Iglu schema")
        }
        return (schema, parts)
    }

    /// Checks the entities of an event against the schema `contexts` in snowplow/iglu-central.
    private static func check(entities: EventValue, at place: WirePlace) throws(WireRejection) {
        guard let list = entities.array else {
            throw .wrongType("\(place)", expected: "an array", found: entities)
        }
        for (index, entity) in list.enumerated() {
            var fields = try WireFields(entity, at: place.item(index))
            _ = try igluSchema(&fields)
            if entity.object?["data"] == nil { throw .missing(fields.place(of: "data"), "a value") }
        }
    }

    /// Returns the JSON in the field `plain`, or the JSON that the field `base64` contains as base64.
    ///
    /// - Returns: `nil` if both fields are absent.
    private static func json(
        _ fields: inout WireFields, plain: String, base64: String
    ) throws(WireRejection) -> (value: EventValue, place: WirePlace)? {
        if let text = try fields.string(base64) {
            let place = fields.place.member(base64)
            return (try SnowplowPayload.check(EventValue(base64JSON: text, at: place), at: place), place)
        }
        guard let text = try fields.string(plain) else { return nil }
        let place = fields.place.member(plain)
        return (try SnowplowPayload.check(EventValue(wire: Array(text.utf8), at: place), at: place), place)
    }

    /// Returns the member `data` of an object whose schema has the name `name`.
    ///
    /// The protocol wraps events and entities in such objects.
    private static func data(
        _ envelope: EventValue, schema name: String, at place: WirePlace
    ) throws(WireRejection) -> EventValue {
        var envelope = try WireFields(envelope, at: place)
        let schema = try envelope.name("schema")
        guard schema.hasPrefix("iglu:com.snowplowanalytics.snowplow/\(name)/") else {
            throw WireRejection(
                field: envelope.place(of: "schema"),
                "expected the schema \(name), found \(EventValue.string(schema))")
        }
        guard let data = envelope.take("data") else {
            throw .missing(envelope.place(of: "data"), "a value")
        }
        return data
    }
}
