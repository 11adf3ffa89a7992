public import Trackproof

/// The result of checking any number of events.
///
/// Tallies of different events can be merged in any order.
@_spi(Tooling) public struct CheckTally: Sendable, Hashable {
    /// The maximum number of groups. Findings outside of these groups are only counted.
    public static let groupLimit = 10_000

    /// The number of events that were checked.
    public private(set) var eventCount = 0
    /// The number of events without an error and without a warning.
    public private(set) var fittingCount = 0
    /// The number of events, by name in the plan. Unplanned events count under their own names.
    public var eventCounts: NameCounts { countsOfNames.values }
    /// The findings, in groups of equal findings. Each access makes a new dictionary.
    public var groups: [FindingGroup.Key: FindingGroup] {
        unplannedGroups.values.merging(plannedGroups.values) { one, _ in one }
    }
    /// The number of findings that are in no group because of ``groupLimit``.
    public var uncountedFindings: Int { uncounted.values.reduce(0, +) }
    /// The number of findings that are in no group, by severity.
    public var uncounted: [Severity: Int] {
        let counted = groups.values.reduce(into: [:]) { $0[$1.severity, default: 0] += $1.count }
        return counts.merging(counted, uniquingKeysWith: -).filter { $0.value > 0 }
    }

    // Both dictionaries have a limit, because their keys come from the input and could fill the memory.
    private var countsOfNames = LimitedNameCounts(limit: groupLimit)
    // The names in findings about unplanned events and parameters come from the input, too. They have a limit of their
    // own, so that they never displace other findings.
    private var plannedGroups = LeastKeys<FindingGroup.Key, FindingGroup>(limit: groupLimit)
    private var unplannedGroups = LeastKeys<FindingGroup.Key, FindingGroup>(limit: groupLimit)
    /// The number of all findings, by severity.
    private var counts: [Severity: Int] = [:]

    /// Creates an empty tally.
    public init() {}

    /// Creates a tally from results, for example those in a report.
    ///
    /// - Parameter uncounted: The number of findings that are in no group, by severity.
    public init(
        eventCount: Int, fittingCount: Int, eventCounts: NameCounts, groups: [FindingGroup],
        uncounted: [Severity: Int] = [:]
    ) {
        self.eventCount = eventCount
        self.fittingCount = fittingCount
        counts = groups.reduce(into: uncounted) { $0[$1.severity, default: 0] += $1.count }
        countsOfNames.add(eventCounts)
        for group in groups { update(group.key, adding: group) { $0.merge(group) } }
    }

    /// Changes a group, or adds it.
    private mutating func update(
        _ key: FindingGroup.Key, adding group: @autoclosure () -> FindingGroup, _ change: (inout FindingGroup) -> Void
    ) {
        switch key.id {
        case .unplannedEvent, .unplannedParameter: unplannedGroups.update(key, adding: group(), change)
        default: plannedGroups.update(key, adding: group(), change)
        }
    }

    /// Checks an event and adds its findings.
    ///
    /// - Returns: The findings. Empty if the event fits the plan.
    @discardableResult
    public mutating func add(
        _ event: RecordedEvent, checkedBy checker: PlanChecker, _ context: CheckContext, at place: EventPlace
    ) -> [PlanFinding] {
        check(event, checkedBy: checker, context, at: place).findings
    }

    /// Checks an event and adds its findings.
    ///
    /// - Returns: The event's name in the plan, or its own name if the event is not planned, and the findings.
    package mutating func check(
        _ event: RecordedEvent, checkedBy checker: PlanChecker, _ context: CheckContext, at place: EventPlace
    ) -> (name: String, findings: [PlanFinding]) {
        var (name, findings) = checker.check(event, context)
        name = name.bounded
        findings = findings.map(\.bounded)
        eventCount += 1
        countsOfNames.add(name, 1)
        if findings.allSatisfy({ $0.severity == .info }) { fittingCount += 1 }
        if !findings.isEmpty { add(findings, at: place) }
        return (name, findings)
    }

    private mutating func add(_ findings: [PlanFinding], at place: EventPlace) {
        for finding in findings { counts[finding.severity, default: 0] += 1 }
        var seen: Set<FindingGroup.Key> = []
        for finding in findings {
            let key = FindingGroup.Key(finding)
            let isNewEvent = seen.insert(key).inserted
            update(key, adding: FindingGroup(finding, at: place)) { group in
                group.add(finding, at: place, isNewEvent: isNewEvent)
            }
        }
    }

