package import Trackproof
package import TrackproofPlans

/// The result of a check: the numbers of events, and the findings in groups.
///
/// ``merge(_:)`` combines the results of different events, such as the events of several files, in any order.
package struct CheckTally: Sendable, Hashable {
    /// The maximum number of planned groups, and of unplanned groups, in ``groups``.
    ///
    /// The groups with the ids `unplannedEvent` and `unplannedParameter` are the unplanned groups. Above the limit, the
    /// tally only counts findings.
    package static let groupLimit = 10_000

    /// The number of checked events.
    package private(set) var eventCount = 0
    /// The number of checked events that have neither an error nor a warning.
    package private(set) var fittingCount = 0
    /// The number of events of other sources, which were not checked.
    package private(set) var skippedCount = 0
    /// The number of checked events that the plan does not have, and that the check ignores.
    package private(set) var ignoredCount = 0
    /// For each event name, the number of events.
    ///
    /// The name is the event's name in the plan. If the plan does not contain the event, it is the name that the app
    /// tracked.
    package var eventCounts: NameCounts { plannedNames.values.merging(unplannedNames.values) }
    /// The findings in groups. Findings with the same event, path and id are in one group.
    ///
    /// Each access to this property creates a new dictionary.
    package var groups: [FindingGroup.Key: FindingGroup] {
        unplannedGroups.values.merging(plannedGroups.values) { one, _ in one }
    }
    /// The number of findings that are in no group, because there were more groups than ``groupLimit``.
    package var uncountedFindings: Int { uncounted.values.reduce(0, +) }
    /// For each severity, the number of findings that are in no group.
    package var uncounted: [Severity: Int] {
        let counted = groups.values.reduce(into: [:]) { $0[$1.severity, default: 0] += $1.count }
        return counts.merging(counted, uniquingKeysWith: -).filter { $0.value > 0 }
    }

    /// The numbers of planned events, by name. The plan limits their number.
    package private(set) var plannedNames = LimitedNameCounts(limit: .max / 4)
    // The app chooses the names of unplanned events, so there can be any number of them. Without a limit, they could fill
    // the memory.
    package private(set) var unplannedNames = LimitedNameCounts(limit: groupLimit)
    // The names in unplanned findings come from the checked events, so there can be any number of unplanned groups.
    // With one common limit, these groups could displace the planned groups.
    private var plannedGroups = LeastKeys<FindingGroup.Key, FindingGroup>(limit: groupLimit)
    private var unplannedGroups = LeastKeys<FindingGroup.Key, FindingGroup>(limit: groupLimit)
    /// For each severity, the number of all findings, in groups or not.
    private var counts: [Severity: Int] = [:]

    /// Creates an empty tally.
    package init() {}

    /// Creates a tally from the numbers in a report.
    ///
    /// - Parameters:
    ///   - skippedCount: The number of events of other sources.
    ///   - ignoredCount: The number of events that the plan does not have, and that the check ignores.
    ///   - eventCounts: The number of events, for each planned name.
    ///   - unplannedCounts: The number of events, for each name that the plan does not contain.
    ///   - uncounted: For each severity, the number of findings that are in no group.
    package init(
        eventCount: Int, fittingCount: Int, skippedCount: Int = 0, ignoredCount: Int = 0, eventCounts: NameCounts,
        unplannedCounts: NameCounts = [:], groups: [FindingGroup], uncounted: [Severity: Int] = [:]
    ) {
        self.eventCount = eventCount
        self.fittingCount = fittingCount
        self.skippedCount = skippedCount
        self.ignoredCount = ignoredCount
        counts = groups.reduce(into: uncounted) { $0[$1.severity, default: 0] += $1.count }
        plannedNames.add(eventCounts)
        unplannedNames.add(unplannedCounts)
        for group in groups { update(group.key, adding: group) { $0.merge(group) } }
    }

    /// Calls `change` with the group that has this key. If there is no such group, adds `group` instead.
    private mutating func update(
        _ key: FindingGroup.Key, adding group: @autoclosure () -> FindingGroup, _ change: (inout FindingGroup) -> Void
    ) {
        switch key.id {
        case .unplannedEvent, .unplannedParameter: unplannedGroups.update(key, adding: group(), change)
        default: plannedGroups.update(key, adding: group(), change)
        }
    }

    /// Checks an event, and adds the findings to the tally.
    ///
    /// - Returns: The findings, the index of the planned event, and the event's name in the plan. If the plan does not
    ///   contain the event, the index is `nil` and the name is the name that the app tracked.
    package mutating func check(
        _ event: RecordedEvent, checkedBy checker: PlanChecker, _ context: CheckContext, at place: EventPlace
    ) -> (index: Int?, name: String, findings: [PlanFinding]) {
        let checked = checker.check(event, context)
        let name = checked.name.bounded
        let findings = checked.findings.map(\.bounded)
        eventCount += 1
        if checked.index == nil { unplannedNames.add(name, 1) } else { plannedNames.add(name, 1) }
        if checked.index == nil, checker.ignores(unplanned: event) { ignoredCount += 1 }
        if PlanStatus(findings) == .planned { fittingCount += 1 }
        if !findings.isEmpty { add(findings, at: place) }
        return (checked.index, name, findings)
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

    /// Adds events that the caller has already checked and that have no findings.
    ///
    /// - Parameter name: The event's name in the plan, shortened with `bounded`.
    package mutating func add(fitting name: String, count: Int) {
        eventCount += count
        fittingCount += count
        plannedNames.add(name, count)
    }

    /// Adds events of other sources, which were not checked.
    package mutating func add(skipped count: Int) { skippedCount += count }

    /// Adds a finding about a record that is damaged or is not an event.
    package mutating func add(unreadable reason: String, severity: Severity, at place: EventPlace) {
        let finding = PlanFinding(
            id: .unreadable, severity: severity, event: PlanFinding.unreadableName, path: "",
            expected: "an event", found: reason)
        add([finding], at: place)
    }

    /// Returns a copy in which `transform` has changed the places of events. `transform` must keep the order of the
    /// places.
    package func mappingPlaces(_ transform: (EventPlace) -> EventPlace) -> CheckTally {
        mappingGroups { $0.mappingPlaces(transform) }
    }

    /// Returns a copy in which `transform` has changed the places in the plan.
    ///
    /// For example, a plan can be compiled from several files. `transform` can change a place in the compiled plan to
    /// the place in one of these files.
    package func mappingPlanPlaces(_ transform: (PlanPlace) -> PlanPlace) -> CheckTally {
        mappingGroups { $0.mappingPlanPlace(transform) }
    }

    private func mappingGroups(_ transform: (FindingGroup) -> FindingGroup) -> CheckTally {
        var tally = self
        for (key, group) in groups { tally.update(key, adding: group) { $0 = transform($0) } }
        return tally
    }

    /// Adds the result of other events to this result.
    package mutating func merge(_ other: CheckTally) {
        eventCount += other.eventCount
        fittingCount += other.fittingCount
        skippedCount += other.skippedCount
        ignoredCount += other.ignoredCount
        counts.merge(other.counts, uniquingKeysWith: +)
        plannedNames.add(other.plannedNames.values)
        unplannedNames.add(other.unplannedNames.values)
        for (key, group) in other.groups { update(key, adding: group) { $0.merge(group) } }
    }

    /// Drops names and groups above the limits. Call this after the last event, so that ``groups`` takes less time.
    package mutating func finish() {
        unplannedNames.trim()
        plannedGroups.trim()
        unplannedGroups.trim()
    }

    /// Adds the most similar name of the plan to each group of unplanned events. Call this before making a report.
    ///
    /// A check does not search for these names, because a large archive can have millions of unplanned names.
    package mutating func suggestNames(of plan: TrackingPlan) {
        let names = PlanNames(plan)
        for (key, group) in unplannedGroups.values where key.id == .unplannedEvent {
            unplannedGroups.update(key, adding: group) { $0.suggest(names.nearest(to: key.event)) }
        }
    }

    /// Changes the severity of groups to ``Severity/info``, for example because only few events have these findings.
    package mutating func lower(_ keys: some Sequence<FindingGroup.Key>) {
        let known = groups
        for key in keys {
            guard let group = known[key] else { continue }
            discount(group)
            counts[.info, default: 0] += group.count
            update(key, adding: group) { $0.lower() }
        }
    }

    /// Notes the shares that a team has accepted of findings whose shares have risen since.
    package mutating func note(accepted shares: [FindingGroup.Key: FindingShare]) {
        for (key, group) in groups {
            if let share = shares[key] { update(key, adding: group) { $0.accepted = share } }
        }
    }

    /// Removes groups, for example because a team has accepted their findings.
    package mutating func remove(_ keys: some Sequence<FindingGroup.Key>) {
        for key in keys {
            guard let group = plannedGroups.remove(key) ?? unplannedGroups.remove(key) else { continue }
            discount(group)
        }
    }

    private mutating func discount(_ group: FindingGroup) {
        let rest = counts[group.severity, default: 0] - group.count
        counts[group.severity] = rest > 0 ? rest : nil
    }

    /// The groups, sorted by severity, with errors first. Groups of the same severity are sorted by their number of
    /// events.
    package var sortedGroups: [FindingGroup] {
        groups.values.sorted { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            if left.eventCount != right.eventCount { return left.eventCount > right.eventCount }
            return left.key < right.key
        }
    }

    /// The greatest severity of all findings, also of findings that are in no group, or `nil` if there are no findings.
    package var worst: Severity? { counts.keys.max() }

    /// Returns whether events were checked, and no finding has this severity or a higher severity.
    package func passes(failOn: Severity) -> Bool { eventCount > 0 && (worst.map { $0 < failOn } ?? true) }

    /// The shares of events that have the findings, by the keys of their groups.
    package var shares: [FindingGroup.Key: FindingShare] { groups.mapValues { share(of: $0) } }

    /// Returns the share of events that have the finding, among the events with the group's name.
    ///
    /// For findings about damaged records, returns the share of damaged records among all records.
    package func share(of group: FindingGroup) -> FindingShare {
        if group.key.id == .unreadable {
            return FindingShare(found: group.count, all: eventCount + skippedCount + group.count)
        }
        let name = group.key.event
        // The tally drops only names of unplanned events. All events with such a name have the finding.
        let count = plannedNames[name] ?? unplannedNames[name] ?? group.eventCount
        return FindingShare(found: group.eventCount, all: count)
    }
}
