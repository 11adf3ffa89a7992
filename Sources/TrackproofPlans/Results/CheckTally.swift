public import Trackproof

/// The result of checking any number of events.
///
/// Tallies of parts of the events can be merged in any order.
@_spi(Tooling) public struct CheckTally: Sendable, Hashable {
    /// The maximum number of groups. Findings that would need a further group are only counted.
    public static let groupLimit = 10_000

    /// The number of events that were checked.
    public private(set) var eventCount = 0
    /// The number of events without a finding.
    public private(set) var fittingCount = 0
    /// The number of events of each name.
    public private(set) var eventCounts: [String: Int] = [:]
    /// The findings, in groups of equal findings.
    public private(set) var groups: [FindingGroup.Key: FindingGroup] = [:]
    /// The number of findings that are in no group because of ``groupLimit``.
    public private(set) var uncountedFindings = 0

    /// Creates an empty tally.
    public init() {}

    /// Adds an event with its findings.
    public mutating func add(_ event: RecordedEvent, _ findings: [PlanFinding], at place: EventPlace) {
        eventCount += 1
        if findings.isEmpty { fittingCount += 1 }
        count(event.event.displayName, 1)
        var seen: Set<FindingGroup.Key> = []
        for finding in findings {
            let key = FindingGroup.Key(finding)
            let isNewEvent = seen.insert(key).inserted
            if groups[key] != nil {
                groups[key]?.add(finding, at: place, isNewEvent: isNewEvent)
            } else if groups.count < Self.groupLimit {
                groups[key] = FindingGroup(finding, at: place)
            } else {
                uncountedFindings += 1
            }
        }
    }

    /// Adds the result of other events.
    public mutating func merge(_ other: CheckTally) {
        eventCount += other.eventCount
        fittingCount += other.fittingCount
        uncountedFindings += other.uncountedFindings
        for (name, number) in other.eventCounts { count(name, number) }
        for (key, group) in other.groups {
            if groups[key] != nil {
                groups[key]?.merge(group)
            } else if groups.count < Self.groupLimit {
                groups[key] = group
            } else {
                uncountedFindings += group.count
            }
        }
    }

    private mutating func count(_ name: String, _ number: Int) {
        // Does not count further names: they come from outside, and each one needs memory.
        if eventCounts[name] == nil, eventCounts.count >= Self.groupLimit { return }
        eventCounts[name, default: 0] += number
    }

    /// Removes groups, for example those that a team has accepted.
    public mutating func remove(_ keys: some Sequence<FindingGroup.Key>) {
        for key in keys { groups[key] = nil }
    }

    /// The groups, sorted by severity and then by the number of events. The highest values come first.
    public var sortedGroups: [FindingGroup] {
        groups.values.sorted { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            if left.eventCount != right.eventCount { return left.eventCount > right.eventCount }
            return left.key < right.key
        }
    }

    /// The greatest severity of the findings, or `nil` if there are none.
    public var worst: Severity? { groups.values.map(\.severity).max() }

    /// Returns the share of a group among the events of its name, from 0 to 1.
    public func share(of group: FindingGroup) -> Double {
        guard let count = eventCounts[group.key.event], count > 0 else { return 1 }
        return Double(group.eventCount) / Double(count)
    }
}
