package import Trackproof
package import TrackproofJSON
package import TrackproofPlanning
package import TrackproofPlans
import TrackproofPlatform
import TrackproofVendors

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
    /// The number of records that do not count, because an earlier record has the same id.
    package internal(set) var copyCount = 0
    /// The number of rows that count although an earlier row has the same id, as a share of the different rows, or `nil`
    /// if there are no such rows. With 0.5, counts are 50 % too high.
    ///
    /// Results of parts cannot be subtracted from each other. So the share is an estimate from a sample of the rows'
    /// ids. It is known after the last merge.
    package private(set) var excess: Double?
    /// The least ids of the rows that count, with their numbers of rows.
    ///
    /// All results have the same sample, whatever part they are of: a row of one part is in the sample of the whole
    /// exactly if its copy in another part is. So the share in the sample is the share of all rows, with an error of
    /// one or two percentage points. Source: the "bottom-k" or "k minimum values" sketch.
    var rows = LeastKeys<RowID, Int>(limit: sampleSize)
    static let sampleSize = 512
    /// The times that cannot be read.
    package internal(set) var unreadTimes = UnreadTexts()
    /// The times that cannot be right, because they are not among ``ArchiveSettings/plausibleTimes``: the number of
    /// events for each year, in four digits.
    package internal(set) var wrongYears = NameCounts()
    /// The app versions that cannot be read, of events for which the plan has rules by app version.
    package internal(set) var unreadVersions = UnreadTexts()
    /// The number of events for which the plan has rules by app version, and whose app version or platform is unknown.
    package internal(set) var unknownVersionCount = 0
    /// The numbers of events that name a version of their definition that the plan does not have, such as `"paid" 3`.
    package internal(set) var unknownDefinitions = LimitedNameCounts(limit: 100)
    /// The names of the layouts that the files have.
    package private(set) var layouts: Set<String> = []
    /// The sentences that say why the check chose these layouts. Empty if the user named the layout.
    package private(set) var reasons: Set<String> = []
    /// The sources that these layouts name. A recording names the source of each event.
    private var sources: Set<EventSource> = []
    /// The kinds of findings that the check cannot find, by the name of the layout.
    var idsOfBlindSpots: [String: Set<FindingID>] = [:]
    /// The numbers of events by version, platform and day, for each event name and for each finding.
    package internal(set) var breakdown = Breakdown()

    /// Texts of records that cannot be read.
    package struct UnreadTexts: Sendable, Hashable {
        /// The number of events with such a text.
        package private(set) var count = 0
        /// The first of these texts by its bytes.
        package private(set) var example = ""

        /// Adds events with a text that cannot be read.
        mutating func add(_ text: String, count more: Int = 1) {
            let isFirst = count == 0 || text.utf8.lexicographicallyPrecedes(example.utf8)
            if more > 0, isFirst { example = text }
            count += more
        }
    }

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
        copyCount += other.copyCount
        excess = [excess, other.excess].compactMap(\.self).max()
        for (row, count) in other.rows.values { rows.update(row, adding: count) { $0 += count } }
        unreadTimes.add(other.unreadTimes.example, count: other.unreadTimes.count)
        wrongYears = wrongYears.merging(other.wrongYears)
        unreadVersions.add(other.unreadVersions.example, count: other.unreadVersions.count)
        unknownVersionCount += other.unknownVersionCount
        unknownDefinitions.add(other.unknownDefinitions.values)
        layouts.formUnion(other.layouts)
        reasons.formUnion(other.reasons)
        sources.formUnion(other.sources)
        idsOfBlindSpots.merge(other.idsOfBlindSpots) { $0.union($1) }
        breakdown.merge(other.breakdown)
    }

    /// Adds a row that counts.
    mutating func count(_ row: RowID, _ counted: inout RowIDs) {
        counted.insert(row)
        rows.update(row, adding: 1) { $0 += 1 }
    }

    /// Computes the numbers that need all records, and drops what is above the limits. Call this after the last merge.
    mutating func finish() {
        rows.trim()
        breakdown.finish()
        let repeated = rows.values.values.reduce(0) { $0 + $1 - 1 }
        if repeated > 0 { excess = Double(repeated) / Double(rows.values.count) }
    }

    /// The source of the events if the layouts of all files name the same source, otherwise `nil`.
    package var source: EventSource? {
        sources.count == 1 && !layouts.contains(ArchiveLayout.recording.name) ? sources.first : nil
    }

    /// The kinds of findings that the check cannot find in the files, by the name of the files' layout.
    package var blindSpots: [(layout: String, ids: [FindingID])] {
        idsOfBlindSpots.sorted { $0.key < $1.key }.map { name, ids in
            (name, FindingID.allCases.filter { ids.contains($0) })
        }
    }

    /// Adds the name and the source of a file's layout, and the findings that a check of this layout cannot find.
    ///
    /// - Parameters:
    ///   - layout: The layout, or `nil` for a recording.
    ///   - checksLimits: Whether the check compares events with the limits of destinations.
    mutating func add(_ layout: ArchiveLayout?, checksLimits: Bool) {
        layouts.insert((layout ?? .recording).name)
        guard let layout else { return }
        sources.insert(layout.source)
        add(blindSpots: layout.blindSpots.filter { $0 != .limit || checksLimits }, of: layout)
    }

    /// Adds the reason why the check chose a layout.
    mutating func add(_ recognized: RecognizedLayout) { reasons.insert(recognized.description) }

    /// Adds findings that a check of files with this layout cannot find.
    mutating func add(blindSpots ids: [FindingID], of layout: ArchiveLayout?) {
        if let layout, !ids.isEmpty { idsOfBlindSpots[layout.name, default: []].formUnion(ids) }
    }
}

