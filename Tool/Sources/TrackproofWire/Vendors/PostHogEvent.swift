internal import Trackproof

/// An event of PostHog's, in either API.
///
/// What SDKs add by themselves (``SDKNames/postHog``) belongs to the context; what `$set` and `$set_once` hold on an event
/// is the app's, but for what a browser's SDK notes by itself (`$initial_…`).
enum PostHogEvent {
    /// Whether a request, or an item of it, says whose project it is for.
    static func hasKey(_ value: EventValue) -> Bool {
        guard let members = value.object else { return false }
        let properties = members["properties"]?.object
        return ["api_key", "token", "$token"].contains { members[$0]?.string != nil || properties?[$0]?.string != nil }
    }

    static func event(
        _ value: EventValue, at place: WirePlace, _ envelope: EventParameters
    ) throws(WireRejection) -> RecordedEvent {
        var item = try WireFields(value, at: place)
        // `/engage` has no events but profiles.
        let name = item["event"] == nil && item["$set"] != nil ? "$set" : try item.name("event")
        var fields = WireFields(try item.object("properties") ?? [:], at: item.place.member("properties"))
        var distinct = try item.identifier(firstOf: "distinct_id", "$distinct_id", shared: true)
        if distinct == nil { distinct = try fields.identifier("distinct_id", shared: true) }
        guard let distinct else { throw .missing(item.place(of: "distinct_id"), "a string") }
        let id = try item.identifier("uuid")
        let time = item.time("timestamp", WireTime.text)
        let isAnonymous = isAnonymous(item, fields)
        var former = try fields.identifier("$anon_distinct_id")
        if isAnonymous { former = former ?? distinct }

        let set = try sets(&item, &fields)
        var event = try event(name, &fields, set)
        if event.user == nil, !isAnonymous { event.user = distinct }
        let (own, parameters) = fields.divided { name in
            name == "token" || name == "distinct_id" || SDKNames.postHog.contains(name)
        }
        if !event.kind.isIdentity { event.parameters = parameters.completed(with: event.parameters) }
        let left = event.kind.isIdentity ? own.completed(with: parameters) : own
        return RecordedEvent(
            event, source: PostHogDecoder.source, time: time, id: id, anonymous: former,
            context: item.rest(completedWith: left, envelope))
    }

    /// Whether the distinct id is nobody's yet.
    private static func isAnonymous(_ item: WireFields, _ fields: WireFields) -> Bool {
        fields["$process_person_profile"]?.bool == false || fields["$is_identified"]?.bool == false
            || item["options"]?.object?["process_person_profile"]?.bool == false
    }

    /// What is said of the person: `$set`, and `$set_once` under its name.
    private static func sets(
        _ item: inout WireFields, _ fields: inout WireFields
    ) throws(WireRejection) -> (traits: EventParameters, once: EventParameters) {
        let traits = (try fields.object("$set") ?? [:]).completed(with: try item.object("$set") ?? [:])
        let once = (try fields.object("$set_once") ?? [:]).completed(with: try item.object("$set_once") ?? [:])
        let (noted, others) = once.divided { $0.hasPrefix("$initial_") }
        if !noted.isEmpty { item.put("$set_once", .object(noted)) }
        return (traits, others)
    }

    /// The event with what is said of the person.
    private static func event(
        _ name: String, _ fields: inout WireFields, _ set: (traits: EventParameters, once: EventParameters)
    ) throws(WireRejection) -> Event {
        let once: EventParameters = set.once.isEmpty ? [:] : ["$set_once": set.once]
        switch name {
        case "$identify", "$set", "$set_once": return .identify(nil, set.traits.completed(with: once))
        case "$groupidentify":
            guard let group = try fields.identifier("$group_key") else {
                throw .missing(fields.place(of: "$group_key"), "a string")
            }
            return .group(group, try fields.object("$group_set") ?? [:])
        case "$create_alias", "$merge_dangerously":
            guard let alias = try fields.identifier("alias") else {
                throw .missing(fields.place(of: "alias"), "a string")
            }
            return .alias(alias)
        default:
            let person: EventParameters =
                set.traits.isEmpty ? once : (["$set": set.traits] as EventParameters).completed(with: once)
            switch name {
            case "$screen": return .screen(try fields.string("$screen_name") ?? "", person)
            // The address is the last choice: it has hosts and ports, which no rule can cover.
            case "$pageview":
                let name = ["title", "$title", "$pathname", "$current_url"]
                    .compactMap { fields[$0]?.string }.first { !$0.isEmpty }
                return .page(name ?? "", person)
            default: return Event(name, person)
            }
        }
    }
}
