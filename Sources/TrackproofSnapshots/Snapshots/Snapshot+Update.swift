import Trackproof

extension Snapshot {
    /// Creates a first snapshot from a recording.
    ///
    /// The snapshot contains the events of the source in `settings`, without their times, their ids and the values to
    /// which rules in `volatile` apply.
    package init(recorded recording: Recording, settings: SnapshotSettings = SnapshotSettings()) {
        var rules = CompiledRules(settings, types: .exact)
        let source = settings.comparedSource
        var labels = UserLabels()
        var events: [RecordedEvent] = []
        for recorded in recording.events where recorded.source == source {
            let known = rules.rules(for: recorded.event)
            if !known.isIgnored, !recorded.event.needsName {
                events.append(labels.labeling(recorded).asExpected(volatile: known.volatile))
            }
        }
        self.init(events, settings: settings)
    }

    /// Returns this snapshot, updated so that it expects the events of a recording.
    ///
    /// Events that match keep their content, including values to which rules in `volatile` apply. If the order of
    /// events does not count, they also keep their order. If the order counts, all compared events get the order of the
    /// recording. The settings stay as they are, except that `ordered` is adapted to the new events. Users keep their
    /// labels. If the snapshot has no labels, all events of the recording that have a user get one.
    package func updated(
        to recording: Recording, options: ComparisonOptions = ComparisonOptions()
    ) -> Snapshot {
        let plan = ComparisonPlan(settings, options)
        let (expected, actual) = plan.lists(expected: events, actual: recording.events)
        let matching = Matching(
            expected: expected, actual: actual, order: plan.settings.order, groupCount: plan.settings.ordered.count)

        // The key is the position of an event in the recording. The value is the position of the snapshot's event that
        // this event matches or replaces.
        var partner: [Int: Int] = [:]
        var isMatched: Set<Int> = []
        for (index, match) in matching.expectedOfActual.enumerated() where match >= 0 {
            partner[Int(actual.positions[index])] = Int(expected.positions[Int(match)])
            isMatched.insert(Int(actual.positions[index]))
        }
        let change = Comparison(of: recording, with: self, options: options).differences
        for difference in change
        where difference.kind == .changed || difference.kind == .renamed {
            if let left = difference.expectedPosition, let right = difference.actualPosition { partner[right] = left }
        }

        let indices = Dictionary(
            uniqueKeysWithValues: zip(expected.positions.map(Int.init), expected.positions.indices))
        let pairs = actual.positions.enumerated().compactMap { index, position in
            partner[Int(position)].flatMap { indices[$0] }.map { UserComparison.Pair(expected: $0, actual: index) }
        }
        var labels =
            expected.users.ids.isEmpty ? UserLabels() : UserComparison(expected, actual, plan, pairs)?.labels
        let compared = Set(expected.positions.map(Int.init))
        let left = events.indices.filter { !compared.contains($0) }.map { events[$0] }
        var result = self
        result.settings = settings.fitting(
            left + actual.positions.map { recording.events[Int($0)] }, insteadOf: events, after: change)
        var merge = SnapshotMerge(
            snapshot: self, rules: ComparisonPlan(result.settings, options).rules, compared: compared)
        for position in actual.positions.map(Int.init) {
            merge.add(
                labels?.labeling(recording.events[position]) ?? recording.events[position], at: position,
                partner: partner[position], isMatched: isMatched.contains(position), keepsUser: labels == nil)
        }
        // A snapshot must not contain an event without a name. So such an event of the recording remains a difference.
        result.events = merge.events(order: plan.settings.order).filter { !$0.event.needsName }
        return result
    }
}

extension Snapshot {
    /// Returns the snapshot with additional rules in `volatile`.
    ///
    /// In the snapshot's events, placeholders such as `<uuid>` replace the values to which these rules apply.
    package func adding(_ volatile: [SnapshotSettings.Volatile]) -> Snapshot {
        var result = self
        result.settings.volatile += volatile
        var rules = CompiledRules(SnapshotSettings(volatile: volatile), types: .exact)
        for (index, recorded) in events.enumerated() {
            guard let node = rules.rules(for: recorded.event).volatile else { continue }
            result.events[index].event.parameters = recorded.event.parameters.showing(node, keeping: nil)
        }
        return result
    }
}

extension Snapshot {
    /// Returns the differences between this snapshot and `other`, its updated version.
    ///
    /// The comparison applies no rules, so a placeholder such as `<uuid>` equals only the same placeholder. If `other`
    /// has a placeholder for a parameter, the difference marks the parameter as volatile. Without this mark, messages
    /// would say that the parameter's type changed.
    public func change(to other: Snapshot) -> Comparison {
        var literal = self
        literal.settings = SnapshotSettings(order: settings.order, ordered: settings.ordered)
        // All events of a snapshot have the same source, so the comparison gets the events without their sources.
        var change = Comparison(of: Recording(other.events.map { RecordedEvent($0.event) }), with: literal)
        let shapes = Set(other.settings.volatile.map(\.shape.placeholder))
        change.differences = change.differences.map { $0.marking(shapes) }
        return change
    }
}