extension ArchiveSummary {
    /// The members of the JSON object that stores the summary in a result or report.
    package var members: EventParameters {
        let events = breakdown.events.sorted { $0.key < $1.key }
        let findings = breakdown.findings.sorted { $0.key < $1.key }
        let blind = Dictionary(uniqueKeysWithValues: blindSpots.map { ($0.layout, $0.ids.map(\.rawValue)) })
        return [
            "records": recordCount, "bytes": Int64(clamping: byteCount),
            "withParameters": parameterCount, "withoutParameters": bareCount == 0 ? nil : bareCount,
            "unreadable": unreadableCount == 0 ? nil : unreadableCount,
            "unreadableBytes": unreadableByteCount == 0 ? nil : Int64(clamping: unreadableByteCount),
            "unreadFiles": unreadFileCount == 0 ? nil : unreadFileCount,
            "copies": copyCount == 0 ? nil : copyCount, "excess": excess,
            "unreadTimes": unreadTimes.member?.count, "unreadTime": unreadTimes.member?.example,
            "wrongYears": wrongYears.isEmpty ? nil : wrongYears,
            "unreadVersions": unreadVersions.member?.count, "unreadVersion": unreadVersions.member?.example,
            "unknownVersions": unknownVersionCount == 0 ? nil : unknownVersionCount,
            "unknownDefinitions": unknownDefinitions.count == 0 ? nil : unknownDefinitions.values,
            "layouts": layouts, "reasons": reasons.isEmpty ? nil : reasons,
            "sources": sources.isEmpty ? nil : Set(sources.map(\.rawValue)), "blind": blind.isEmpty ? nil : blind,
            "resolution": breakdown.resolution.rawValue,
            "facets": breakdown.size == .full ? nil : breakdown.size.rawValue, "all": breakdown.all.members,
            "events": EventParameters(events.map { EventParameter($0.key.text, .object($0.value.members)) }),
            "findings": findings.map { $0.key.members.merging($0.value.members) },
        ]
    }

    /// Reads a summary from the JSON object that ``members`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init()
        recordCount = try object.count("records")
        byteCount = UInt64(try object.count("bytes"))
        parameterCount = try object.optionalCount("withParameters") ?? 0
        bareCount = try object.optionalCount("withoutParameters") ?? 0
        unreadableCount = try object.optionalCount("unreadable") ?? 0
        unreadableByteCount = UInt64(try object.optionalCount("unreadableBytes") ?? 0)
        unreadFileCount = try object.optionalCount("unreadFiles") ?? 0
        copyCount = try object.optionalCount("copies") ?? 0
        excess = try object.optionalNumber("excess")
        unreadTimes = try UnreadTexts(object, "unreadTimes", "unreadTime")
        wrongYears = try object.optionalCounts("wrongYears") ?? [:]
        unreadVersions = try UnreadTexts(object, "unreadVersions", "unreadVersion")
        unknownVersionCount = try object.optionalCount("unknownVersions") ?? 0
        unknownDefinitions.add(try object.optionalCounts("unknownDefinitions") ?? [:])
        layouts = Set(try object.texts("layouts"))
        reasons = Set(try object.optionalTexts("reasons"))
        sources = Set(try object.optionalTexts("sources").map(EventSource.init(rawValue:)))
        for entry in try object.optionalEntries("blind") {
            for id in entry.value.array ?? [] {
                guard let id = id.string.flatMap(FindingID.init(rawValue:)) else {
                    throw DocumentError(
                        place: object.path("blind"), message: "expected an object whose values are lists of finding ids"
                    )
                }
                idsOfBlindSpots[entry.name, default: []].insert(id)
            }
        }
        var events: [ExactText: Facet] = [:]
        for entry in try object.entries("events") {
            events[ExactText(entry.name)] = try Facet(DocumentObject(entry.value, at: object.path("events")))
        }
        let findings = try object.objects("findings").map { finding throws(DocumentError) in
            (try FindingGroup.Key(finding), try Facet(finding))
        }
        breakdown = Breakdown(
            resolution: try object.choice("resolution"),
            size: try object.optionalChoice("facets") ?? .full,
            all: try Facet(object.object("all")), events: events, findings: findings)
    }
}

extension ArchiveSummary.UnreadTexts {
    /// These texts, or `nil` if the check could read all texts.
    fileprivate var member: Self? { count == 0 ? nil : self }

    fileprivate init(_ object: DocumentObject, _ count: String, _ example: String) throws(DocumentError) {
        self.init()
        if let count = try object.optionalCount(count) { add(try object.text(example), count: count) }
    }
}

extension Facet {
    var members: EventParameters {
        let periods = Dictionary(uniqueKeysWithValues: periods.map { ($0.key.description, $0.value) })
        return [
            "versions": versions, "platforms": platforms, "periods": periods,
            "firstTime": times?.lowerBound.description, "lastTime": times?.upperBound.description,
        ]
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        var periods: [Period: Int] = [:]
        for (text, count) in try object.counts("periods").sorted {
            guard let period = Period(text) else {
                throw DocumentError(
                    place: object.path("periods"), message: "expected an object whose names are days, months or years")
            }
            periods[period] = count
        }
        var times: ClosedRange<EventTime>?
        if object.value("firstTime") != nil {
            let (first, last) = (try object.time("firstTime"), try object.time("lastTime"))
            guard first <= last else {
                throw DocumentError(
                    place: object.path("lastTime"), message: "expected a time that is not before firstTime")
            }
            times = first...last
        }
        self.init(
            versions: try object.counts("versions"), platforms: try object.counts("platforms"), periods: periods,
            times: times)
    }
}
