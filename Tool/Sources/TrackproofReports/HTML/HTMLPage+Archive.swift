import Trackproof
import TrackproofArchives
import TrackproofPlanning
import TrackproofPlans

extension ArchiveSummary {
    /// Returns a table row with the share of events that have the finding, over time, by version and by platform.
    ///
    /// The method returns no markup if all events have the same version and platform and are from the same day.
    ///
    /// - Parameter isOpen: Whether the row shows its content before a click.
    func row(for key: FindingGroup.Key, isOpen: Bool) -> HTML {
        guard let finding = breakdown.findings[key], let all = breakdown.facet(ofEvent: key.event) else { return "" }
        let drawing = ShareChart(finding, of: all)
        let chart = drawing.html
        let versions = Self.table("Version", finding.versions, of: all.versions, limit: breakdown.versionLimit) {
            AppVersion($0).isNewer(than: AppVersion($1))
        }
        let platforms = Self.table("Platform", finding.platforms, of: all.platforms, limit: breakdown.platformLimit) {
            $0 < $1
        }
        if chart.size + versions.size + platforms.size == 0 { return "" }
        var times: HTML = ""
        if let range = finding.times {
            let highest: HTML? = drawing.highest.map { " Highest: \($0.share.percent) (\($0.period.description))." }
            let (first, last) = (range.lowerBound.description, range.upperBound.description)
            times = "<p class=\"dim\">First \(first), last \(last).\(highest)</p>\n"
        }
        return """
            <tr class="trend"><td colspan="6"><details\(isOpen ? " open" : "")><summary>Share over time and by version</summary>
            \(times)\(chart)<div class="facets">\(versions)\(platforms)</div></details></td></tr>

            """
    }

    /// Returns a table with the share of events that have the finding, for each version or platform in `totals`.
    ///
    /// The method returns no markup if `totals` has fewer than two versions or platforms.
    private static func table(
        _ title: HTML, _ counts: NameCounts, of totals: NameCounts, limit: Int,
        _ isBefore: (String, String) -> Bool
    ) -> HTML {
        guard totals.count > 1 else { return "" }
        let isCut: HTML = "<p class=\"dim\">Only the first \(limit) rows in sorted order were counted.</p>"
        let names = totals.sorted.map(\.name).sorted(by: isBefore)
        let rows = names.prefix(HTMLLimits.names).map { name -> HTML in
            let count = counts[name] ?? 0
            let total = max(totals[name] ?? 0, count)
            let share = total == 0 ? 0 : Double(count) / Double(total)
            let label: HTML = name.isEmpty ? "<span class=\"dim\">unknown</span>" : "\(name: name)"
            return """
                <tr><th scope="row">\(label)</th><td class="number">\(count)</td><td class="number">\(total)</td>\
                <td class="number">\(share.percent)</td></tr>

                """
        }
        return """
            <table><thead><tr><th scope="col">\(title)</th><th scope="col" class="number">Findings</th>\
            <th scope="col" class="number">Events</th><th scope="col" class="number">Share</th></tr></thead>
            <tbody>
            \(.joined(rows))</tbody></table>
            \(.note(leftOut: names.count - rows.count, "row"))\(totals.count < limit ? "" : isCut)
            """
    }
}

extension AppVersion? {
    /// Returns whether this version is newer than `other`. `nil` is a text that is not a version, and counts as oldest.
    fileprivate func isNewer(than other: AppVersion?) -> Bool {
        guard let self else { return false }
        guard let other else { return true }
        return other < self
    }
}

/// A chart of the share of the events that have a finding, with a bar for each day, month or year.
struct ShareChart {
    /// The number of events in a period, and the number of these events that have the finding.
    private struct Bar {
        let period: Period
        let count: Int
        let total: Int
        var share: Double { total == 0 ? 0 : min(1, Double(count) / Double(total)) }
    }

    private let bars: [Bar]

    /// The sizes, in user units of the SVG.
    private static let (width, height, textHeight) = (720, 48, 18)

    /// Creates the chart of one finding.
    ///
    /// - Parameters:
    ///   - finding: The numbers of events with the finding.
    ///   - all: The numbers of all events of the same name.
    init(_ finding: Facet, of all: Facet) {
        var resolution = Period.Resolution.day
        var totals = all.periods
        // If there were a bar for each of many days, the bars would be too narrow to see. So the bars are months or
        // years.
        while totals.count > HTMLLimits.chartedPeriods, let next = resolution.next {
            resolution = next
            totals = Self.joined(all.periods, to: resolution)
        }
        let counts = Self.joined(finding.periods, to: resolution)
        bars = totals.sorted { $0.key < $1.key }.suffix(HTMLLimits.chartedPeriods).map {
            Bar(period: $0.key, count: counts[$0.key] ?? 0, total: $0.value)
        }
    }

    private static func joined(_ periods: [Period: Int], to resolution: Period.Resolution) -> [Period: Int] {
        periods.reduce(into: [:]) { $0[$1.key.coarsened(to: resolution), default: 0] += $1.value }
    }

    /// The period with the greatest share, and this share, or `nil` if there are fewer than two periods.
    var highest: (period: Period, share: Double)? {
        guard bars.count > 1, let highest = bars.max(by: { $0.share < $1.share }) else { return nil }
        return (highest.period, highest.share)
    }

    /// The chart as SVG, or no markup if there are fewer than two periods.
    var html: HTML {
        guard bars.count > 1, let first = bars.first, let last = bars.last else { return "" }
        let top = max(bars.map(\.share).max() ?? 0, 0.000_001)
        // Without a minimum distance, the dates of the first and the last bar would overlap.
        let step = max(min(24, Self.width / bars.count), 160 / (bars.count - 1))
        let barWidth = max(1, min(step, 24) - 1)
        let width = step * (bars.count - 1) + barWidth
        let drawn = bars.enumerated().map { index, bar -> HTML in
            let height = max(2, Int((bar.share / top * Double(Self.height)).rounded(.up)))
            let style: HTML = bar.count == 0 ? "zero" : "bad"
            return """
                <rect class="\(style)" x="\(plain: index * step)" y="\(plain: Self.height - height)" \
                width="\(plain: barWidth)" height="\(plain: height)">\
                <title>\(bar.period.description): \(bar.count) of \(bar.total), \(bar.share.percent)</title></rect>

                """
        }
        let base = Self.height + 13
        let (all, label) = (width + 50, width + 6)
        return """
            <div class="wide" tabindex="0" role="region" aria-label="Share over time">
            <svg class="chart" width="\(plain: all)" height="\(plain: Self.height + Self.textHeight)" \
            viewBox="0 0 \(plain: all) \(plain: Self.height + Self.textHeight)" role="img">
            <title>Share of the events from \(first.period.description) to \(last.period.description), at most \
            \(top.percent).</title>
            \(.joined(drawn))\
            <text class="dim" x="0" y="\(plain: base)">\(first.period.description)</text>
            <text class="dim" x="\(plain: width)" y="\(plain: base)" text-anchor="end">\(last.period.description)</text>
            <text class="dim" x="\(plain: label)" y="11">\(top.percent)</text>
            <text class="dim" x="\(plain: label)" y="\(plain: Self.height)">0 %</text>
            </svg>
            </div>

            """
    }
}
