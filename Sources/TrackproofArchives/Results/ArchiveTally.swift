internal import Trackproof
@_spi(Tooling) public import TrackproofPlans

/// The result of checking the records of an archive, or of a part of an archive.
///
/// Tallies of different records can be merged in any order.
@_spi(Tooling) public struct ArchiveTally: Sendable, Hashable {
    /// The findings, in groups.
    public var check = CheckTally()
    /// The other results.
    public var summary = ArchiveSummary()
    /// The number of events that were skipped because they have another source, for each source.
    public var skipped: NameCounts { skippedSources.values }

    private var skippedSources = LimitedNameCounts(limit: 10)

    /// Creates an empty tally.
    public init() {}

    /// Adds the result of other records.
    public mutating func merge(_ other: ArchiveTally) {
        check.merge(other.check)
        summary.merge(other.summary)
        skippedSources.add(other.skipped)
    }

    package mutating func skip(_ source: String, count: Int = 1) {
        skippedSources.add(source, count)
    }

    /// Removes findings, for example those that a team has accepted.
    public mutating func remove(_ keys: some Sequence<FindingGroup.Key>) {
        let keys = Array(keys)
        check.remove(keys)
        summary.breakdown.remove(keys)
    }

    /// Completes the tally after the last merge. The result does not depend on the order of merges.
    package mutating func finish() {
        check.finish()
        summary.breakdown.finish()
    }
}
