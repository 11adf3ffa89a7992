import Trackproof

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
            return """
                <h2>\(report.runs.count, "run")</h2>
                <div class="wide" tabindex="0" role="region" aria-label="Runs">
                <table>
                <thead><tr><th scope="col">Name</th><th scope="col">Started</th><th scope="col">Duration</th>\
                <th scope="col">Revision</th><th scope="col">Branch</th><th scope="col">Job</th>\
                <th scope="col">Failures</th></tr></thead>
                <tbody>
                \(rows)</tbody>
                </table>
                </div>
                \(.note(leftOut: left, "run"))
                """
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
            Fact(name: "Name", value: "\(name, limit: HTMLLimits.name)"),
            Fact(name: "Started", value: started.element),
            Fact(name: "Duration", value: seconds.flatMap(\.durationText).map { "\($0)" }),
            Fact(name: "Revision", value: revision.map { "<code>\($0, limit: HTMLLimits.name)</code>" }),
            Fact(name: "Branch", value: branch.map { "<code>\($0, limit: HTMLLimits.name)</code>" }),
            Fact(name: "CI job", value: job?.link),
        ]
    }

    fileprivate var row: HTML {
        let cells = facts.dropFirst().map { "<td>\($0.value)</td>" as HTML }
        return """
            <tr><th scope="row">\(name, limit: HTMLLimits.name)</th>\(.joined(cells))\
            <td>\(failures.isEmpty ? "none" : "\(failures.count)")</td></tr>

            """
    }
}

extension CIJob {
    /// A link to the job's page, or only the name of the server if `url` is not a web address.
    var link: HTML {
        guard let url, let host = url.webHost else { return "\(server, limit: HTMLLimits.name)" }
        return """
            <a href="\(url)" rel="noopener noreferrer nofollow">\(server, limit: HTMLLimits.name)</a> \
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
