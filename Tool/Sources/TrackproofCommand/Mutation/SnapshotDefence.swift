import Trackproof
import TrackproofSnapshots

/// A recording that matches its snapshot, and the answer to the question whether the recording would still match after
/// a mistake of the app.
///
/// A comparison of the whole recording for each mistake would take too long. If one event changes, only the class of this
/// event can change, so that an answer takes the time of one event.
struct SnapshotDefence {
    /// The comparison of the recording with the snapshot. If it has differences, the answers have no meaning.
    let comparison: Comparison
    private let recording: Recording
    private let snapshot: Snapshot
    private let options: ComparisonOptions
    private let plan: ComparisonPlan
    /// A builder without events, which each answer copies.
    private let builder: EventListBuilder
    private let expected: EventList
    private let actual: EventList
    /// The index in ``actual`` of each compared event, by its position in the recording.
    private let indices: [Int: Int]

    /// Compares a recording with its snapshot.
    init(of recording: Recording, with snapshot: Snapshot, options: ComparisonOptions = ComparisonOptions()) {
        (self.recording, self.snapshot, self.options) = (recording, snapshot, options)
        plan = ComparisonPlan(snapshot.settings, options)
        comparison = Comparison(of: recording, with: snapshot, options: options)
        (expected, actual) = plan.lists(expected: snapshot.events, actual: recording.events)
        builder = plan.actualBuilder(readBy: expected)
        indices = Dictionary(
            actual.positions.enumerated().map { (Int($1), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The source of the events that are compared.
    var source: EventSource { plan.source }

    /// Returns whether the event at this position is compared. If it is not, the snapshot does not notice its loss.
    func compares(at position: Int) -> Bool { indices[position] != nil }

    /// Returns whether an event would be compared if the recording contained it.
    func compares(_ recorded: RecordedEvent) -> Bool { list(of: recorded).count > 0 }

    /// Returns whether the recording would still match if another event were at this position.
    func accepts(_ changed: RecordedEvent, at position: Int) -> Bool {
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
        return list.fingerprints[0] == actual.fingerprints[index]
    }

    /// Returns whether the recording would still match if the events at these positions were in the other order.
    func acceptsSwap(of first: Int, and second: Int) -> Bool {
        guard let one = indices[first], let two = indices[second] else { return true }
        if actual.haveSameUser(one, two), actual.fingerprints[one] == actual.fingerprints[two] { return true }
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
    func rule(at path: String, of event: Event) -> (path: String, shape: VolatileShape)? {
        plan.rule(at: path, of: event)
    }

    /// Returns the pattern in `ignore` that this event fits; `nil` if the event is compared.
    func ignoringPattern(of event: Event) -> String? {
        plan.settings.ignore.first { NamePattern($0).matches(event.displayName) }
    }
}
