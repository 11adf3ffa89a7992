import Trackproof

extension HTMLPage {
    /// Returns the history: a chart of the runs, the problems with their states, and tables of the runs and the events.
    mutating func history(_ history: HistorySummary) -> HTML {
        """
        <h2 id="title-history">History</h2>
        \(HistoryChart(history.runs).html)\(problems(history.problems))\(table(of: history.runs))\
        \(table(of: history.lastSeen))
        """
    }

    private func problems(_ problems: [HistorySummary.Problem]) -> HTML {
        if problems.isEmpty { return "<p class=\"dim\">No problem occurred in these runs.</p>\n" }
        var budget = budgets.history
        var rows: HTML = ""
        let left = rows.append(problems, within: &budget) { problem in
            """
            <tr><td><span class="chip" data-state="\(problem.state.rawValue)">\(problem.stateName)</span></td>\
            <th scope="row">\(name: problem.event)</th><td>\(problem.parameter)</td><td>\(name: problem.kind)</td>\
            <td>\(problem.state == .recovered ? "last " : "since ")\(problem.since.started.element)\
            \(problem.since.revisionInBrackets)</td>\
            <td class="number">\(problem.failureCount) of \(problem.runCount)</td></tr>

            """
        }
        let table: HTML = .table(
            "Problems over time",
            [
                .column("State"), .column("Event"), .column("Parameter"), .column("Problem"), .column("When"),
                .number("Runs with the problem"),
            ], rows)
        return "<h3>Problems over time</h3>\n\(table)\(.note(leftOut: left, "problem"))"
    }

    private func table(of runs: [HistorySummary.Run]) -> HTML {
        if runs.isEmpty { return "" }
        let hasScores = runs.contains { $0.score != nil }
        var budget = budgets.history
        var rows: HTML = ""
        // The newest runs are the most interesting, so the table begins with them.
        let left = rows.append(runs.reversed(), within: &budget) { run in
            """
            <tr><th scope="row">\(run.started.element)</th><td>\(run.isPassed ? "passed" : "failed")</td>\
            <td>\(name: run.revision ?? "")</td><td>\(name: run.branch ?? "")</td>\
            <td class="number">\(run.differenceCount)</td><td class="number">\(run.findingCount)</td>\
            <td class="number">\(HistorySummary.Run.percentText(run.coverage))</td>\
            \(hasScores ? "<td class=\"number\">\(HistorySummary.Run.percentText(run.score))</td>" : "")\
            <td class="number">\(run.seconds?.durationText ?? "")</td></tr>

            """
        }
        let table: HTML = .table(
            "Runs of the history",
            [
                .column("Started"), .column("Result"), .column("Revision"), .column("Branch"), .number("Differences"),
                .number("Findings"), .number("Coverage"),
            ] + (hasScores ? [.number("Mutants")] : []) + [.number("Duration")], rows)
        return """
            <details>
            <summary>Table of the runs</summary>
            \(table)\(.note(leftOut: left, "run"))</details>

            """
    }

    private func table(of sightings: [HistorySummary.Sighting]) -> HTML {
        if sightings.isEmpty { return "" }
        var budget = budgets.history
        var rows: HTML = ""
        let left = rows.append(sightings, within: &budget) { sighting in
            """
            <tr><th scope="row">\(name: sighting.event)</th><td>\(sighting.time.element)</td></tr>

            """
        }
        return """
            <details>
            <summary>When each event was last seen</summary>
            <table>
            <thead><tr><th scope="col">Event</th><th scope="col">Last seen</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            \(.note(leftOut: left, "event"))</details>

            """
    }
}

extension HistorySummary.Run {
    /// The revision in brackets, or no markup if the revision is unknown.
    fileprivate var revisionInBrackets: HTML {
        revision.map { " <span class=\"dim\">(\($0, limit: 40))</span>" } ?? ""
    }

    /// Returns a share in percent as text, or an empty text if the share is unknown.
    static func percentText(_ share: Double?) -> String {
        guard let share, share.isFinite else { return "" }
        return "\(((share * 10).rounded(.down) / 10).shortText) %"
    }
}

extension HistorySummary.Problem {
    fileprivate var parameter: HTML { path.isEmpty ? "" : "<code>\(name: path)</code>" }
}
