import Trackproof

extension HTMLPage {
    /// Returns a table of the events that the runs recorded, and controls that filter the table.
    ///
    /// The controls are hidden until a script of the page shows them. If the browser runs no scripts, the user sees
    /// only the table.
    mutating func events(of runs: [ReportedRun]) -> HTML {
        var bodies: HTML = ""
        var left = 0
        var sources: Set<String> = []
        for (index, run) in runs.enumerated() {
            guard let recording = run.recording else { continue }
            // Each of the remaining runs gets an equal part of the remaining budget.
            let budget = budgets.events.part(of: runs.count - index)
            let shown = recording.bodies(
                within: budget, run: runs.count == 1 ? "" : "<td>\(run.name, limit: HTMLLimits.runName)</td>")
            bodies += shown.html
            budgets.events.count -= shown.count
            budgets.events.bytes -= shown.html.size
            left = left &+ max(recording.eventCount, recording.events.count) &- shown.count
            for event in recording.events.prefix(shown.count) where sources.count < HTMLLimits.names {
                sources.insert(event.event.source.rawValue)
            }
        }
        let columns: [HTML] =
            (runs.count == 1 ? [] : [.column("Run")]) + [
                .number("Number"), .column("Time"), .column("Source"), .column("Kind"), .column("Name"),
                .column("Parameters"),
            ]
        return """
            <h2 id="title-events">Events</h2>
            \(filters(sources.sorted()))\
            \(.table("Events", class: "events", columns, bodies, isBodies: true))\(.note(leftOut: left, "event"))
            """
    }

    private func filters(_ sources: [String]) -> HTML {
        let kinds = EventKind.allCases.map { "<option>\($0.rawValue)</option>" as HTML }
        // The script compares the selected source with the text in the table. So both texts are cut at the same limit.
        let options = sources.map { "<option>\(name: $0)</option>" as HTML }
        return """
            <div class="tools" id="filters" role="search" hidden>
            <label class="search"><span class="hidden">Filter</span><input id="filter" type="search" \
            placeholder="Filter by name, parameter or value" autocomplete="off" spellcheck="false"></label>
            <label><span class="hidden">Kind</span><select id="kind"><option value="">All kinds</option>\
            \(.joined(kinds))</select></label>
            <label><span class="hidden">Source</span><select id="source"><option value="">All sources</option>\
            \(.joined(options))</select></label>
            <output id="matches" class="dim"></output>
            </div>

            """
    }
}

extension HTMLBudget {
    /// Returns the budget divided by `count`.
    fileprivate func part(of count: Int) -> HTMLBudget { HTMLBudget(count: self.count / count, bytes: bytes / count) }
}

extension ReportedRecording {
    /// Returns the `<tbody>` elements of a table with the first events, and the number of these events.
    ///
    /// When a browser draws the page, it can skip each `<tbody>` that is not visible. Therefore, each `<tbody>` has few
    /// rows.
    ///
    /// - Parameter run: The cell with the name of the run, which begins each row. Empty if there is only one run.
    fileprivate func bodies(within budget: HTMLBudget, run: HTML) -> (html: HTML, count: Int) {
        var budget = budget
        var html: HTML = ""
        var count = 0
        for start in stride(from: 0, to: events.count, by: HTMLLimits.bodyRows) {
            let part = events[start..<min(start + HTMLLimits.bodyRows, events.count)]
            var rows: HTML = ""
            let left = rows.append(part, within: &budget) { $0.row(run) }
            if rows.size > 0 { html += "<tbody>\n\(rows)</tbody>\n" }
            count += part.count - left
            if left > 0 { break }
        }
        return (html, count)
    }
}

extension ReportedRecording.NumberedEvent {
    /// Returns the event as a row of the table.
    ///
    /// - Parameter run: The cell with the name of the run, which begins the row. Empty if there is only one run.
    fileprivate func row(_ run: HTML) -> HTML {
        let user: HTML = event.event.user.map { " <span class=\"dim\">\(name: $0)</span>" } ?? ""
        let problem: HTML =
            event.event.encodingError.map { "<br><span class=\"bad\">incomplete: \(name: $0)</span>" }
            ?? ""
        return """
            <tr>\(run)<td class="number">\(number)</td><td>\(event.time.map(\.clock))</td>\
            <td>\(name: event.source.rawValue)</td><td>\(event.event.kind.chip)</td>\
            <th scope="row">\(event.event.shownName)\(user)</th>\
            <td><code>\(event.event.parameters.text, limit: HTMLLimits.listedParameters)</code>\(problem)</td></tr>

            """
    }
}

extension Event {
    /// The name that a list of events shows. If the event has no name, this is the kind of the event.
    var shownName: HTML {
        let name = displayName
        return name.isEmpty ? "&quot;&quot;" : "\(name: name)"
    }
}

extension EventKind {
    /// A label with the kind.
    var chip: HTML { "<span class=\"chip\" data-kind=\"\(rawValue)\">\(rawValue)</span>" }
}

extension EventTime {
    /// A `<time>` element that shows the time of day to the millisecond, and has the date in an attribute.
    fileprivate var clock: HTML {
        let text = description
        return "<time datetime=\"\(text)\">\(String(text.dropFirst(11).prefix(12)))</time>"
    }
}

extension EventParameters {
    /// The parameters as text without braces around them, such as `id: 67563, slug: "67563-daredevil"`.
    var text: String { String(description.dropFirst().dropLast()) }
}
