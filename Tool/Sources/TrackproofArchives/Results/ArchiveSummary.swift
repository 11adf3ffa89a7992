package import Trackproof
package import TrackproofPlans

/// The result of a check of an archive without the findings: numbers of records, layouts, versions and days.
///
/// Summaries of different records can be merged in any order.
package struct ArchiveSummary: Sendable, Hashable {
    /// The number of records, including records that cannot be read and records with events of other sources.
    package internal(set) var recordCount = 0
    /// The number of events whose records have the member for the parameters, even if it contains no parameters.
    package var parameterCount = 0
    /// The number of events whose records do not have this member, although the plan has parameters for them and the
    /// record has other members.
    package var bareCount = 0
    /// Whether the layout seems to be wrong: no record has the member for the parameters.
    package var isMissingParameters: Bool { parameterCount == 0 && bareCount > 0 }
    /// The number of records that cannot be read, whatever severity the plan gives to the finding.
    package internal(set) var unreadableCount = 0
    /// The number of bytes in these records, without the unread ends of files.
    ///
    /// Such a record can be much larger than an event, for example if line breaks between events are missing.
    package internal(set) var unreadableByteCount: UInt64 = 0
    /// The number of files that could not be read to the end, for example because they are damaged.
    ///
    /// In ``recordCount``, the unread end of a file counts as one record.
    package internal(set) var unreadFileCount = 0
    /// The number of bytes in all records, without the line breaks between records.
    package internal(set) var byteCount: UInt64 = 0
    /// The names of the layouts that the files have.
    package internal(set) var layouts: Set<String> = []
    /// The kinds of findings that the check cannot find, by the name of the layout.
    var idsOfBlindSpots: [String: Set<FindingID>] = [:]
    /// The numbers of events by version, platform and day, for each event name and for each finding.
    package internal(set) var breakdown = Breakdown()

    /// Creates a summary without records.
    package init() {}

    /// Adds the summary of other records to this summary.
    package mutating func merge(_ other: ArchiveSummary) {
        recordCount += other.recordCount
        byteCount += other.byteCount
        parameterCount += other.parameterCount
        bareCount += other.bareCount
        unreadableCount += other.unreadableCount
        unreadableByteCount += other.unreadableByteCount
        unreadFileCount += other.unreadFileCount
        layouts.formUnion(other.layouts)
        idsOfBlindSpots.merge(other.idsOfBlindSpots) { $0.union($1) }
        breakdown.merge(other.breakdown)
    }

    /// The source of the events if all files have the layout of one vendor, otherwise `nil`.
    package var source: EventSource? {
        guard layouts.count == 1, let name = layouts.first else { return nil }
        return ArchiveLayout.vendors.first { $0.name == name }?.source
    }

    /// The kinds of findings that the check cannot find in the files, by the name of the files' layout.
    package var blindSpots: [(layout: String, ids: [FindingID])] {
        idsOfBlindSpots.sorted { $0.key < $1.key }.map { name, ids in
            (name, FindingID.allCases.filter { ids.contains($0) })
        }
    }

    /// Adds the name of a file's layout, and the findings that a check of this layout cannot find.
    mutating func add(_ layout: ArchiveLayout) {
        layouts.insert(layout.name)
        if !layout.blindSpots.isEmpty { idsOfBlindSpots[layout.name, default: []].formUnion(layout.blindSpots) }
    }
}
