package import Trackproof
package import TrackproofJSON
package import TrackproofPlanning
package import TrackproofPlans
import TrackproofPlatform

/// The result of a check of an archive, or of a part of an archive.
///
/// Tallies of different records can be merged in any order.
package struct ArchiveTally: Sendable, Hashable {
    /// The numbers of events, and the findings in groups.
    package var check = CheckTally()
    /// The results that are not findings, such as the number of records.
    package var summary = ArchiveSummary()
    /// The parts of the plan that the events show.
    package var coverage = CoverageTally()
    /// For each source that was not checked, the number of its events.
    ///
    /// If ``ArchiveSettings/source`` names a source, the check skips the events of all other sources.
    package var skipped: NameCounts { skippedSources.values }

    /// The maximum number of sources in ``skipped``.
    static let sourceLimit = 10
    private var skippedSources = LimitedNameCounts(limit: sourceLimit)

    /// Creates an empty tally.
    package init() {}

    /// Adds the tally of other records to this tally.
    package mutating func merge(_ other: ArchiveTally) {
        check.merge(other.check)
        summary.merge(other.summary)
        coverage.merge(other.coverage)
        skippedSources.add(other.skipped)
    }

    /// Adds an event of a source that is not checked.
    mutating func skip(_ source: EventSource) {
        skippedSources.add(source.rawValue, 1)
        check.add(skipped: 1)
    }

    /// Returns which parts of the plan the events show.
    ///
    /// - Parameter today: The current day as `YYYY-MM-DD`. Events whose last day is before this day do not count.
    package func coverage(of plan: TrackingPlan, today: String = CheckContext().today) -> PlanCoverage {
        let planned = check.plannedNames.values.total
        return PlanCoverage(
            coverage, of: plan, eventCount: planned,
            unplannedCount: check.eventCount - planned - check.ignoredCount, today: today)
    }

    /// Whether a record is an event, of any source.
    package var hasEvents: Bool { check.eventCount + check.skippedCount > 0 }

    /// Removes findings, for example because a team has accepted them.
    package mutating func remove(_ keys: some Sequence<FindingGroup.Key>) {
        let keys = Array(keys)
        check.remove(keys)
        summary.breakdown.remove(keys)
    }

    /// Drops names and findings above the limits, and joins days if there are too many. Call this after the last merge.
    ///
    /// The result does not depend on the order in which tallies were merged.
    package mutating func finish() {
        check.finish()
        summary.finish()
    }
}

extension ArchiveTally {
    /// Throws an error if the numbers of the tally of a check contradict each other.
    ///
    /// A check can only have such a result if it was damaged or changed. For example, an event that does not fit the
    /// plan must have a finding. Otherwise, a merged check would succeed although this event failed.
    ///
    /// - Parameter object: The JSON object of the tally, for the place in the error.
    func checkCounts(_ object: DocumentObject) throws(DocumentError) {
        func require(_ isTrue: Bool, _ name: String, _ message: String) throws(DocumentError) {
            if !isTrue { throw DocumentError(place: object.path(name), message: message) }
        }
        let failed = check.eventCount - check.fittingCount
        try require(failed >= 0, "planned", "expected at most as many events as in \"events\"")
        // Above a limit, a tally drops names of unplanned events and of sources.
        let named = check.plannedNames.values.total + check.unplannedNames.values.total
        try require(
            named == check.eventCount
                || named < check.eventCount && check.unplannedNames.count >= CheckTally.groupLimit,
            "names", "expected \(check.eventCount) events, as in \"events\"")
        try require(
            check.ignoredCount <= check.eventCount - check.plannedNames.values.total, "ignoredEvents",
            "expected at most as many events as the plan does not have")
        try require(
            check.skippedCount == skipped.total
                || check.skippedCount > skipped.total && skipped.count >= Self.sourceLimit,
            "skipped", "expected \(check.skippedCount) events, as in \"skippedEvents\"")
        let records = check.eventCount + check.skippedCount + summary.unreadableCount + summary.copyCount
        try require(
            summary.recordCount == records, "archive",
            "expected \(records) records, because the result has as many events, unreadable records and copies")
        try require(
            summary.unreadFileCount <= summary.unreadableCount
                && summary.parameterCount + summary.bareCount <= check.eventCount,
            "archive", "expected numbers that are not greater than the numbers of records and events")
        try checkFindings(failed, require)
    }

    /// - Parameter failed: The number of events that have an error or a warning.
    private func checkFindings(
        _ failed: Int, _ require: (Bool, String, String) throws(DocumentError) -> Void
    ) throws(DocumentError) {
        var explained = check.uncounted.reduce(0) { $1.key == .info ? $0 : $0 + $1.value }
        for group in check.groups.values {
            let isAboutRecords = group.key.id == .unreadable
            let most = isAboutRecords ? summary.unreadableCount : group.severity == .info ? check.eventCount : failed
            try require(
                group.eventCount >= 1 && group.eventCount <= min(group.count, most), "findings",
                "expected a finding in 1 to \(most) events, found \(group.eventCount)")
            if !isAboutRecords, group.severity != .info { explained += group.eventCount }
        }
        try require(
            failed <= explained, "findings",
            "expected findings in at least \(failed) events, because as many events do not fit the plan")
    }
}

extension NameCounts {
    /// The number of events with any of the names. The limit prevents an overflow.
    fileprivate var total: Int { sorted.reduce(0) { min($0 + $1.count, 1 << 60) } }
}

extension ArchiveTally {
    /// The members of the JSON object that stores the tally. Equal tallies have equal members in the same order.
    package var members: EventParameters {
        var tally = self
        tally.finish()
        var members = tally.check.membersOfReport
        members["findings"] = .array(
            tally.check.sortedGroups.map { group in
                var members = tally.check.membersOfReport(group)
                members["found"] = group.texts.eventValue
                // A share of a part of an archive says nothing about the archive. A report calculates shares after all
                // parts were merged.
                members["share"] = nil
                return .object(members)
            })
        members["skipped"] = skipped.eventValue
        members["archive"] = .object(tally.summary.members)
        members["coverage"] = tally.coverage.json
        // A report has the share that follows from the sample.
        let rows = tally.summary.rows.values.sorted { $0.key < $1.key }
        if !rows.isEmpty {
            members["rows"] = .object(
                EventParameters(rows.map { EventParameter($0.key.description, .integer(Int64($0.value))) }))
        }
        return members
    }

    /// Reads a tally from the JSON object that ``members`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init()
        check = try CheckTally(object)
        skippedSources.add(try object.counts("skipped"))
        summary = try ArchiveSummary(object.object("archive"))
        coverage = try CoverageTally(object, "coverage")
        for (text, count) in try object.optionalCounts("rows")?.sorted ?? [] {
            guard let row = RowID(text) else {
                throw DocumentError(
                    place: object.path("rows"), message: "expected an object whose names are ids of rows")
            }
            summary.rows.update(row, adding: count) { $0 += count }
        }
    }
}
