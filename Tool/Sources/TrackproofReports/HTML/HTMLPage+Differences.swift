import Trackproof
import TrackproofSnapshots

extension HTMLPage {
    /// Returns the comparisons with their failures, the first differences in full, and the others on one line each.
    mutating func differences(of sections: [ComparisonSection]) -> HTML {
        "<h2 id=\"title-differences\">Differences</h2>\n\(.joined(sections.map { comparison($0) }))"
    }

    private mutating func comparison(_ section: ComparisonSection) -> HTML {
        var html: HTML = """
            <h3><code>\(name: section.recording)</code> against \
            <code>\(name: section.snapshot)</code></h3>
            <p class="dim">\(name: section.headline)</p>

            """
        html += failures(section.failures)
        let differences = section.comparison.differences.map(DifferenceRow.init)
        let recording = self.recording(of: section)
        let owners = report.owners
        var cards: HTML = ""
        let briefCount = cards.append(differences, within: &budgets.differences) { row in
            row.card(in: recording, owner: owners.owner(of: row))
        }
        html += cards
        if briefCount == 0 { return html }

        var rows: HTML = ""
        let left = rows.append(differences.suffix(briefCount), within: &budgets.briefDifferences) { row in
            """
            <tr><td>\(row.chip)</td><th scope="row">\(row.sentence)</th>\
            <td>\(name: owners.owner(of: row) ?? "")</td></tr>

            """
        }
        let heading: HTML = briefCount == differences.count ? "Differences in brief" : "More differences in brief"
        if rows.size > 0 {
            html += "<h4>\(heading)</h4>\n"
            html += .table(heading, [.column("Kind"), .column("Difference"), .column("Owner")], rows)
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

    /// Returns the recording with the actual events of the section, or `nil` if the page has no such recording.
    private func recording(of section: ComparisonSection) -> ReportedRecording? {
        // These positions count only the events that one SDK sent.
        if section.isDelivery { return nil }
        guard let id = section.run else { return report.runs.count == 1 ? report.runs.first?.recording : nil }
        return report.runs.first { $0.id == id }?.recording
    }
}

extension DifferenceRow {
    /// A label with the kind of the difference.
    fileprivate var chip: HTML { "<span class=\"chip\" data-kind=\"\(kind)\">\(kind)</span>" }

    /// Returns the difference with the parameters of its events, and the events before and after the actual event.
    fileprivate func card(in recording: ReportedRecording?, owner: String?) -> HTML {
        let table = SideBySide(difference)
        return """
            <details class="card" open>
            <summary>\(chip) <h4>\(sentence)</h4>\(.owner(owner))</summary>
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
        guard let recording, let actualPosition = difference.actualPosition, actualPosition < Int.max else { return "" }
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
        let details: HTML = parameters.isEmpty ? "" : " <code>\(name: parameters.text)</code>"
        return "\(kind.chip) <strong>\(shownName)</strong>\(details)"
    }
}
