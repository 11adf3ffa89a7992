import Foundation
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

/// A reader of the events of PostHog's first and second API.
///
/// Properties that the SDKs add by themselves belong to the context. The members of `$set` and `$set_once` come from the
/// app, with one exception: the SDK for browsers adds members named `$initial_…` to `$set_once`.
enum PostHogEvent {
    static func event(
        _ value: EventValue, at place: WirePlace, _ envelope: EventParameters, in request: WireRequest
    ) throws(WireRejection) -> RecordedEvent {
        // posthog.com/docs/data/ingestion-warnings, "Discarded event exceeding 1MB limit"
        try request.checkSize(of: value, at: place, most: 1 << 20, "PostHog", kind: .droppedLater)
        var item = try WireFields(value, at: place)
        // Requests to `/engage` contain profiles, which have no event name.
        let name = item["event"] == nil && item["$set"] != nil ? "$set" : try item.name("event")
        var fields = WireFields(try item.object("properties") ?? [:], at: item.place.member("properties"))
        let places = [item["distinct_id"], item["$distinct_id"], fields["distinct_id"]]
        let sent = places.lazy.compactMap(distinctID).first
        guard let sent else { throw .missing(item.place(of: "distinct_id"), "a string") }
        let distinct = String(String.UnicodeScalarView(sent.unicodeScalars.prefix(maxIDLength)))
        try check(item)
        let id = try item.identifier("uuid")
        let time = item.time("timestamp", VendorTime.text)
        try checkPerson(name, item, fields)
        let isAnonymous = isAnonymous(item, fields)
        let merged = PostHogMerge(name, into: distinct, fields)
        var former = try fields.identifier("$anon_distinct_id")
        if isAnonymous { former = former ?? distinct }

        let set = try sets(&item, &fields)
        var event = try event(name, &fields, set)
        if event.user == nil, !isAnonymous { event.user = distinct }
        let (own, parameters) = fields.divided(by: Vendor.postHog.ownParameters.contains)
        if !event.kind.isIdentity { event.parameters = parameters.completed(with: event.parameters) }
        let left = event.kind.isIdentity ? own.completed(with: parameters) : own
        var recorded = RecordedEvent(
            event, source: PostHogDecoder.source, time: time, id: id, anonymous: former,
            context: item.rest(completedWith: left, envelope))
        // posthog.com/docs/data/ingestion-warnings, "An event was sent more than 23 hours in the future"
        recorded.note(
            aheadBy: 23, of: request.received, "PostHog does not show events that are more than 23 hours in the future")
        if let merged, !merged.refused.isEmpty {
            recorded.note("PostHog keeps the event, but does not merge the persons because of the id ", merged.refused)
        }
        // posthog, rust/common/types/src/event.rs (024dbbe). Older servers keep such an event, so it is not rejected.
        if sent.allSatisfy(\.isWhitespace) {
            recorded.note("newer servers of PostHog refuse a batch with a blank id: ", ["distinct_id"])
        }
        if distinct != sent { recorded.note("PostHog cuts ids to \(maxIDLength) characters: ", ["distinct_id"]) }
        return recorded
    }

    /// The length to which the server cuts the distinct id, in Unicode scalars.
    private static let maxIDLength = 200

    /// Returns the distinct id in a field, or `nil` if the field has no id.
    ///
    /// The server also accepts values that are neither a text nor an integer. The id is then their JSON text.
    private static func distinctID(_ value: EventValue?) -> String? {
        switch value {
        case nil, .null?: nil
        case .string?, .integer?: value?.identifier
        case let value?: value.json
        }
    }

    /// Throws a rejection if the server would refuse a field that this decoder reads less strictly.
    private static func check(_ item: WireFields) throws(WireRejection) {
        if let uuid = item["uuid"], uuid != .string("") {
            let place = item.place(of: "uuid")
            guard let text = uuid.string else { throw .wrongType(place, expected: "a UUID", found: uuid) }
            if UUID(uuidString: text) == nil {
                throw WireRejection(field: place, "expected a UUID, found \(text.quotedForDisplay)")
            }
        }
        if let time = item["timestamp"], time.string == nil {
            throw .wrongType(item.place(of: "timestamp"), expected: "a string", found: time)
        }
    }

