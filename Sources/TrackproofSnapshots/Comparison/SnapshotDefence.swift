public import Trackproof
import TrackproofText

/// A recording that matches its snapshot, and the answer to the question whether the recording would still match after
/// a mistake of the app.
///
/// A comparison of the whole recording for each mistake would take too long. If one event changes, only the class of this
/// event can change, so that an answer takes the time of one event.
public struct SnapshotDefence {
    /// The comparison of the recording with the snapshot. If it has differences, the answers have no meaning.
    public let comparison: Comparison
    private let recording: Recording
    private let snapshot: Snapshot
    private let options: ComparisonOptions
    private let plan: ComparisonPlan
    private var rules: CompiledRules
    /// A builder without events, which each answer copies.
    private let builder: EventListBuilder
    private let expected: EventList
    private let actual: EventList
    private let classes: FingerprintClasses
    /// The index in ``actual`` of each compared event, by its position in the recording.
    private let indices: [Int: Int]

    /// Compares a recording with its snapshot.
    public init(of recording: Recording, with snapshot: Snapshot, options: ComparisonOptions = ComparisonOptions()) {
        (self.recording, self.snapshot, self.options) = (recording, snapshot, options)
        plan = ComparisonPlan(snapshot.settings, options)
        rules = plan.rules
        comparison = Comparison(of: recording, with: snapshot, options: options)
        (expected, actual) = plan.lists(expected: snapshot.events, actual: recording.events)
        builder = plan.actualBuilder(readBy: expected)
        classes = FingerprintClasses(expected.fingerprints)
        indices = Dictionary(
            actual.positions.enumerated().map { (Int($1), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The source of the events that are compared.
    public var source: EventSource { plan.source }

    /// Returns whether the event at this position is compared. If it is not, the snapshot does not notice its loss.
    public func compares(at position: Int) -> Bool { indices[position] != nil }

    /// Returns whether an event would be compared if the recording contained it.
    public func compares(_ recorded: RecordedEvent) -> Bool { list(of: recorded).count > 0 }

    /// Returns whether the recording would still match if another event were at this position.
    public func accepts(_ changed: RecordedEvent, at position: Int) -> Bool {
        let list = list(of: changed)
        guard let index = indices[position] else { return list.count == 0 }
        guard list.count == 1 else { return false }
        let isOtherUser = changed.event.user != recording.events[position].event.user
        if isOtherUser || !actual.otherFingerprints.isEmpty || !list.otherFingerprints.isEmpty {
            // The event can match expected events of several classes, so other events may have to match others. The same
            // is true of users.
            var changedRecording = recording
            changedRecording.events[position] = changed
            return Comparison(of: changedRecording, with: snapshot, options: options).isEmpty
        }
        return classes.number(of: list.fingerprints[0]) == classes.number(of: actual.fingerprints[index])
    }

    /// Returns whether the recording would still match if the events at these positions were in the other order.
    public func acceptsSwap(of first: Int, and second: Int) -> Bool {
        guard let one = indices[first], let two = indices[second] else { return true }
        let hasSameUser = actual.users.numbers[one] == actual.users.numbers[two]
        if hasSameUser, classes.number(of: actual.fingerprints[one]) == classes.number(of: actual.fingerprints[two]) {
            return true
        }
        if plan.settings.order == .strict { return false }
        return actual.groups.isEmpty || actual.groups[one] & actual.groups[two] == 0
    }

    private func list(of recorded: RecordedEvent) -> EventList {
        var builder = builder
        builder.append(recorded)
        var list = builder.list
        list.choose(among: expected)
        return list
    }

    /// Returns the rule in `volatile` that decides about the value at a path, and the path of the rule.
    ///
    /// - Parameter path: The path of the value, with `*` for the indices of arrays.
    public mutating func rule(at path: String, of event: Event) -> (path: String, shape: VolatileShape)? {
        var rule = rules.rules(for: event).volatile
        var value: EventValue? = .object(event.parameters)
        var taken: [String] = []
        for component in ParameterPath(parsing: path).components {
            if case .array(let elements)? = value {
                (rule, value) = (rule?.element(0), elements.first)
            } else {
                (rule, value) = (rule?.member(component), value?.object?[component])
            }
            taken.append(component)
            if let shape = rule?.shape { return (ParameterPath(taken).description, shape) }
        }
        return nil
    }

    /// Returns the pattern in `ignore` that this event fits; `nil` if the event is compared.
    public func ignoringPattern(of event: Event) -> String? {
        plan.settings.ignore.first { NamePattern($0).matches(event.displayName) }
    }
}

extension VolatileShape {
    /// Returns the narrowest shape that fits all of these values; `nil` if one of them is null.
    public static func narrowest(of values: [EventValue]) -> VolatileShape? { NarrowestShape(of: values).shape }

    /// Returns whether a value has the shape.
    public func fits(_ value: EventValue) -> Bool { ShapeMatcher(self).matches(value) }
}
