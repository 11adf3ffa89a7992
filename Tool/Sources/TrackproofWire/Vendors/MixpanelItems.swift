import Trackproof
import TrackproofPlans
import TrackproofVendors

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
        let time = fields.time("time", VendorTime.secondsOrMilliseconds)
        var event = try event(name, &fields, identity)
        if !event.kind.isIdentity { event.user = identity.user }
        let more = Vendor.mixpanel.shown(name)?.ownParameters ?? []
        let (own, parameters) = fields.divided { Vendor.mixpanel.ownParameters.contains($0) || more.contains($0) }
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
        default:
            guard let shown = Vendor.mixpanel.shown(name) else { return Event(name) }
            return Event(shown.name { fields[$0] } ?? "", kind: shown.kind)
        }
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

/// A reader of the items that SDKs send to Mixpanel's `/engage` and `/groups`: operations on a profile.
enum MixpanelProfile {
    static func user(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> RecordedEvent {
        var fields = try WireFields(value, at: place)
        guard let user = try fields.identifier("$distinct_id", shared: true) else {
            throw .missing(fields.place(of: "$distinct_id"), "a string")
        }
        return try event(&fields) { .identify(user, $0) }
    }

    static func group(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> RecordedEvent {
        var fields = try WireFields(value, at: place)
        _ = try require("$group_key", in: fields)
        guard let group = try fields.identifier("$group_id", shared: true) else {
            throw .missing(fields.place(of: "$group_id"), "a string")
        }
        return try event(&fields) { .group(group, $0) }
    }

    private static func require(_ name: String, in fields: WireFields) throws(WireRejection) -> EventValue {
        guard let value = fields[name] else { throw .missing(fields.place(of: name), "a string") }
        return value
    }

    private static func event(
        _ fields: inout WireFields, _ make: (EventParameters) -> Event
    ) throws(WireRejection) -> RecordedEvent {
        let (operations, _) = fields.divided(by: Self.operations.contains)
        guard !operations.isEmpty else { throw .missing(fields.place(of: "$set"), "an operation on the profile") }
        var traits = try fields.object("$set") ?? [:]
        for operation in operations where operation.name != "$set" {
            traits[operation.name] = operation.value
            _ = fields.take(operation.name)
        }
        let (captured, parameters) = traits.divided(by: Vendor.mixpanel.ownTraits.contains)
        let time = fields.time("$time", VendorTime.secondsOrMilliseconds)
        return RecordedEvent(
            make(parameters), source: MixpanelDecoder.source, time: time,
            context: fields.rest(completedWith: captured))
    }

    private static let operations: Set<String> = [
        "$set", "$set_once", "$add", "$append", "$union", "$remove", "$unset", "$delete",
    ]
}
