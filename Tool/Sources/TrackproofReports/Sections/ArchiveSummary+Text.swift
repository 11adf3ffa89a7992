import TrackproofArchives
import TrackproofPlanning
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
            lines.append(first == last ? "at \(first)" : "from \(first) to \(last)")
        }
        return lines
    }
}

extension ArchiveSummary {
    /// The minimum number of events of a day with a known share.
    private static let periodMinimum = 10

    /// Returns the day, month or year with the greatest share of events that have a finding, and this share.
    ///
    /// - Returns: `nil` if only one day has enough events.
    func worstPeriod(of key: FindingGroup.Key) -> (name: String, share: Double)? {
        guard let all = breakdown.facet(ofEvent: key.event)?.periods, let found = breakdown.findings[key]?.periods
        else { return nil }
        let shares = all.filter { $0.value >= Self.periodMinimum }.sorted { $0.key < $1.key }.map { period, count in
            (name: period.description, share: Double(min(found[period] ?? 0, count)) / Double(count))
        }
        return shares.count < 2 ? nil : shares.max { $0.share < $1.share }
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
