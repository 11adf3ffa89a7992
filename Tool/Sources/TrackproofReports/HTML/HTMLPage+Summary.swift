import Foundation
import Trackproof

extension HTMLPage {
    /// The result of the report in one sentence.
    var result: HTML {
        if report.runs.isEmpty, report.history != nil { return "History of the analytics checks" }
        if let score = report.mutationHeadline { return "\(score.asSentence)" }
        if report.isPassed {
            if report.sections.isEmpty { return "Nothing was checked" }
            if let findings = report.notedFindings { return "The checks passed, with \(findings)" }
            return "All analytics events are as expected"
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
            <p class="dim">\(name: report.headline)</p>
            \(problems(ProblemList(report, limit: budgets.sentences.count)))\(runs)\(screenshots)
            """
        }
    }

    private mutating func problems(_ list: ProblemList) -> HTML {
        if list.problems.isEmpty { return "" }
        var items: HTML = ""
        let left = items.append(list.problems, within: &budgets.sentences) { problem in
            let times: HTML = problem.count > 1 ? " <span class=\"count\">\(problem.count) times</span>" : ""
            return "<li>\(problem.sentence)\(times)\(.owner(problem.owner))</li>\n"
        }
        let others = left + list.otherCount
        let more: HTML = others == 0 ? "" : "<li class=\"dim\">and \(others, "other problem")</li>\n"
        return "<ul class=\"problems\">\n\(items)\(more)</ul>\n"
    }
}

extension HTMLPage {
    /// A list of facts about the run, such as its branch, or a table if there are several runs.
    var runs: HTML {
        mutating get {
            if report.runs.isEmpty { return "" }
            if report.runs.count == 1, let run = report.runs.first {
                return "<h2>Run</h2>\n<dl class=\"facts\">\n\(.joined(run.facts.map(\.pair)))</dl>\n"
            }
            var rows: HTML = ""
            let left = rows.append(report.runs, within: &budgets.runs) { $0.row }
            let table: HTML = .table(
                "Runs",
                ["Name", "Started", "Duration", "Revision", "Branch", "Job", "Failures"].map(HTML.column), rows)
            return "<h2>\(report.runs.count, "run")</h2>\n\(table)\(.note(leftOut: left, "run"))"
        }
    }
}

extension ReportedRun {
    /// A fact about a run, such as its branch.
    fileprivate struct Fact {
        let name: HTML
        let value: HTML?

        /// The name and the value as an entry of a list, or no markup if there is no value.
        var pair: HTML { value.map { "<dt>\(name)</dt><dd>\($0)</dd>\n" } ?? "" }
    }

    fileprivate var facts: [Fact] {
        [
            Fact(name: "Name", value: "\(name: name)"),
            Fact(name: "Started", value: started.element),
            Fact(name: "Duration", value: seconds.flatMap(\.durationText).map { "\($0)" }),
            Fact(name: "Revision", value: revision.map { "<code>\(name: $0)</code>" }),
            Fact(name: "Branch", value: branch.map { "<code>\(name: $0)</code>" }),
            Fact(name: "CI job", value: job?.link),
        ]
    }

    fileprivate var row: HTML {
        let cells = facts.dropFirst().map { "<td>\($0.value)</td>" as HTML }
        return """
            <tr><th scope="row">\(name: name)</th>\(.joined(cells))\
            <td>\(failures.isEmpty ? "none" : "\(failures.count)")</td></tr>

            """
    }
}

extension CIJob {
    /// A link to the job's page, or only the name of the server if `url` is not a web address.
    var link: HTML {
        guard let url, let host = url.webHost else { return "\(name: server)" }
        return """
            <a href="\(url)" rel="noopener noreferrer nofollow">\(name: server)</a> \
            <span class="dim">(\(host))</span>
            """
    }
}

extension EventTime {
    /// The time as an HTML element, to the second.
    var element: HTML {
        let text = description
        return
            "<time datetime=\"\(text)\">\(String(text.prefix(10))) \(String(text.dropFirst(11).prefix(8))) UTC</time>"
    }
}

extension HTMLPage {
    var hasScreenshots: Bool { report.runs.contains { !$0.screenshots.isEmpty } }

    /// The screenshots of all runs, or no markup if there are no screenshots.
    var screenshots: HTML {
        mutating get {
            let pictures = report.runs.flatMap(\.screenshots)
            if pictures.isEmpty { return "" }
            var figures: HTML = ""
            let left = figures.append(pictures, within: &budgets.screenshots, \.figure)
            return """
                <h2>Screenshots</h2>
                <div class="pictures">
                \(figures)</div>
                \(.note(leftOut: left, "screenshot"))
                """
        }
    }
}

extension ReportedScreenshot {
    /// The screenshot, with the name of the test below it.
    fileprivate var figure: HTML {
        // Base64 does not contain special characters of HTML, so the data needs no escapes.
        let data = HTML(trusted: Array(Data(png).base64EncodedData()))
        return """
            <figure><img alt="The screen at the failure of \(name: test)" \
            src="data:image/png;base64,\(data)"><figcaption>\(name: test)</figcaption></figure>

            """
    }
}
