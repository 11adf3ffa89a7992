import Trackproof
import TrackproofVendors

/// A request from gtag.js to Google Analytics 4 (`/g/collect`).
///
/// The query contains the fields that all events share. If the request has only one event, the query also contains the
/// fields of this event. If the request has several events, each line of the body contains the fields of one event.
/// Google does not document the format. gtag.js sends these fields:
/// - `en` is the name of the event.
/// - `ep.NAME` and `epn.NAME` are its parameters, as text and as numbers. `cu` is the parameter `currency`.
/// - `pr1` to `pr200` are the elements of its parameter `items`.
/// - `up.NAME` and `upn.NAME` are the user's properties, as text and as numbers.
/// - `uid` is the user, and `cid` is the anonymous id.
///
/// All other fields belong to the context.
struct GA4Hit {
    private let shared: EventParameters
    /// The fields in each line of the body.
    private let lines: [EventParameters]

    init(_ request: WireRequest) throws(WireRejection) {
        shared = EventParameters(query: request.query)
        let parts = request.body.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        try WireDecoding.check(count: parts.count, at: "")
        var lines: [EventParameters] = []
        for (index, part) in parts.enumerated() {
            lines.append(try EventParameters(form: Array(part), at: .words("line \(index + 1)")))
        }
        self.lines = lines
        var context = SharedContext()
        try context.spend(shared, times: lines.count)
    }

    func decoding() -> WireDecoding {
        var decoding = WireDecoding()
        // User properties in the query become a single identify event, even if the body has several events.
        let rest = addUser(WireFields(shared, at: ""), to: &decoding).rest
        if lines.isEmpty { addEvent(WireFields(rest, at: ""), to: &decoding) }
        for (index, line) in lines.enumerated() {
            let fields = WireFields(rest.merging(line), at: .words("line \(index + 1)"))
            addEvent(addUser(fields, to: &decoding), to: &decoding)
        }
        return decoding
    }

    /// Adds an identify event if there are user properties, and returns the other fields.
    private func addUser(_ fields: WireFields, to decoding: inout WireDecoding) -> WireFields {
        var rest = fields
        let properties = typed(rest.take { $0.hasPrefix("up.") || $0.hasPrefix("upn.") }, text: "up.", number: "upn.")
        if properties.isEmpty { return rest }
        let own = rest
        decoding.append { () throws(WireRejection) in
            var fields = own
            return recorded(.identify(try fields.identifier("uid"), properties), &fields)
        }
        return rest
    }

    private func addEvent(_ fields: WireFields, to decoding: inout WireDecoding) {
        decoding.append { () throws(WireRejection) in
            var fields = fields
            return try event(&fields)
        }
    }

    private func event(_ fields: inout WireFields) throws(WireRejection) -> RecordedEvent {
        let name = try fields.name("en")
        var parameters = typed(
            fields.take { $0.hasPrefix("ep.") || $0.hasPrefix("epn.") }, text: "ep.", number: "epn.")
        if let currency = fields.take("cu") { parameters["currency"] = currency }
        let items = fields.take { $0.hasPrefix("pr") && Int($0.dropFirst(2)) != nil }
        if !items.isEmpty { parameters["items"] = .array(items.map { .object(Self.item($0.value.string ?? "")) }) }
        var event = Event(name, parameters)
        if name == "page_view",
            let title = [fields["dt"], fields["dl"]].compactMap({ $0?.string }).first(where: { !$0.isEmpty })
        {
            event = .page(title, parameters)
            // The names of these fields in the export.
            let page: EventParameters = [
                "page_title": fields["dt"], "page_location": fields["dl"], "page_referrer": fields["dr"],
            ]
            fields.put(name, .object(page))
        } else if let rule = Vendor.ga4.shown(name), let shown = rule.event(parameters) {
            event = shown
            fields.put(name, rule.origin { parameters[$0] }.value)
        }
        event.user = try fields.identifier("uid")
        return recorded(event, &fields)
    }

    private func recorded(_ event: Event, _ fields: inout WireFields) -> RecordedEvent {
        let anonymous = fields.take("cid")?.identifier
        return RecordedEvent(event, source: .wire(GA4Decoder.vendor), anonymous: anonymous, context: fields.rest)
    }

    /// Returns the fields without their prefix.
    ///
    /// - Parameters:
    ///   - text: The prefix of fields whose values are texts.
    ///   - number: The prefix of fields whose values become numbers.
    private func typed(_ fields: EventParameters, text: String, number: String) -> EventParameters {
        EventParameters(
            fields.map { field in
                if field.name.hasPrefix(number) {
                    return EventParameter(String(field.name.dropFirst(number.count)), field.value.readAsNumber)
                }
                return EventParameter(String(field.name.dropFirst(text.count)), field.value)
            })
    }

    /// Returns an item from its text: `idSKU~nmName~pr9.5~qt2~k0color~v0red`.
    ///
    /// Each part begins with a key of two characters. `k0` is the name of a custom parameter, and `v0` is its value. In a
    /// value, `~~` stands for `~`.
    private static func item(_ text: String) -> EventParameters {
        var item = EventParameters()
        var names: [Substring: String] = [:]
        for part in parts(of: text) {
            let key = String(decoding: part.prefix(2), as: UTF8.self)
            let value = String(decoding: part.dropFirst(2), as: UTF8.self)
            if key.first == "k" {
                names[key.dropFirst()] = value
            } else if key.first == "v", let name = names[key.dropFirst()] {
                item[name] = .string(value)
            } else {
                let name = itemNames[key] ?? key
                let isNumber = ["price", "quantity", "discount", "index"].contains(name)
                item[name] = isNumber ? EventValue.string(value).readAsNumber : .string(value)
            }
        }
        return item
    }

    /// Returns the parts of an item's text, with `~` for each `~~`.
    ///
    /// The text is split by bytes, because a scalar after `~` may combine with `~` into one character.
    private static func parts(of text: String) -> [[UInt8]] {
        let tilde = UInt8(ascii: "~")
        // UTF-8 never contains this byte.
        let standIn: UInt8 = 0xFF
        return Array(text.utf8).replacing([tilde, tilde], with: [standIn]).split(separator: tilde)
            .map { part in part.map { $0 == standIn ? tilde : $0 } }
    }

    private static let itemNames = [
        "id": "item_id", "nm": "item_name", "af": "affiliation", "cp": "coupon", "ds": "discount", "lp": "index",
        "br": "item_brand", "ca": "item_category", "c2": "item_category2", "c3": "item_category3",
        "c4": "item_category4", "c5": "item_category5", "li": "item_list_id", "ln": "item_list_name",
        "va": "item_variant", "lo": "location_id", "pr": "price", "qt": "quantity", "pi": "promotion_id",
        "pn": "promotion_name", "cn": "creative_name", "cs": "creative_slot",
    ]
}
