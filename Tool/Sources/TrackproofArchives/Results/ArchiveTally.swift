import Trackproof
package import TrackproofPlanning
import TrackproofPlans

/// The result of a check of an archive, or of a part of an archive.
///
/// Tallies of different records can be merged in any order.
package struct ArchiveTally: Sendable, Hashable {
    /// The numbers of events, and the findings in groups.
    package var check = CheckTally()
    /// The results that are not findings, such as the number of records.
    package var summary = ArchiveSummary()
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
        skippedSources.add(other.skipped)
    }

    package mutating func skip(_ source: String, count: Int = 1) {
        skippedSources.add(source, count)
    }

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
        summary.breakdown.finish()
    }
}
