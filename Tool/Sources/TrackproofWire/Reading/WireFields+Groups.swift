internal import Trackproof

extension WireFields {
    /// Takes the fields whose names satisfy a condition, in their order, under their own names.
    mutating func take(where condition: (String) -> Bool) -> EventParameters {
        let (those, others) = rest.divided(by: condition)
        if !those.isEmpty { self = WireFields(others, at: place) }
        return those
    }

    /// Takes a moment. What cannot be read as one stays as it was sent, and so does what is finer than a millisecond.
    mutating func time(_ name: String, in unit: TimeUnit) -> EventTime? {
        guard let sent = self[name], let (time, isExact) = unit.time(sent) else { return nil }
        if isExact { _ = take(name) }
        return time
    }
}

extension WireDecoding {
    /// Adds an event, or why there is none.
    mutating func append(_ event: () throws(WireRejection) -> RecordedEvent) {
        do throws(WireRejection) {
            items.append(.event(try event()))
        } catch {
            items.append(.rejected(error))
        }
    }

    /// Refuses a request with too many items.
    static func check(count: Int, at place: String) throws(WireRejection) {
        if count > mostItems { throw .tooMany(place, count) }
    }
}
