import Trackproof
import TrackproofMutation
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots

/// The mistakes in the events of a recording that a snapshot and a plan would let through.
///
/// Each mistake is planted in one event at a time, in memory.
struct RecordingMutation {
    private let recording: Recording
    private let defence: SnapshotDefence?
    private let plan: LoadedPlan?
    /// The source of the events with mistakes.
    private let source: EventSource
    private let seen: SeenEvents
    /// The events that can follow another event by mistake.
    private let followers: [Event]
    /// The mistakes that are not planted.
    private let excluded: Set<MutationOperator>

    /// The maximum number of events in a recording.
    static let eventLimit = 100_000

    /// - Parameters:
    ///   - recording: A recording that matches the snapshot.
    ///   - defence: The snapshot, or `nil` to ask the plan alone.
    ///   - plan: The plan, or `nil` to ask the snapshot alone.
    ///   - source: The source of the events with mistakes.
    ///   - excluded: The mistakes that are not planted.
    init(
        of recording: Recording, _ defence: SnapshotDefence?, _ plan: LoadedPlan?, source: EventSource,
        without excluded: Set<MutationOperator>
    ) {
        (self.recording, self.defence, self.plan, self.source) = (recording, defence, plan, source)
        self.excluded = excluded
        seen = SeenEvents(recording.events.lazy.filter { $0.source == source }.map(\.event))
        // An event that the snapshot ignores would say nothing about the event that it follows.
        followers = seen.groups.map(\.first).filter {
            defence?.compares(RecordedEvent($0, source: source)) ?? true
        }
    }

    /// Plants all mistakes, and returns one entry for each kind of mistake.
    ///
    /// An event that breaks the plan contains a mistake already. So no mistake is planted in its content, and hints do not
    /// use its values.
    ///
    /// - Parameter progress: A closure that is called from time to time with the number of mistakes that were planted.
    /// - Returns: The entries, and the names of events that break the plan, each with the number of these events.
    func entries(progress: (Int) -> Void) -> (entries: [MutationEntry], broken: [(name: String, count: Int)]) {
        var entries: [Mutant: MutationEntry] = [:]
        var order: [Mutant] = []
        var count = 0
        var right: [Event] = []
        var broken: [String: Int] = [:]
        let positions = recording.events.indices.filter { recording.events[$0].source == source }
        for (number, position) in positions.enumerated() {
            let recorded = recording.events[position]
            let next = number + 1 < positions.count ? positions[number + 1] : nil
            let isRight = isRight(recorded)
            if isRight {
                right.append(recorded.event)
            } else {
                broken[plan?.checker.shownName(of: recorded.event) ?? recorded.event.displayName, default: 0] += 1
            }
            for mutant in mutants(at: position, before: next) where !excluded.contains(mutant.mistake) {
                if mutant.mistake.changesContent, !isRight { continue }
                guard let isAccepted = accepts(mutant, recorded, position, next) else { continue }
                if entries[mutant] == nil {
                    order.append(mutant)
                    entries[mutant] = MutationEntry(shown(mutant, in: recorded.event))
                }
                if isAccepted {
                    entries[mutant]?.survived += 1
                } else {
                    entries[mutant]?.killed += 1
                }
                count += 1
                if count % 10_000 == 0 { progress(count) }
            }
        }
        let survivors = order.filter { entries[$0]?.survived ?? 0 > 0 }
        let events = positions.lazy.map { recording.events[$0].event }
        var hints = RecordingHints(
            of: events, seen: seen, right: right, defence: defence, plan: plan, survivors: survivors)
        for mutant in survivors { entries[mutant]?.hint = hints.hint(for: mutant) }
        // Mistakes in the order are about two events, so they follow the mistakes in each event.
        order = order.filter { $0.mistake != .swapped } + order.filter { $0.mistake == .swapped }
        return (order.compactMap { entries[$0] }, broken.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Returns a mistake in an event for reports, without names that are personal data.
    private func shown(_ mutant: Mutant, in event: Event) -> Mutant {
        guard let checker = plan?.checker else { return mutant }
        var shown = Mutant(of: checker.redacted(event), mutant.mistake)
        shown.path = mutant.path.isEmpty ? "" : checker.redacted(path: mutant.path, in: event)
        shown.other = mutant.other.map(checker.redacted)
        return shown
    }

    private func mutants(at position: Int, before next: Int?) -> [Mutant] {
        let event = recording.events[position].event
        var mutants = seen.group(of: event)?.mutants(of: event) ?? []
        let areCompared = defence.map { $0.compares(at: position) && next.map($0.compares(at:)) == true } ?? true
        if areCompared, let next = next.map({ recording.events[$0].event }), !next.isNamed(like: event) {
            var swapped = Mutant(of: event, .swapped)
            swapped.other = next
            mutants.append(swapped)
        }
        if let other = followers.first(where: { !$0.isNamed(like: event) }) {
            var followed = Mutant(of: event, .followed)
            followed.other = other
            mutants.append(followed)
        }
        return mutants
    }

    /// Returns whether the snapshot and the plan would let a mistake through; `nil` if neither can judge it.
    private func accepts(
        _ mutant: Mutant, _ recorded: RecordedEvent, _ position: Int, _ next: Int?
    ) -> Bool? {
        if !mutant.mistake.changesContent {
            // A plan does not say which events a recording contains, and in which order.
            return defence.map { defence in
                switch mutant.mistake {
                case .swapped: next.map { defence.acceptsSwap(of: position, and: $0) } ?? true
                case .followed:
                    !defence.compares(RecordedEvent(mutant.other ?? recorded.event, source: recorded.source))
                default: !defence.compares(at: position)
                }
            }
        }
        // Nor does it say who the user is.
        if defence == nil, mutant.mistake == .userLost || mutant.mistake == .otherUser { return nil }
        guard let changed = mutant.changed(recorded.event) else { return nil }
        var mistaken = recorded
        mistaken.event = changed
        if let defence, !defence.accepts(mistaken, at: position) { return false }
        return isRight(mistaken)
    }

    /// Returns whether the plan has no errors about an event.
    private func isRight(_ recorded: RecordedEvent) -> Bool {
        plan?.findings(for: recorded).allSatisfy { $0.severity != .error } ?? true
    }
}
