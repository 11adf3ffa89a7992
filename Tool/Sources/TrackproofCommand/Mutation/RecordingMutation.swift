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
    private var defence: SnapshotDefence?
    private let plan: LoadedPlan?
    /// The source of the events with mistakes.
    private let source: EventSource
    private let seen: SeenEvents

    /// The maximum number of unnoticed mistakes in the order for which the report names a rule each.
    private static let swapLimit = 3

    /// The maximum number of events in a recording.
    static let eventLimit = 100_000

    /// - Parameters:
    ///   - recording: A recording that matches the snapshot.
    ///   - defence: The snapshot, or `nil` to ask the plan alone.
    ///   - plan: The plan, or `nil` to ask the snapshot alone.
    init(of recording: Recording, _ defence: SnapshotDefence?, _ plan: LoadedPlan?, source: EventSource) {
        (self.recording, self.defence, self.plan, self.source) = (recording, defence, plan, source)
        seen = SeenEvents(recording.events.lazy.filter { $0.source == source }.map(\.event))
    }

    /// Plants all mistakes, and returns one entry for each kind of mistake.
    ///
    /// - Parameter progress: A closure that is called from time to time with the number of mistakes that were planted.
    mutating func entries(progress: (Int) -> Void) -> [MutationEntry] {
        var entries: [Mutant: MutationEntry] = [:]
        var order: [Mutant] = []
        var count = 0
        let positions = recording.events.indices.filter { recording.events[$0].source == source }
        for (number, position) in positions.enumerated() {
            let recorded = recording.events[position]
            let next = number + 1 < positions.count ? positions[number + 1] : nil
            let known = Set(findings(of: recorded))
            for mutant in mutants(at: position, before: next) {
                guard let isAccepted = accepts(mutant, recorded, position, next, known) else { continue }
                if entries[mutant] == nil {
                    order.append(mutant)
                    entries[mutant] = MutationEntry(mutant)
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
        let swaps = survivors.filter { $0.mistake == .swapped }.count
        for mutant in survivors {
            entries[mutant]?.hint =
                mutant.mistake == .swapped && swaps > Self.swapLimit
                ? "the order does not count: \"order\": \"strict\", or groups of names in \"ordered\""
                : hint(mutant)
        }
        // Mistakes in the order are about two events, so they follow the mistakes in each event.
        return (order.filter { $0.mistake != .swapped } + order.filter { $0.mistake == .swapped }).compactMap {
            entries[$0]
        }
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
        // An event that the snapshot ignores would say nothing about the event that it follows.
        let others = seen.groups.lazy.map(\.first).filter { other in
            !other.isNamed(like: event) && (defence?.compares(RecordedEvent(other, source: source)) ?? true)
        }
        if let other = others.first {
            var followed = Mutant(of: event, .followed)
            followed.other = other
            mutants.append(followed)
        }
        return mutants
    }

    /// Returns whether the snapshot and the plan would let a mistake through; `nil` if neither can judge it.
    private func accepts(
        _ mutant: Mutant, _ recorded: RecordedEvent, _ position: Int, _ next: Int?, _ known: Set<Finding>
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
        return Set(findings(of: mistaken)).isSubset(of: known)
    }

    /// What the plan says about one event.
    private struct Finding: Hashable {
        let id: FindingID
        let path: String
    }

    private func findings(of recorded: RecordedEvent) -> [Finding] {
        guard let plan else { return [] }
        return plan.findings(for: recorded).filter { $0.severity == .error }.map { Finding(id: $0.id, path: $0.path) }
    }

    // MARK: Hints

    /// Returns the smallest change of the snapshot or of the plan that would notice a mistake.
    private mutating func hint(_ mutant: Mutant) -> String? {
        let event = Event(mutant.name, kind: mutant.kind)
        guard let group = seen.group(of: event) else { return nil }
        var hints: [String] = []
        if defence != nil { hints.append(snapshotHint(mutant, group)) }
        if plan != nil, mutant.mistake.changesContent, let hint = planHint(mutant, group) { hints.append(hint) }
        return hints.isEmpty ? nil : hints.joined(separator: "; ")
    }

    private mutating func snapshotHint(_ mutant: Mutant, _ group: SeenEvents.Group) -> String {
        if let pattern = defence?.ignoringPattern(
            of: mutant.mistake == .followed ? mutant.other ?? group.first : group.first)
        {
            return "the snapshot ignores `\(pattern)`: remove it from `ignore`"
        }
        if mutant.mistake == .swapped, let other = mutant.other {
            let names = [group.first, other].map { EventValue.string($0.displayName).description }
            return "the order does not count: \"ordered\": [[\(names.joined(separator: ", "))]]"
        }
        let path = mutant.mistake == .userLost || mutant.mistake == .otherUser ? "user" : mutant.path
        guard let rule = defence?.rule(at: path, of: group.first) else { return "the snapshot does not compare it" }
        let values = path == "user" ? group.users : group.values[rule.path]
        let isPersonal = isPersonal(rule.path, in: group)
        return "rule `\(rule.shape.text)`: \(proposal(insteadOf: rule.shape, for: values, isPersonal: isPersonal))"
    }

    /// Returns whether the plan hides the values at a path, so that the report must not show them.
    private func isPersonal(_ path: String, in group: SeenEvents.Group) -> Bool {
        guard let checker = plan?.checker else { return false }
        let redacted = SeenEvents([checker.redacted(group.first)]).groups.first
        let shown = path == "user" ? redacted?.users : redacted?.values[path]
        return shown?.distinct.contains(.string(PlanChecker.redactedText)) ?? true
    }

    /// Returns a narrower shape that fits all values that were seen.
    private func proposal(
        insteadOf shape: VolatileShape, for values: SeenEvents.Values?, isPersonal: Bool
    ) -> String {
        guard let values, values.count > 0 else { return "name a narrower shape" }
        let count = values.count == 1 ? "the only value" : "all \(values.count) values"
        let narrowest = VolatileShape.narrowest(of: values.distinct)
        switch narrowest {
        case .uuid, .timestamp, .url: break
        default:
            if values.distinct.count > 1 { break }
            let verb = values.count == 1 ? "is" : "are"
            let value = isPersonal ? (values.count == 1 ? "not shown" : "equal") : values.distinct[0].description
            return "\(count) seen \(verb) \(value); without the rule, another value differs"
        }
        guard let narrowest, narrowest.text != shape.text else { return "no narrower shape fits \(count) seen" }
        return "`\(narrowest.text)` fits \(count) seen"
    }

    /// Returns the smallest change of the plan that would notice a mistake; `nil` if no change is evident.
    private func planHint(_ mutant: Mutant, _ group: SeenEvents.Group) -> String? {
        let values = group.values[mutant.path]
        let all = group.count == 1 ? "the only event has" : "all \(group.count) events have"
        let isAlwaysThere = values?.eventCount == group.count
        switch mutant.mistake {
        case .parameterLost: return isAlwaysThere ? "plan: \(all) it, so `required: true`" : nil
        case .parameterAdded: return "plan: `closed: true`"
        case .empty: return values?.distinct.first?.array == nil ? "plan: `minLength: 1`" : "plan: `minItems: 1`"
        case .otherValue:
            guard let values, let shape = VolatileShape.narrowest(of: values.distinct) else { return nil }
            let isPersonal = isPersonal(mutant.path, in: group)
            if values.areCases, !isPersonal {
                return "plan: `enum: \(EventValue.array(values.distinct))` fits all \(values.count) values seen"
            }
            switch shape {
            case .uuid: return "plan: `format: uuid` fits all \(values.count) values seen"
            case .timestamp where values.distinct[0].string != nil:
                return "plan: `format: date-time` fits all \(values.count) values seen"
            case .url: return "plan: `format: uri` fits all \(values.count) values seen"
            case .pattern(let pattern) where !isPersonal: return "plan: `pattern: \(pattern.source)` fits all \(values.count) values seen"
            default: return nil
            }
        // In a plan, 3.0 is a valid integer, with a finding of the severity `info`.
        case .integerAsNumber: return "plan: `check: {integer-as-float: error}`"
        case .null, .numberAsText, .textAsNumber, .boolAsText:
            return values?.distinct.first.map { "plan: `type: \($0.typeName)`" }
        default: return nil
        }
    }
}
