import Trackproof
import TrackproofSnapshots

extension HTMLPage {
    /// Returns the comparisons with their failures, the first differences in full, and the others on one line each.
    mutating func differences(of sections: [ComparisonSection]) -> HTML {
        "<h2 id=\"title-differences\">Differences</h2>\n\(.joined(sections.map { comparison($0) }))"
    }

    private mutating func comparison(_ section: ComparisonSection) -> HTML {
        var html: HTML = """
            <h3><code>\(section.recording, limit: HTMLLimits.name)</code> against \
            <code>\(section.snapshot, limit: HTMLLimits.name)</code></h3>
            <p class="dim">\(section.headline, limit: HTMLLimits.name)</p>

            """
        html += failures(section.failures)
        let differences = section.comparison.differences
        let recording = self.recording(of: section)
        let owners = report.owners
        var cards: HTML = ""
        let briefCount = cards.append(differences, within: &budgets.differences) { difference in
            difference.card(in: recording, owner: owners.owner(of: difference))
        }
        html += cards
        if briefCount == 0 { return html }

        var rows: HTML = ""
        let left = rows.append(differences.suffix(briefCount), within: &budgets.briefDifferences) { difference in
            difference.row(owner: owners.owner(of: difference))
        }
        let heading: HTML = briefCount == differences.count ? "Differences in brief" : "More differences in brief"
        if rows.size > 0 {
            html += """
                <h4>\(heading)</h4>
                <div class="wide" tabindex="0" role="region" aria-label="\(heading)">
                <table>
                <thead><tr><th scope="col">Kind</th><th scope="col">Difference</th><th scope="col">Owner</th></tr></thead>
                <tbody>
                \(rows)</tbody>
                </table>
                </div>

                """
        }
        html += .note(leftOut: left, "difference")
        return html
    }

    /// Returns a list of failures, or no markup if there are no failures.
    private mutating func failures(_ failures: [String]) -> HTML {
        if failures.isEmpty { return "" }
        var items: HTML = ""
        let left = items.append(failures, within: &budgets.failures) { "<li>\($0)</li>\n" }
        return "<ul class=\"problems\">\n\(items)</ul>\n\(.note(leftOut: left, "failure"))"
    }

    private func recording(of section: ComparisonSection) -> ReportedRecording? {
        guard let id = section.run else { return report.runs.count == 1 ? report.runs.first?.recording : nil }
        return report.runs.first { $0.id == id }?.recording
    }
}

extension Difference {
    /// Returns the difference as a row of a table.
    fileprivate func row(owner: String?) -> HTML {
        """
        <tr><td>\(chip)</td><th scope="row">\(sentence)</th><td>\(owner ?? "", limit: HTMLLimits.name)</td></tr>

        """
    }

    /// A label with the kind of the difference.
    private var chip: HTML { "<span class=\"chip\" data-kind=\"\(kind.rawValue)\">\(kind.rawValue)</span>" }

    /// Returns the difference with the parameters of its events, and the events before and after the actual event.
    fileprivate func card(in recording: ReportedRecording?, owner: String?) -> HTML {
        let table = SideBySide(self)
        let ownerChip: HTML = owner.map { " <span class=\"chip\">owner: \($0, limit: HTMLLimits.name)</span>" } ?? ""
        return """
            <details class="card" open>
            <summary>\(chip) <h4>\(sentence)</h4>\(ownerChip)</summary>
            <div class="wide">
            <table class="sides">
            <thead><tr><th scope="col">Parameter</th><th scope="col">Expected</th><th scope="col">Found</th>\
            <th scope="col">Result</th></tr></thead>
            <tbody>
            \(table.rows)</tbody>
            </table>
            </div>
            \(.note(leftOut: table.leftOut, "parameter"))\(surroundings(in: recording))</details>

            """
    }

    /// Returns the events before and after the actual event, or no markup if the report does not contain these events.
    private func surroundings(in recording: ReportedRecording?) -> HTML {
        guard let recording, let actualPosition, actualPosition < Int.max else { return "" }
        let number = actualPosition + 1
        let events = recording.events(around: number)
        guard events.contains(where: { $0.number == number }) else { return "" }
        let items = events.map { event -> HTML in
            let isFound = event.number == number
            let state: HTML = isFound ? " aria-current=\"true\"" : ""
            let mark: HTML = isFound ? " <span class=\"mark\">found here</span>" : ""
            return """
                <li\(state)><span class="dim">\(event.number)</span> \(event.event.event.brief)\(mark)</li>

                """
        }
        return "<p class=\"dim\">In the recording:</p>\n<ol class=\"around\">\n\(.joined(items))</ol>\n"
    }
}

extension ReportedRecording {
    /// Returns the event with the number `number`, and the events before and after this event.
    fileprivate func events(around number: Int) -> ArraySlice<NumberedEvent> {
        var (low, high) = (events.startIndex, events.endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if events[middle].number < number { low = middle + 1 } else { high = middle }
        }
        let start = max(events.startIndex, low - HTMLLimits.context)
        return events[start..<min(events.endIndex, low + HTMLLimits.context + 1)]
    }
}

extension Event {
    /// The kind, the name and the parameters of the event, on one line.
    fileprivate var brief: HTML {
        let text = parameters.shortText(limit: HTMLLimits.name)
        let details: HTML = text.isEmpty ? "" : " <code>\(text)</code>"
        return "\(kind.chip) <strong>\(shownName)</strong>\(details)"
    }
}
