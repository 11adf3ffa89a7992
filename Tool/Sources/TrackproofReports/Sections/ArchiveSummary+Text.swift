import Trackproof
import TrackproofArchives
import TrackproofPlanning
import TrackproofPlatform
import TrackproofSnapshots

extension ArchiveSummary {
    /// The maximum number of platforms in a line.
    private static let platformLimit = 5

    /// Returns lines about the versions, platforms and days of the events with a finding.
    ///
    /// For example, there is no line about versions if all events of the same name have the same version.
    func lines(for key: FindingGroup.Key) -> [String] {
        guard let facet = breakdown.findings[key], let all = breakdown.facet(ofEvent: key.event) else { return [] }
        var lines: [String] = []
        if all.versions.count > 1, let range = facet.versionRange {
            // If versions were dropped, the newest version is unknown.
            let isComplete = facet.versions.count < breakdown.versionLimit
            lines.append(facet.versions(isComplete ? range : nil, of: all).displayable)
        }
        let platforms = facet.platforms.sorted.filter { !$0.name.isEmpty }.sorted {
            $0.count == $1.count ? $0.name < $1.name : $0.count > $1.count
        }
        if all.platforms.count > 1, !platforms.isEmpty {
            let parts = platforms.prefix(Self.platformLimit).map { name, count in
                "\(name) (\((Double(count) / Double(max(count, all.platforms[name] ?? 0))).percent))"
            }
            let title = platforms.count == 1 ? "platform " : "platforms "
            lines.append((title + parts.joined(separator: ", ")).displayable)
        }
        if all.periods.count > 1, let times = facet.times {
            let (first, last) = (times.lowerBound, times.upperBound)
            lines.append((first == last ? "at \(first)" : "from \(first) to \(last)") + worstPeriodWords(of: key))
        }
        return lines
    }
}

extension ArchiveSummary {
    /// The maximum number of years in a sentence.
    private static let yearLimit = 5

    /// Sentences about rows that are there twice, and about times and versions that the check could not read.
    var notes: [String] {
        func events(_ count: Int) -> String { count.counted("event") }
        var notes: [String] = []
        if copyCount > 0 {
            let rows =
                copyCount == 1
                ? "1 row is a copy of another row and does"
                : "\(copyCount.grouped) rows are copies of other rows and do"
            notes.append("\(rows) not count; --keep-duplicates counts all rows")
        }
        if let excess {
            notes.append(
                "some rows are there twice or more often, so counts are about \(excess.percent) too high; check the whole in "
                    + "one process, without --resume, or remove the copies")
        }
        if unreadTimes.count > 0 {
            notes.append(
                "the time of \(events(unreadTimes.count)) cannot be read, for example "
                    + unreadTimes.example.quotedForDisplay)
        }
        let years = wrongYears.sorted
        if !years.isEmpty {
            let count = years.reduce(0) { $0 + $1.count }
            let shown = years.prefix(Self.yearLimit).map { year, _ in
                year + (calendar(ofYear: year).map { " (\($0) calendar)" } ?? "")
            }
            notes.append(
                "\(events(count)) \(count == 1 ? "has a time that is" : "have times that are") before 2000 or after "
                    + "the day of the check, in the \(years.count == 1 ? "year" : "years") "
                    + shown.joined(separator: ", ")
                    + (years.count > shown.count ? " and \(years.count - shown.count) more" : "")
                    + "; \(count == 1 ? "it counts as an event" : "they count as events") without a time")
        }
        if unreadVersions.count > 0 {
            notes.append(
                "the app version of \(events(unreadVersions.count)) cannot be read, so `since` and `expires` were not "
                    + "checked for \(unreadVersions.count == 1 ? "it" : "them"), for example "
                    + unreadVersions.example.quotedForDisplay)
        }
        if unknownVersionCount > 0 {
            notes.append(
                "`since` and `expires` were not checked for \(events(unknownVersionCount)), because the app version or the "
                    + "platform is unknown; the options --app-version and --platform set them")
        }
        let unknown = unknownDefinitions.values.sorted
        if !unknown.isEmpty {
            let count = unknown.reduce(0) { $0 + $1.count }
            notes.append(
                "\(events(count)) named versions of their definition that the plan does not have, so the check did not "
                    + "distinguish these versions: " + unknown.map(\.name.safeForDisplay).listed(upTo: Self.yearLimit))
        }
        return notes
    }

    /// Returns the calendar in which a year is a year of the other events, or `nil` if it is in none.
    private func calendar(ofYear text: String) -> String? {
        func year(_ time: EventTime?) -> Int? { time.flatMap { Int($0.description.prefix(4)) } }
        let now = year(.now) ?? 0
        let (first, last) = (year(breakdown.times?.lowerBound) ?? now, year(breakdown.times?.upperBound) ?? now)
        guard let other = Int(text) else { return nil }
        return Self.calendars.first { (first - 1...last + 1).contains(other - $0.shift) }?.name
    }

    /// The calendars of phones, and how much greater their years are than Gregorian years in the 2020s.
    private static let calendars: [(name: String, shift: Int)] = [
        ("Buddhist", 543), ("Japanese", -2018), ("Minguo", -1911), ("Persian", -621), ("Islamic", -578),
        ("Hebrew", 3761), ("Indian", -78), ("Coptic", -284),
    ]
}

extension ArchiveSummary {
    /// The minimum number of events of a day with a known share.
    private static let periodMinimum = 10

    /// Returns the day, month or year with the greatest share of events that have a finding, and this share, such as
    /// `; most on 2026-11-03: 12.5 %`.
    ///
    /// - Returns: An empty text if only one day has enough events.
    func worstPeriodWords(of key: FindingGroup.Key) -> String {
        guard let all = breakdown.facet(ofEvent: key.event)?.periods, let found = breakdown.findings[key]?.periods
        else { return "" }
        let shares = all.filter { $0.value >= Self.periodMinimum }.sorted { $0.key < $1.key }.map { period, count in
            (name: period.description, share: Double(min(found[period] ?? 0, count)) / Double(count))
        }
        guard shares.count > 1, let most = shares.max(by: { $0.share < $1.share }) else { return "" }
        return "; most on \(most.name): \(most.share.percent)"
    }
}

extension Facet {
    /// Returns a line about the versions.
    ///
    /// - Parameters:
    ///   - range: The oldest and the newest version, or `nil` if they are unknown.
    ///   - all: The facet of all events with the same name.
    fileprivate func versions(_ range: (first: String, last: String)?, of all: Facet) -> String {
        if let range, range.first == range.last { return "version \(range.first)" }
        let line = range.map { "versions \($0.first) … \($0.last)" } ?? "\(versions.count) or more versions"
        guard let (version, share) = worst(\.versions, of: all) else { return line }
        return line + "; most often in \(version): \(share.percent) of its events"
    }

    /// Returns the version or platform with the greatest share of events that have the finding, and this share.
    ///
    /// - Parameter all: The numbers of all events of the same name.
    func worst(_ counts: KeyPath<Facet, NameCounts>, of all: Facet?) -> (name: String, share: Double)? {
        let shares = self[keyPath: counts].sorted.compactMap { name, count -> (name: String, share: Double)? in
            guard !name.isEmpty, let total = all?[keyPath: counts][name], total >= count else { return nil }
            return (name, Double(count) / Double(total))
        }
        return shares.max { $0.share == $1.share ? $0.name > $1.name : $0.share < $1.share }
    }
}
