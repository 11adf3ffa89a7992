import Trackproof

extension HTMLPage {
    /// The result of the report in one sentence.
    var result: HTML {
        if report.runs.isEmpty, report.history != nil { return "History of the analytics checks" }
        if report.isPassed {
            return report.sections.isEmpty ? "Nothing was checked" : "All analytics events are as expected"
        }
        if report.onlyRunsFailed {
            return report.runs.count == 1 ? "The run failed" : "The runs failed or are incomplete"
        }
        return "The analytics events are not as expected"
    }

    /// The top of the page: the result, sentences about the problems, the runs, and the screenshots.
    var summary: HTML {
        mutating get {
            """
            <h1 id="title-summary">\(result)</h1>
            <p class="dim">\(report.headline, limit: HTMLLimits.name)</p>
            \(problems(ProblemList(report, limit: budgets.sentences.count)))\(runs)\(screenshots)
            """
        }
    }

    private mutating func problems(_ list: ProblemList) -> HTML {
        if list.problems.isEmpty { return "" }
        var items: HTML = ""
        let left = items.append(list.problems, within: &budgets.sentences) { problem in
            let times: HTML = problem.count > 1 ? " <span class=\"count\">\(problem.count) times</span>" : ""
            let owner: HTML =
                problem.owner.map { " <span class=\"chip\">owner: \($0, limit: HTMLLimits.name)</span>" } ?? ""
            return "<li>\(problem.sentence)\(times)\(owner)</li>\n"
        }
        let others = left + list.otherCount
        let more: HTML = others == 0 ? "" : "<li class=\"dim\">and \(others, "other problem")</li>\n"
        return "<ul class=\"problems\">\n\(items)\(more)</ul>\n"
    }
}
