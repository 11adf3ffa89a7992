import Trackproof
import TrackproofPlans
import TrackproofVendors

/// A reader of items in the format that Segment and RudderStack share.
struct SegmentItems {
    let source: EventSource
    /// The fields of the request that apply to all of its items.
    let envelope: EventParameters
    /// Whether the requests come from RudderStack's SDKs. An identify event may then have traits in its context.
    let isRudderStack: Bool

    /// The greatest size of an item that Segment accepts, in bytes.
    ///
    /// Source: the section "Max request size" of the HTTP API
    static let sizeLimit = 32 << 10

    /// Reads a batch or a single item.
    ///
    /// - Parameter kind: The kind of the single item, from the path, or `nil` for a batch.
    static func decode(
        _ request: WireRequest, _ kind: EventKind?, source: EventSource, isRudderStack: Bool = false
    ) throws(WireRejection) -> WireDecoding {
        let body = try request.json()
        if let kind {
            let items = SegmentItems(source: source, envelope: [:], isRudderStack: isRudderStack)
            return WireDecoding(one: body) { value, place throws(WireRejection) in
                try items.event(value, at: place, kind)
            }
        }
        var fields = try WireFields(body, at: "")
        let batch = try fields.array("batch")
        let items = SegmentItems(source: source, envelope: fields.rest, isRudderStack: isRudderStack)
        return try WireDecoding(batch, at: "batch", sharing: items.envelope) { value, place throws(WireRejection) in
            if !isRudderStack { try request.checkSize(of: value, at: place, most: sizeLimit, "Segment") }
            return try items.event(value, at: place, nil)
        }
    }

    private func event(_ value: EventValue, at place: WirePlace, _ given: EventKind?) throws(WireRejection)
        -> RecordedEvent
    {
        var fields = try WireFields(value, at: place)
        let kind = if let given { given } else { try kind(of: &fields) }
        // The user of a group event is the id of the group, so `userId` stays in the context. The user of an alias
        // event is the new id (`userId`), and the former id stays in the context.
        let user = try fields.identifier("userId", shared: kind == .group)
        let anonymous = try fields.identifier("anonymousId")
        guard user != nil || anonymous != nil else {
            throw .missing(fields.place(of: "userId"), "userId or anonymousId")
        }
        let id = try fields.identifier("messageId")
        let time = fields.time("timestamp", VendorTime.text) ?? fields.time("originalTimestamp", VendorTime.text)
        var added = EventParameters()
        var event = try event(of: kind, user, &fields, &added)
        if event.user == nil { event.user = user }
        return RecordedEvent(
            event, source: source, time: time, id: id, anonymous: anonymous,
            context: fields.rest(completedWith: added, envelope))
    }

    /// The kinds of items. SDKs send nothing for a reset.
    static let kinds = EventKind.allCases.filter { $0 != .reset }

    private func kind(of fields: inout WireFields) throws(WireRejection) -> EventKind {
        let word = try fields.name("type")
        guard let kind = EventKind(rawValue: word), Self.kinds.contains(kind) else {
            let known = Self.kinds.map(\.rawValue).joined(separator: ", ")
            throw WireRejection(field: fields.place(of: "type"), "\(EventValue.string(word)) is not one of \(known)")
        }
        return kind
    }

    /// Returns the event, and adds the parameters that the SDK has added to it to `added`.
    private func event(
        of kind: EventKind, _ user: String?, _ fields: inout WireFields, _ added: inout EventParameters
    ) throws(WireRejection) -> Event {
        switch kind {
        case .track: return Event(try fields.name("event"), try fields.object("properties") ?? [:])
        case .screen, .page: return try shown(kind, &fields, &added)
        case .identify: return .identify(user, try traits(&fields))
        case .group: return .group(try fields.requiredIdentifier("groupId"), try fields.object("traits") ?? [:])
        case .alias:
            guard let user else { throw .missing(fields.place(of: "userId"), "a string") }
            return .alias(user)
        case .reset: return .reset
        }
    }

    /// Returns a screen or a page.
    ///
    /// The app may pass a category too. The category becomes the parameter `category`, unless a property has this name.
    ///
    /// SDKs repeat the name among the properties, and add the address of a page. RudderStack's SDKs for apps send the name
    /// in the member `event`, and mark the screens that they track by themselves.
    private func shown(
        _ kind: EventKind, _ fields: inout WireFields, _ added: inout EventParameters
    ) throws(WireRejection) -> Event {
        var name = try fields.string("name") ?? ""
        if name.isEmpty, isRudderStack { name = try fields.string("event") ?? "" }
        let sent = try fields.object("properties") ?? [:]
        let (own, others) = sent.divided(by: { member in
            member == "name" && sent["name"] == .string(name)
                || kind == .page && SDKEvents.copies(member, kind)
                || isRudderStack && member == "automatic"
        })
        added = own
        var parameters = others
        if let category = fields["category"], parameters["category"] == nil {
            parameters["category"] = category
            _ = fields.take("category")
        }
        return Event(name, parameters, kind: kind)
    }

    private func traits(_ fields: inout WireFields) throws(WireRejection) -> EventParameters {
        let traits = try fields.object("traits") ?? [:]
        guard isRudderStack, let members = try fields.object("context") else { return traits }
        var context = WireFields(members, at: fields.place.member("context"))
        let others = try context.object("traits") ?? [:]
        fields.put("context", .object(context.rest))
        return traits.completed(with: others)
    }
}