    /// Adds events without findings.
    package mutating func add(fitting name: String, count: Int) {
        eventCount += count
        fittingCount += count
        countsOfNames.add(name, count)
    }

    /// Adds a record that cannot be read.
    package mutating func add(unreadable reason: String, severity: Severity, at place: EventPlace) {
        let finding = PlanFinding(
            id: .unreadable, severity: severity, event: Self.unreadableName, path: "",
            expected: "an event", found: reason)
        add([finding], at: place)
    }

    /// The event's name in findings about records that cannot be read.
    package static let unreadableName = "unreadable records"

    /// Returns the tally with changed places of events. The closure must keep the order of places.
    package func mappingPlaces(_ transform: (EventPlace) -> EventPlace) -> CheckTally {
        var tally = self
        for (key, group) in groups {
            tally.update(key, adding: group) { $0 = $0.mappingPlaces(transform) }
        }
        return tally
    }

    /// Returns the tally with changed places in the plan.
    ///
    /// For example, if the checked plan was made from another plan, the closure can return the place in that plan.
    public func mappingPlanPlaces(_ transform: (PlanPlace) -> PlanPlace) -> CheckTally {
        var tally = self
        for (key, group) in groups {
            tally.update(key, adding: group) { $0 = $0.mappingPlanPlace(transform) }
        }
        return tally
    }

    /// The number of records that cannot be read.
    public var unreadableCount: Int { groups.values.reduce(0) { $0 + ($1.key.id == .unreadable ? $1.count : 0) } }

    /// Adds the result of other events.
    public mutating func merge(_ other: CheckTally) {
        eventCount += other.eventCount
        fittingCount += other.fittingCount
        counts.merge(other.counts, uniquingKeysWith: +)
        countsOfNames.add(other.eventCounts)
        for (key, group) in other.groups { update(key, adding: group) { $0.merge(group) } }
    }

    /// Completes the tally after the last addition, so that reading it takes less time.
    package mutating func finish() {
        countsOfNames.trim()
        plannedGroups.trim()
        unplannedGroups.trim()
    }

    /// Gives the findings of groups the severity ``Severity/info``, for example because few events have these findings.
    public mutating func lower(_ keys: some Sequence<FindingGroup.Key>) {
        let known = groups
        for key in keys {
            guard let group = known[key] else { continue }
            discount(group)
            counts[.info, default: 0] += group.count
            update(key, adding: group) { $0.lower() }
        }
    }

    /// Removes groups, for example those that a team has accepted.
    public mutating func remove(_ keys: some Sequence<FindingGroup.Key>) {
        for key in keys {
            guard let group = plannedGroups.remove(key) ?? unplannedGroups.remove(key) else { continue }
            discount(group)
        }
    }

    private mutating func discount(_ group: FindingGroup) {
        let rest = counts[group.severity, default: 0] - group.count
        counts[group.severity] = rest > 0 ? rest : nil
    }

    /// The groups, sorted by severity and then by the number of events. The highest values come first.
    public var sortedGroups: [FindingGroup] {
        groups.values.sorted { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            if left.eventCount != right.eventCount { return left.eventCount > right.eventCount }
            return left.key < right.key
        }
    }

    /// The greatest severity of the findings, including those that are in no group, or `nil` if there are no findings.
    public var worst: Severity? { counts.keys.max() }

    /// Returns the share of the events with this name that have the group's findings, from 0 to 1.
    ///
    /// For unreadable records, returns their share of all records.
    public func share(of group: FindingGroup) -> Double {
        let counts = counts(of: group)
        return Double(counts.part) / Double(counts.whole)
    }

    /// Returns the number of the events that have the group's findings, and the number of all events with this name.
    ///
    /// For unreadable records, returns their number and the number of all records.
    public func counts(of group: FindingGroup) -> (part: Int, whole: Int) {
        if group.key.id == .unreadable { return (group.count, eventCount + group.count) }
        guard let count = eventCounts[group.key.event], count > 0 else { return (1, 1) }
        return (group.eventCount, count)
    }
}
