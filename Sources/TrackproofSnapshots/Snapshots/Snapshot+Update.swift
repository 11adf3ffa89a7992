internal import Trackproof

extension Snapshot {
    /// Creates a first snapshot of a recording.
    ///
    /// The snapshot contains the recording's events of the compared source, without values that belong to one run only.
    package init(recorded recording: Recording, settings: SnapshotSettings = SnapshotSettings()) {
        var rules = CompiledRules(settings, types: .exact)
        let source = settings.source ?? .app
        var events: [RecordedEvent] = []
        for recorded in recording.events where recorded.source == source {
            let known = rules.rules(for: recorded.event)
            if !known.isIgnored, !recorded.event.needsName {
                events.append(recorded.asExpected(volatile: known.volatile))
            }
        }
        self.init(events, settings: settings)
    }

    /// Returns the snapshot, updated to expect the events of a recording.
    ///
    /// The snapshot changes only as far as the recording differs. Events that match stay as they are, including
    /// volatile values, in the snapshot's order. Everything else in the file stays too, except that `ordered` is
    /// adapted to the new events. If the order counts, the events get the recording's order.
    package func updated(
        to recording: Recording, options: ComparisonOptions = ComparisonOptions()
    ) -> Snapshot {
        let plan = ComparisonPlan(settings, options)
        let (expected, actual) = plan.lists(expected: events, actual: recording.events)
        let matching = Matching(
            expected: expected, actual: actual, order: plan.settings.order, groupCount: plan.settings.ordered.count)

        // For each event of the recording, the event of the snapshot that it matches or replaces, both by position.
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

        let compared = Set(expected.positions.map(Int.init))
        let left = events.indices.filter { !compared.contains($0) }.map { events[$0] }
        var result = self
        result.settings = settings.fitting(
            left + actual.positions.map { recording.events[Int($0)] }, insteadOf: events, after: change)
        var merge = SnapshotMerge(
            snapshot: self, rules: ComparisonPlan(result.settings, options).rules, compared: compared)
        for position in actual.positions.map(Int.init) {
            merge.add(
                recording.events[position], at: position, partner: partner[position],
                isMatched: isMatched.contains(position))
        }
        // An event without a name cannot be expected, so it stays a difference.
        result.events = merge.events(order: plan.settings.order).filter { !$0.event.needsName }
        return result
    }
}

extension Snapshot {
    /// Returns the snapshot with more volatile parameters.
    ///
    /// In the snapshot's events, the placeholders of these parameters' shapes replace the values of one run.
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

@_spi(Tooling) extension Snapshot {
    /// Returns the changes that accepting `other` in place of this snapshot would make.
    ///
    /// The comparison is literal: a placeholder equals only the same placeholder. If a placeholder replaces a value,
    /// the parameter counts as volatile, so messages do not mention a new type.
    public func change(to other: Snapshot) -> Comparison {
        var literal = self
        literal.settings = SnapshotSettings(order: settings.order, ordered: settings.ordered)
        // All events of a snapshot have one source, so this comparison ignores their sources.
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
        /// The position in the recording, or `nil` for an event that is not compared.
        let position: Int?
        let groups: UInt64
    }

    private let snapshot: Snapshot
    private let compared: Set<Int>
    private var rules: CompiledRules
    /// The new entries, by the position of the snapshot's event that they match or replace.
    private var inPlace: [Int: Entry] = [:]
    /// The new events, by the position of the snapshot's event that they follow. -1 is the start.
    private var following: [Int: [Entry]] = [:]
    private var last = -1

    init(snapshot: Snapshot, rules: CompiledRules, compared: Set<Int>) {
        self.snapshot = snapshot
        self.rules = rules
        self.compared = compared
    }

    mutating func add(_ recorded: RecordedEvent, at position: Int, partner: Int?, isMatched: Bool) {
        let known = rules.rules(for: recorded.event)
        let old = partner.map { snapshot.events[$0] }
        var event = recorded.asExpected(volatile: known.volatile, keeping: old?.event.parameters)
        if let old {
            // Unknown members of an event in the file stay, even if another event replaces that event.
            if isMatched { event = old } else { event.unknown = old.unknown }
            // If the snapshot names the user of an event, the updated snapshot also names the event's user.
            if old.event.user != nil, !isMatched { event.event.user = recorded.event.user }
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
        // An event that is not compared keeps its place, before the events that followed it.
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

    /// Sorts the chosen entries by their place in the recording. The other entries keep their places.
    private func reorder(_ entries: inout [Entry], _ isChosen: (Entry) -> Bool) {
        let places = entries.indices.filter { isChosen(entries[$0]) }
        let chosen = places.map { entries[$0] }.sorted { ($0.position ?? 0) < ($1.position ?? 0) }
        for (place, entry) in zip(places, chosen) { entries[place] = entry }
    }
}

extension RecordedEvent {
    /// Returns the event without values that belong to one run only.
    ///
    /// Each volatile value is replaced by the value in `old`. If `old` has no such value, the placeholder of the
    /// value's shape replaces it.
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
