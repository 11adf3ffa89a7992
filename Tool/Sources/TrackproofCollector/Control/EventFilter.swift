import Trackproof
import TrackproofPlanning
import TrackproofSnapshots

/// The criteria by which a client selects events. A criterion that is `nil` selects all events.
struct EventFilter: Sendable {
    var vendor: String?
    var kind: EventKind?
    var name: String?
    var user: String?
    /// The parameters that an event must contain. An event may contain more parameters.
    var parameters = EventParameters()
    /// A tracking plan and a status. An event matches if the check of the event against the plan has this status.
    var plan: (status: PlanStatus, plan: LoadedPlan)?
    /// The words, in lower case, that an event must contain. The search does not distinguish lower and upper case.
    var words: [String] = []

    /// Returns whether an event meets all criteria. `vendor` is the vendor of the SDK that sent the event.
    func matches(_ event: RecordedEvent, from vendor: String) -> Bool {
        (self.vendor ?? vendor) == vendor && isNear(event)
            && parameters.isPart(of: event.event.parameters) && containsWords(event, from: vendor)
            && (plan.map { PlanStatus($0.plan.findings(for: event)) == $0.status } ?? true)
    }

    private func containsWords(_ event: RecordedEvent, from vendor: String) -> Bool {
        if words.isEmpty { return true }
        let texts = [
            event.event.name, event.event.user, event.anonymous, event.id, vendor, event.event.parameters.json,
        ]
        let text = texts.compactMap(\.self).joined(separator: "\n").lowercased()
        return words.allSatisfy { text.contains($0) }
    }

    /// Returns whether an event meets the criteria for kind, name and user. The method ignores all other criteria.
    func isNear(_ event: RecordedEvent) -> Bool {
        (kind.map { event.event.kind == $0 } ?? true) && (name.map { event.event.name == $0 } ?? true)
            && (user.map { event.event.user == $0 || event.anonymous == $0 } ?? true)
    }
}

extension EventValue {
    /// Returns whether two values are equal. The values 20 and 20.0 count as equal, because an SDK may send either.
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
    /// Returns whether `others` contains each of these parameters, with an equal value.
    ///
    /// The method ``EventValue/isEqual(onWire:)`` compares the values.
    fileprivate func isPart(of others: EventParameters) -> Bool {
        // If there are few parameters, a search through all of `others` for each parameter is fast.
        if count * others.count < 1_000 {
            return allSatisfy { given in others[given.name].map { given.value.isEqual(onWire: $0) } ?? false }
        }
        let values = Dictionary(others.map { (Array($0.name.utf8), $0.value) }) { $1 }
        return allSatisfy { given in values[Array(given.name.utf8)].map { given.value.isEqual(onWire: $0) } ?? false }
    }
}

extension EventFilter {
    /// Returns the differences between the parameters of an event and the parameters that the filter asks for.
    func differences(of event: RecordedEvent) -> [ParameterDifference] {
        var (expected, actual) = (event.event, event.event)
        expected.parameters = parameters
        // The filter allows additional parameters. Therefore, the comparison leaves them out.
        actual.parameters = EventParameters(event.event.parameters.filter { parameters[$0.name] != nil })
        // The filter treats 20 and 20.0 as equal, because an SDK may send either. `Comparison` treats them as equal
        // only for events whose source is a wire format, such as `wire:any`.
        let comparison = Comparison(
            of: Recording([RecordedEvent(actual, source: .wire("any"))]), with: Snapshot([expected]),
            options: ComparisonOptions(source: .wire("any")))
        return comparison.differences.flatMap(\.parameters)
    }
}
