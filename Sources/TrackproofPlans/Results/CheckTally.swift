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
    public var eventCounts: [String: Int] { countsOfNames.values }
    /// The findings, in groups of equal findings.
    public var groups: [FindingGroup.Key: FindingGroup] { groupsOfKeys.values }
    /// The number of findings that are in no group because of ``groupLimit``.
    public var uncountedFindings: Int { findingCount - groups.values.reduce(0) { $0 + $1.count } }

    // Both dictionaries have a limit, because their keys come from the input and could fill the memory.
    private var countsOfNames = LeastKeys<String, Int>(limit: groupLimit)
    private var groupsOfKeys = LeastKeys<FindingGroup.Key, FindingGroup>(limit: groupLimit)
    private var findingCount = 0

    /// Creates an empty tally.
    public init() {}

    /// Creates a tally from results, for example those in a report.
    ///
    /// - Parameter uncountedFindings: The number of findings that are in no group.
    public init(
        eventCount: Int, fittingCount: Int, eventCounts: [String: Int], groups: [FindingGroup], uncountedFindings: Int
    ) {
        self.eventCount = eventCount
        self.fittingCount = fittingCount
        findingCount = groups.reduce(uncountedFindings) { $0 + $1.count }
        for (name, number) in eventCounts { countsOfNames.update(name, adding: number) { $0 += number } }
        for group in groups { groupsOfKeys.update(group.key, adding: group) { $0.merge(group) } }
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
        let (name, findings) = checker.check(event, context)
        eventCount += 1
        countsOfNames.update(name, adding: 1) { $0 += 1 }
        if findings.allSatisfy({ $0.severity == .info }) { fittingCount += 1 }
        if !findings.isEmpty { add(findings, at: place) }
        return (name, findings)
    }

    private mutating func add(_ findings: [PlanFinding], at place: EventPlace) {
        findingCount += findings.count
        var seen: Set<FindingGroup.Key> = []
        for finding in findings {
            let key = FindingGroup.Key(finding)
            let isNewEvent = seen.insert(key).inserted
            groupsOfKeys.update(key, adding: FindingGroup(finding, at: place)) { group in
                group.add(finding, at: place, isNewEvent: isNewEvent)
            }
        }
    }

    /// Adds events without findings.
    package mutating func add(fitting name: String, count: Int) {
        eventCount += count
        fittingCount += count
        countsOfNames.update(name, adding: count) { $0 += count }
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
            tally.groupsOfKeys.update(key, adding: group) { $0 = $0.mappingPlaces(transform) }
        }
        return tally
    }

    /// Returns the tally with changed places in the plan.
    ///
    /// For example, if the checked plan was made from another plan, the closure can return the place in that plan.
    public func mappingPlanPlaces(_ transform: (PlanPlace) -> PlanPlace) -> CheckTally {
        var tally = self
        for (key, group) in groups {
            tally.groupsOfKeys.update(key, adding: group) { $0 = $0.mappingPlanPlace(transform) }
        }
        return tally
    }

    /// The number of records that cannot be read.
    public var unreadableCount: Int { groups.values.reduce(0) { $0 + ($1.key.id == .unreadable ? $1.count : 0) } }

    /// Adds the result of other events.
    public mutating func merge(_ other: CheckTally) {
        eventCount += other.eventCount
        fittingCount += other.fittingCount
        findingCount += other.findingCount
        for (name, number) in other.eventCounts { countsOfNames.update(name, adding: number) { $0 += number } }
        for (key, group) in other.groups { groupsOfKeys.update(key, adding: group) { $0.merge(group) } }
    }

    /// Gives the findings of groups the severity ``Severity/info``, for example because few events have these findings.
    public mutating func lower(_ keys: some Sequence<FindingGroup.Key>) {
        for key in keys {
            guard let group = groups[key] else { continue }
            groupsOfKeys.update(key, adding: group) { $0.lower() }
        }
    }

    /// Removes groups, for example those that a team has accepted.
    public mutating func remove(_ keys: some Sequence<FindingGroup.Key>) {
        for key in keys { findingCount -= groupsOfKeys.remove(key)?.count ?? 0 }
    }

    /// The groups, sorted by severity and then by the number of events. The highest values come first.
    public var sortedGroups: [FindingGroup] {
        groups.values.sorted { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            if left.eventCount != right.eventCount { return left.eventCount > right.eventCount }
            return left.key < right.key
        }
    }

    /// The greatest severity of the findings, or `nil` if there are no findings.
    public var worst: Severity? { groups.values.map(\.severity).max() }

    /// Returns the share of the events with this name that have the group's findings, from 0 to 1.
    ///
    /// For unreadable records, returns their share of all records.
    public func share(of group: FindingGroup) -> Double {
        if group.key.id == .unreadable { return Double(group.count) / Double(eventCount + group.count) }
        guard let count = eventCounts[group.key.event], count > 0 else { return 1 }
        return Double(group.eventCount) / Double(count)
    }
}