    /// Throws a rejection if the server drops the event later, because the event is about a person or a group and says
    /// that it is about nobody.
    ///
    /// Source: PostHog/posthog, `normalize-process-person-flag-step.ts`
    private static func checkPerson(_ name: String, _ item: WireFields, _ fields: WireFields) throws(WireRejection) {
        guard personal.contains(name), hasNoPerson(item, fields) else { return }
        throw WireRejection(
            kind: .droppedLater, field: fields.place(of: "$process_person_profile"),
            "false; PostHog accepts the request and drops \(name) later")
    }

    private static let personal: Set = ["$identify", "$create_alias", "$merge_dangerously", "$groupidentify"]

    private static func hasNoPerson(_ item: WireFields, _ fields: WireFields) -> Bool {
        fields["$process_person_profile"]?.bool == false
            || item["options"]?.object?["process_person_profile"]?.bool == false
    }

    /// Returns the rejection of an event that the server accepts and later drops, because a field is missing.
    private static func droppedLater(without field: String) -> WireRejection {
        WireRejection(
            kind: .droppedLater, field: field,
            "missing, expected a string; PostHog accepts the request and drops the event later")
    }

    /// Returns whether the distinct id is anonymous. The id is anonymous until the app identifies the user.
    private static func isAnonymous(_ item: WireFields, _ fields: WireFields) -> Bool {
        hasNoPerson(item, fields) || fields["$is_identified"]?.bool == false
    }

    /// Takes the properties of the person from `$set` and `$set_once`.
    ///
    /// What the SDK adds to `$set_once` stays among the item's fields, and so belongs to the context.
    private static func sets(
        _ item: inout WireFields, _ fields: inout WireFields
    ) throws(WireRejection) -> (traits: EventParameters, once: EventParameters) {
        let traits = (try fields.object("$set") ?? [:]).completed(with: try item.object("$set") ?? [:])
        let once = (try fields.object("$set_once") ?? [:]).completed(with: try item.object("$set_once") ?? [:])
        let (noted, others) = once.divided(by: Vendor.postHog.ownTraits.contains)
        if !noted.isEmpty { item.put("$set_once", .object(noted)) }
        return (traits, others)
    }

    /// Returns the event with the properties of the person.
    private static func event(
        _ name: String, _ fields: inout WireFields, _ set: (traits: EventParameters, once: EventParameters)
    ) throws(WireRejection) -> Event {
        let once: EventParameters = set.once.isEmpty ? [:] : ["$set_once": set.once]
        switch name {
        case "$identify", "$set", "$set_once": return .identify(nil, set.traits.completed(with: once))
        case "$groupidentify":
            guard let group = try fields.identifier("$group_key") else {
                throw droppedLater(without: fields.place(of: "$group_key"))
            }
            // PostHog/posthog, `validate-event-properties.ts`
            guard group.utf16.count <= 400 else {
                throw WireRejection(
                    kind: .droppedLater, field: fields.place(of: "$group_key"),
                    "expected at most 400 characters, found \(group.utf16.count); PostHog drops the event later")
            }
            // posthog.com/docs/data/ingestion-warnings, "Discarded $groupidentify event with invalid $group_set"
            if let set = fields["$group_set"], set.object == nil {
                throw WireRejection(
                    kind: .droppedLater, field: fields.place(of: "$group_set"),
                    "expected an object, found \(set); PostHog drops the event later")
            }
            return .group(group, try fields.object("$group_set") ?? [:])
        case "$create_alias", "$merge_dangerously":
            guard let alias = try fields.identifier("alias") else {
                throw droppedLater(without: fields.place(of: "alias"))
            }
            return .alias(alias)
        default:
            let person: EventParameters =
                set.traits.isEmpty ? once : (["$set": set.traits] as EventParameters).completed(with: once)
            guard let shown = Vendor.postHog.shown(name) else { return Event(name, person) }
            if shown.kind == .screen { return .screen(try fields.string(shown.names[0]) ?? "", person) }
            return .page(shown.name { fields[$0] } ?? "", person)
        }
    }
}
