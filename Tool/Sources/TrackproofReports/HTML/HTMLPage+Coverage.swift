import Trackproof
import TrackproofPlanning

extension HTMLPage {
    /// Returns the coverage of each plan: shares by kind, owner and platform, and a table of the parts of all events.
    mutating func coverage(of sections: [CoverageSection]) -> HTML {
        "<h2 id=\"title-coverage\">Coverage</h2>\n\(.joined(sections.map { coverage($0) }))"
    }

    private mutating func coverage(_ section: CoverageSection) -> HTML {
        let ratio = section.coverage.ratio()
        let unplannedWords: HTML = section.note.map { " \($0.asSentence)." } ?? ""
        let required: HTML = section.minimum.map { " At least \($0.shortText) % is required." } ?? ""
        let (owners, platforms) = (section.owners, section.platforms)
        let tables = [
            shares("By kind", "Seen", section.kinds[...]),
            shares("By owner", "Seen", owners.prefix(HTMLLimits.names)),
            shares("By platform", "Seen", platforms.prefix(HTMLLimits.names)),
        ]
        return """
            <h3><code>\(name: section.plan)</code></h3>
            <p class="share">\(ratio.meter) <span><strong>\(ratio.percentText)</strong> of the plan was seen: \
            \(ratio.seen) of \(ratio.total, "part").\(required)\(unplannedWords)</span></p>
            <div class="shares">
            \(.joined(tables))</div>
            \(.note(leftOut: max(0, owners.count - HTMLLimits.names), "owner"))\
            \(.note(leftOut: max(0, platforms.count - HTMLLimits.names), "platform"))\(grid(section.coverage))
            """
    }

    /// Returns a table of shares.
    ///
    /// - Parameter verb: The heading of the numbers, such as `Seen`.
    func shares(_ title: HTML, _ verb: HTML, _ rows: ArraySlice<Share>) -> HTML {
        if rows.isEmpty { return "" }
        let shown = rows.map { row -> HTML in
            """
            <tr><th scope="row">\(name: row.name)</th><td class="number">\(row.ratio.seen) of \
            \(row.ratio.total)</td><td class="number">\(row.ratio.percentText)</td><td>\(row.ratio.meter)</td></tr>

            """
        }
        return """
            <table>
            <caption>\(title)</caption>
            <thead class="hidden"><tr><th scope="col">Name</th><th scope="col" class="number">\(verb)</th><th scope="col" class="number">Share</th>\
            <th scope="col">Chart</th></tr></thead>
            <tbody>
            \(.joined(shown))</tbody>
            </table>

            """
    }

    /// Returns a table with a row for each event and a cell for each part of the event.
    private mutating func grid(_ coverage: PlanCoverage) -> HTML {
        var places: [String: Int] = [:]
        var events: [[Int]] = []
        for (index, item) in coverage.map.items.enumerated() {
            if let place = places[item.event] {
                events[place].append(index)
            } else {
                places[item.event] = events.count
                events.append([index])
            }
        }
        let platforms = Array(coverage.platforms.prefix(HTMLLimits.names))
        let stops = Dictionary(grouping: coverage.stopped, by: \.item)
        var rows: HTML = ""
        var cellsLeft = 0
        var cellBudget = budgets.coverageCells
        let left = rows.append(events, within: &budgets.coverage) { items in
            var cells: HTML = ""
            cellsLeft += cells.append(items, within: &cellBudget) {
                Self.cell($0, of: coverage, platforms, stops[$0] ?? [])
            }
            let first = coverage.map.items[items[0]]
            let seen = items.count { coverage.isSeen($0) }
            let owner: HTML = first.owner.map { "<br><span class=\"dim\">\(name: $0)</span>" } ?? ""
            return """
                <tr><th scope="row">\(name: first.event)\(owner)</th>\
                <td class="number">\(seen) of \(items.count)</td><td><ul class="cells">
                \(cells)</ul></td></tr>

                """
        }
        budgets.coverageCells = cellBudget
        let table: HTML = .table(
            "Parts of the plan", class: "coverage", [.column("Event"), .number("Seen"), .column("Parts")], rows)
        return "\(table)\(.note(leftOut: left, "event"))\(.note(leftOut: cellsLeft, "part"))"
    }

    private static func cell(
        _ index: Int, of coverage: PlanCoverage, _ platforms: [String], _ stops: [PlanCoverage.Stop]
    ) -> HTML {
        let item = coverage.map.items[index]
        if !coverage.isSeen(index) {
            return "<li class=\"never\">\(item.cellText)<span class=\"hidden\">, never seen</span></li>\n"
        }
        let missing = platforms.filter { platform in
            item.isExpected(on: platform) && !coverage.isSeen(index, on: platform)
        }
        if missing.isEmpty, stops.isEmpty { return "<li>\(item.cellText)<span class=\"hidden\">, seen</span></li>\n" }
        let notOn: HTML = missing.isEmpty ? "" : ", not on \(name: missing.joined(separator: ", "))"
        let until = stops.prefix(HTMLLimits.names).map { stop -> HTML in
            let place: HTML = stop.platform.isEmpty ? "" : " on \(name: stop.platform)"
            return ", until version \(name: stop.version)\(place)"
        }
        return "<li class=\"partly\">\(item.cellText)\(notOn)\(.joined(until))</li>\n"
    }
}

extension CoverageItem {
    /// The text for the part in the table, without the event's name, such as `genre = drama` for an enum value.
    fileprivate var cellText: HTML {
        let detail: HTML = "\(name: detail ?? "")"
        return switch kind {
        case .event: "event"
        case .parameter where self.detail != nil: "\(name: path) if \(detail)"
        case .parameter: "\(name: path)"
        case .value: "\(name: path) = \(detail)"
        case .variant: "if \(detail)"
        case .uncounted: "more parts, which are not counted"
        }
    }
}

extension PlanCoverage.Ratio {
    /// The share as an HTML element that shows a bar.
    var meter: HTML {
        "<meter min=\"0\" max=\"\(plain: max(total, 1))\" value=\"\(plain: seen)\" aria-label=\"\(percentText)\"></meter>"
    }
}
