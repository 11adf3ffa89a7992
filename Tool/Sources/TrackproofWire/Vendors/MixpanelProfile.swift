import Trackproof

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
        let (captured, parameters) = traits.divided(by: isCaptured)
        let time = fields.time("$time", WireTime.secondsOrMilliseconds)
        return RecordedEvent(
            make(parameters), source: MixpanelDecoder.source, time: time,
            context: fields.rest(completedWith: captured))
    }

    private static let operations: Set<String> = [
        "$set", "$set_once", "$add", "$append", "$union", "$remove", "$unset", "$delete",
    ]

    /// Returns whether the SDKs for phones add a property with this name to every profile by themselves.
    private static func isCaptured(_ name: String) -> Bool {
        ["$ios_", "$android_", "$swift_"].contains { name.hasPrefix($0) }
    }
}
