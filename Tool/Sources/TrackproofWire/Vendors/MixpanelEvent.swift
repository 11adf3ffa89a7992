import Trackproof

/// A reader of the items that SDKs send to Mixpanel's `/track` and `/import`.
enum MixpanelEvent {
    static func event(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> RecordedEvent {
        var item = try WireFields(value, at: place)
        let name = try item.name("event")
        guard let properties = try item.object("properties") else {
            throw .missing(item.place(of: "properties"), "an object")
        }
        var fields = WireFields(properties, at: item.place.member("properties"))
        let identity = try Identity(&fields)
        let id = try fields.identifier("$insert_id")
        let time = fields.time("time", WireTime.secondsOrMilliseconds)
        var event = try event(name, &fields, identity)
        if !event.kind.isIdentity { event.user = identity.user }
        let (own, parameters) = fields.divided { isReservedName($0, of: event.kind) }
        event.parameters = parameters
        return RecordedEvent(
            event, source: MixpanelDecoder.source, time: time, id: id, anonymous: identity.anonymous,
            context: item.rest(completedWith: own))
    }

    /// Returns the event without its parameters.
    private static func event(
        _ name: String, _ fields: inout WireFields, _ identity: Identity
    ) throws(WireRejection) -> Event {
        switch name {
        case "$identify": return .identify(try fields.identifier("$identified_id") ?? identity.user)
        case "$create_alias":
            guard let alias = try fields.identifier("alias") else {
                throw .missing(fields.place(of: "alias"), "a string")
            }
            return .alias(alias)
        case "$merge": return Event("", kind: .alias)
        case "$mp_web_page_view": return .page(fields["current_page_title"]?.string ?? "")
        default: return Event(name)
        }
    }

    private static func isReservedName(_ name: String, of kind: EventKind) -> Bool {
        name == "token" || name == "distinct_id" || name == "time" || SDKNames.mixpanel.contains(name)
            || (kind == .page && name.hasPrefix("current_"))
    }

    /// The user and the anonymous id of an event. `distinct_id` is the user, unless it is the id of the device.
    private struct Identity {
        let user: String?
        let anonymous: String?

        init(_ fields: inout WireFields) throws(WireRejection) {
            let distinct = try fields.identifier("distinct_id", shared: true)
            let device = try fields.identifier("$device_id")
            let known = try fields.identifier("$user_id", shared: true)
            let former = try fields.identifier(firstOf: "$anon_distinct_id", "$anon_id", shared: true)
            let prefix = "$device:"
            if let distinct, distinct.hasPrefix(prefix) {
                (user, anonymous) = (known, device ?? String(distinct.dropFirst(prefix.count)))
            } else {
                (user, anonymous) = (known ?? (distinct == device ? nil : distinct), device ?? former)
            }
        }
    }
}
