public import Trackproof
@_spi(Tooling) public import TrackproofPlans

/// What a check of an archive found besides the findings themselves.
///
/// Summaries of different records can be merged in any order.
@_spi(Tooling) public struct ArchiveSummary: Sendable, Hashable {
    /// The number of records, including records that cannot be read and records of other sources.
    public package(set) var recordCount = 0
    /// The number of files whose rest was not read, for example because it is damaged.
    ///
    /// A file counts as one record that cannot be read, whatever it would have contained.
    public package(set) var unreadFileCount = 0
    /// The number of bytes in all records, without the line breaks between them.
    public package(set) var byteCount: UInt64 = 0
    /// The names of the layouts of the files.
    public package(set) var layouts: Set<String> = []
    /// The kinds of findings that the check cannot find, by the name of the layout.
    var idsOfBlindSpots: [String: Set<FindingID>] = [:]
    /// The versions, platforms and days of events and findings.
    public package(set) var breakdown = Breakdown()

    /// Creates the summary of no records.
    public init() {}

    /// Adds the summary of other records.
    public mutating func merge(_ other: ArchiveSummary) {
        recordCount += other.recordCount
        byteCount += other.byteCount
        unreadFileCount += other.unreadFileCount
        layouts.formUnion(other.layouts)
        idsOfBlindSpots.merge(other.idsOfBlindSpots) { $0.union($1) }
        breakdown.merge(other.breakdown)
    }

    /// The source of the events if all files have the layout of the same vendor, otherwise `nil`.
    public var source: EventSource? {
        guard layouts.count == 1, let name = layouts.first else { return nil }
        return ArchiveLayout.vendors.first { $0.name == name }?.source
    }

    /// The kinds of findings that the check cannot find in the files, by the name of the files' layout.
    public var blindSpots: [(layout: String, ids: [FindingID])] {
        idsOfBlindSpots.sorted { $0.key < $1.key }.map { name, ids in
            (name, FindingID.allCases.filter { ids.contains($0) })
        }
    }

    /// Notes that a file has a layout.
    mutating func add(_ layout: ArchiveLayout) {
        layouts.insert(layout.name)
        if !layout.blindSpots.isEmpty { idsOfBlindSpots[layout.name, default: []].formUnion(layout.blindSpots) }
    }
}
