import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

/// A reader of the items that SDKs send to Mixpanel's `/track` and `/import`.
enum MixpanelEvent {
    /// A rule for the times of events.
    enum TimeRule {
        /// The rule of `/track`: no event is older than 5 days when its request arrives. Mixpanel drops older events, and
        /// answers as if it accepted them.
        ///
        /// Source: <https://docs.mixpanel.com/troubleshooting/errors/historical-events-not-appearing>
        case recent(EventTime)
        /// The rule of `/import` with `strict=1`: the event has ids and a time, and its time is not more than an hour
        /// after the request.
        case strict(EventTime)
        /// The rule of `/import`: any time.
        case any
    }

    /// Reads an item.
    ///
    /// - Parameter rule: The rule for the time of the event.
    static func event(
        _ value: EventValue, at place: WirePlace, _ rule: TimeRule
    ) throws(WireRejection) -> RecordedEvent {
        var item = try WireFields(value, at: place)
        let name = try item.name("event")
        guard let properties = try item.object("properties") else {
            throw .missing(item.place(of: "properties"), "an object")
        }
        var fields = WireFields(properties, at: item.place.member("properties"))
        let excess = excess(.object(properties), fields.place)
        if let excess, case .strict = rule {
            throw WireRejection(field: excess, "expected at most \(maxMembers) members or elements")
        }
        let identity = try Identity(&fields)
        if case .strict(let received) = rule, !identityEvents.contains(name) { try check(fields, received) }
        let id = try fields.identifier("$insert_id")
        let time = fields.time("time", VendorTime.secondsOrMilliseconds)
        var event = try event(name, &fields, identity)
        if !event.kind.isIdentity { event.user = identity.user }
        let shown = Vendor.mixpanel.shown(name)
        let more = (shown?.ownParameters ?? []) + NameList(shown?.names ?? [])
        let (own, parameters) = fields.divided { Vendor.mixpanel.ownParameters.contains($0) || more.contains($0) }
        event.parameters = parameters
        var recorded = RecordedEvent(
            event, source: MixpanelDecoder.source, time: time, id: id, anonymous: identity.anonymous,
            context: item.rest(completedWith: own))
        if case .recent(let received) = rule {
            recorded.note(olderThan: 5 * 24, at: received, "Mixpanel drops events that are older than 5 days")
        }
        if let excess { recorded.note("Mixpanel takes at most \(maxMembers) members or elements: ", [excess]) }
        return recorded
    }

    /// The greatest number of properties, of members of an object and of elements of an array.
    private static let maxMembers = 255

    /// Returns the place of an object or array that is too long, or `nil` if all of them are short enough.
    ///
    /// Source: <https://docs.mixpanel.com/reference/import-events>, "Limits"
    private static func excess(_ value: EventValue, _ place: WirePlace) -> String? {
        let members = value.object
        let count = members?.count ?? value.array?.count ?? 0
        if count > maxMembers { return place.description }
        for (index, element) in (value.array ?? []).enumerated() {
            if let excess = excess(element, place.item(index)) { return excess }
        }
        for member in members ?? [:] {
            if let excess = excess(member.value, place.member(member.name)) { return excess }
        }
        return nil
    }

    /// Throws a rejection if `/import` refuses an event because of its ids or its time.
    ///
    /// Source: mixpanel/docs, reference/import-events.mdx (1500514)
    private static func check(_ fields: WireFields, _ received: EventTime) throws(WireRejection) {
        for name in ["distinct_id", "$insert_id"] {
            let place = fields.place(of: name)
            guard let value = fields[name] else { throw .missing(place, "a string") }
            if let id = value.identifier ?? (value.bool.map { "\($0)" }), refusedIDs.contains(id) {
                throw WireRejection(field: place, "Mixpanel refuses the id \(id.quotedForDisplay)")
            }
        }
        let id = fields["$insert_id"]?.identifier ?? ""
        let isRight =
            (1...36).contains(id.utf8.count)
            && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        if !isRight {
            throw WireRejection(
                field: fields.place(of: "$insert_id"),
                "expected 1 to 36 letters, digits and \"-\", found \(id.quotedForDisplay)")
        }
        let place = fields.place(of: "time")
        guard let value = fields["time"] else { throw .missing(place, "a time") }
        guard let time = VendorTime.secondsOrMilliseconds(value)?.time else {
            throw WireRejection(field: place, "expected seconds or milliseconds since 1970, found \(value)")
        }
        let hour: Int64 = 3_600_000
        // 31,536,000 seconds are the year 1970.
        guard time.millisecondsSince1970 >= 31_536_000_000,
            time.millisecondsSince1970 <= received.millisecondsSince1970 + hour
        else {
            throw WireRejection(
                field: place, "expected a time from 1971 to an hour after the request, found \(time)")
        }
    }

    private static let identityEvents: Set = ["$identify", "$create_alias", "$merge"]

    private static let refusedIDs: Set = [
        "00000000-0000-0000-0000-000000000000", "anon", "anonymous", "nil", "none", "null", "n/a", "na", "undefined",
        "unknown", "<nil>", "0", "-1", "true", "false", "[]", "{}",
    ]

    /// Returns the event without its parameters.
    private static func event(
        _ name: String, _ fields: inout WireFields, _ identity: Identity
    ) throws(WireRejection) -> Event {
        switch name {
        case "$identify": return .identify(try fields.identifier("$identified_id") ?? identity.user)
        case "$create_alias": return .alias(try fields.requiredIdentifier("alias"))
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

extension Vendor {
    /// Returns whether a member of an update's context is a trait, or an operation on traits, that the SDKs add.
    func isOwnUpdate(_ member: EventParameter) -> Bool {
        ownTraits.contains(member.name) || member.name.hasPrefix("$") && member.value.object?.isEmpty == false
    }
}

/// A reader of the items that SDKs send to Mixpanel's `/engage` and `/groups`: operations on a profile.
enum MixpanelProfile {
    static func user(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> RecordedEvent {
        var fields = try WireFields(value, at: place)
        let user = try fields.requiredIdentifier("$distinct_id", shared: true)
        return try event(&fields) { .identify(user, $0) }
    }

    static func group(_ value: EventValue, at place: WirePlace) throws(WireRejection) -> RecordedEvent {
        var fields = try WireFields(value, at: place)
        guard fields["$group_key"] != nil else { throw .missing(fields.place(of: "$group_key"), "a string") }
        let group = try fields.requiredIdentifier("$group_id", shared: true)
        return try event(&fields) { .group(group, $0) }
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
        var (captured, parameters) = traits.divided(by: Vendor.mixpanel.ownTraits.contains)
        for operation in operations where operation.name != "$set" {
            guard let members = operation.value.object else { continue }
            let (own, others) = members.divided(by: Vendor.mixpanel.ownTraits.contains)
            if own.isEmpty { continue }
            captured[operation.name] = .object(own)
            parameters[operation.name] = others.isEmpty ? nil : .object(others)
        }
        let time = fields.time("$time", VendorTime.secondsOrMilliseconds)
        return RecordedEvent(
            make(parameters), source: MixpanelDecoder.source, time: time,
            context: fields.rest(completedWith: captured))
    }

    private static let operations: Set<String> = [
        "$set", "$set_once", "$add", "$append", "$union", "$remove", "$unset", "$delete",
    ]
}