/// A merge of the events of a snapshot and the events of a recording.
private struct SnapshotMerge {
    private struct Entry {
        let event: RecordedEvent
        /// The position of the event in the recording, or `nil` if the event is in the snapshot and is not compared.
        let position: Int?
        let groups: UInt64
    }

    private let snapshot: Snapshot
    /// The parameters that all events of the snapshot share, if its file contains them only once.
    private let common: EventParameters?
    private let compared: Set<Int>
    private var rules: CompiledRules
    /// The entries that match or replace an event of the snapshot. The key is the position of that event.
    private var inPlace: [Int: Entry] = [:]
    /// The entries that are new. The key is the position of the snapshot's event in front of them, or -1.
    private var following: [Int: [Entry]] = [:]
    private var last = -1

    init(snapshot: Snapshot, rules: CompiledRules, compared: Set<Int>) {
        self.snapshot = snapshot
        common = snapshot.common
        self.rules = rules
        self.compared = compared
    }

    /// - Parameter keepsUser: Whether an event in place of an event of the snapshot keeps the label of that event.
    mutating func add(
        _ recorded: RecordedEvent, at position: Int, partner: Int?, isMatched: Bool, keepsUser: Bool
    ) {
        let known = rules.rules(for: recorded.event)
        let old = partner.map { snapshot.events[$0] }
        // A new event gets the written value of a common parameter that varies. Otherwise, the parameter would no longer
        // be common.
        var event = recorded.asExpected(volatile: known.volatile, keeping: old?.event.parameters ?? common)
        if let old {
            // If a recorded event replaces an event in the file, the members that Trackproof does not know stay in the
            // file.
            if isMatched { event = old } else { event.unknown = old.unknown }
            if !event.event.kind.isIdentity { event.event.user = (keepsUser ? old : recorded).event.user }
        }
        let entry = Entry(event: event, position: position, groups: known.groups)
        if let partner {
            inPlace[partner] = entry
            last = partner
        } else {
            following[last, default: []].append(entry)
        }
    }

    func events(order: SnapshotSettings.Order) -> [RecordedEvent] {
        // An event that is not compared stays in front of the events that followed it in the snapshot.
        var entries = following[-1] ?? []
        for (index, event) in snapshot.events.enumerated() {
            if !compared.contains(index) {
                entries.append(Entry(event: event, position: nil, groups: 0))
            } else if let entry = inPlace[index] {
                entries.append(entry)
            }
            entries += following[index] ?? []
        }
        switch order {
        case .strict: reorder(&entries) { $0.position != nil }
        case .any:
            for group in 0..<min(rules.settings.ordered.count, CompiledRules.groupLimit) {
                reorder(&entries) { $0.groups & 1 << UInt64(group) != 0 }
            }
        }
        return entries.map(\.event)
    }

    /// Sorts the entries for which `isChosen` is `true` by their positions in the recording.
    ///
    /// Each of the other entries keeps its index.
    private func reorder(_ entries: inout [Entry], _ isChosen: (Entry) -> Bool) {
        let places = entries.indices.filter { isChosen(entries[$0]) }
        let chosen = places.map { entries[$0] }.sorted { ($0.position ?? 0) < ($1.position ?? 0) }
        for (place, entry) in zip(places, chosen) { entries[place] = entry }
    }
}

extension RecordedEvent {
    /// Returns the event as a snapshot contains it, without its time, its id and the values that vary.
    ///
    /// The value in `old` replaces each value to which a rule in `volatile` applies. If `old` has no such value, a
    /// placeholder such as `<uuid>` replaces the value.
    func asExpected(volatile: ValueRule?, keeping old: EventParameters? = nil) -> RecordedEvent {
        var result = asExpected
        guard let volatile else { return result }
        result.event.parameters = result.event.parameters.showing(volatile, keeping: old)
        return result
    }
}

extension EventParameters {
    fileprivate func showing(_ volatile: ValueRule, keeping old: EventParameters?) -> EventParameters {
        EventParameters(
            map { parameter in
                guard let node = volatile.member(parameter.name) else { return parameter }
                return EventParameter(parameter.name, parameter.value.showing(node, keeping: old?[parameter.name]))
            })
    }
}

extension EventValue {
    fileprivate func showing(_ volatile: ValueRule, keeping old: EventValue?) -> EventValue {
        if let shape = volatile.shape { return old ?? shape.placeholder }
        switch self {
        case .object(let parameters):
            var oldMembers: EventParameters?
            if case .object(let members)? = old { oldMembers = members }
            return .object(parameters.showing(volatile, keeping: oldMembers))
        case .array(let values):
            var oldValues: [EventValue] = []
            if case .array(let values)? = old { oldValues = values }
            return .array(
                values.enumerated().map { index, value in
                    guard let node = volatile.element(index) else { return value }
                    return value.showing(node, keeping: index < oldValues.count ? oldValues[index] : nil)
                })
        default: return self
        }
    }
}
