internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// Which events are asked for; what is nil does not matter.
struct EventFilter: Sendable {
    var vendor: String?
    var kind: EventKind?
    var name: String?
    var user: String?
    /// Parameters that must be among the event's.
    var parameters = EventParameters()
    /// Words that must stand somewhere in the event, in lower case.
    var words: [String] = []

    /// Whether an event of a vendor's request is one of them.
    func matches(_ event: RecordedEvent, from vendor: String) -> Bool {
        (self.vendor ?? vendor) == vendor && isNear(event)
            && parameters.isPart(of: event.event.parameters) && holdsWords(event, from: vendor)
    }

    private func holdsWords(_ event: RecordedEvent, from vendor: String) -> Bool {
        if words.isEmpty { return true }
        let texts = [
            event.event.name, event.event.user, event.anonymous, event.id, vendor, event.event.parameters.json,
        ]
        let text = texts.compactMap(\.self).joined(separator: "\n").lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    /// Whether it would be one of them with other parameters, or from another vendor.
    func isNear(_ event: RecordedEvent) -> Bool {
        (kind.map { event.event.kind == $0 } ?? true) && (name.map { event.event.name == $0 } ?? true)
            && (user.map { event.event.user == $0 || event.anonymous == $0 } ?? true)
    }
}

extension EventValue {
    /// Whether values are equal as SDKs write them: of an integer and a number the value counts.
    func isEqual(onWire other: EventValue) -> Bool {
        switch (self, other) {
        case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
            Int64(exactly: number) == integer
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(onWire: $1) }
        case (.object(let left), .object(let right)): left.count == right.count && left.isPart(of: right)
        default: self == other
        }
    }
}

extension EventParameters {
    /// Whether each of these is among others, with a value that is equal as SDKs write it.
    fileprivate func isPart(of others: EventParameters) -> Bool {
        // Looking for each among all is quick only for few.
        if count * others.count < 1_000 {
            return allSatisfy { given in others[given.name].map { given.value.isEqual(onWire: $0) } ?? false }
        }
        let values = Dictionary(others.map { (Array($0.name.utf8), $0.value) }) { $1 }
        return allSatisfy { given in values[Array(given.name.utf8)].map { given.value.isEqual(onWire: $0) } ?? false }
    }
}
