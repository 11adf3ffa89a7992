internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans
@_spi(Tooling) internal import TrackproofSnapshots

extension HTMLPage {
    /// The result in a few words.
    var result: HTML {
        if report.isPassed {
            return report.sections.isEmpty ? "Nothing was checked" : "All analytics events are as expected"
        }
        return "The analytics events are not as expected"
    }

    /// The result, the problems in plain words, and the runs.
    var summary: HTML {
        mutating get {
            var list = SentenceList()
            for run in report.runs {
                for failure in run.failures { list.add("\(failure)", owner: nil) }
            }
            for section in report.sections { add(section, to: &list) }
            return """
                <h1 id="title-summary">\(result)</h1>
                <p class="dim">\(report.headline, limit: HTMLLimits.name)</p>
                \(problems(list))\(runs)
                """
        }
    }

    private func add(_ section: ReportSection, to list: inout SentenceList) {
        switch section {
        case .comparison(let section):
            for failure in section.failures { list.add("\(failure)", owner: nil) }
            for difference in section.comparison.differences {
                list.add(difference.sentence, owner: difference.owner(in: owners))
            }
        case .findings(let section):
            for group in section.tally.sortedGroups where group.severity >= section.failOn {
                list.add(group.sentence, owner: group.sample.owner)
            }
            if section.tally.eventCount == 0 { list.add("No events were checked against the plan.", owner: nil) }
        case .coverage(let section):
            guard !section.isPassed else { return }
            if section.coverage.eventCount == 0 {
                list.add("The recordings contain no events of the plan.", owner: nil)
            } else {
                let share = section.coverage.ratio().percentText
                list.add("The recordings show only \(share) of the plan.", owner: nil)
            }
        }
    }

    private mutating func problems(_ list: SentenceList) -> HTML {
        if list.lines.isEmpty { return "" }
        var items: HTML = ""
        let left = items.append(list.lines, within: &budgets.sentences) { line in
            let times: HTML = line.count > 1 ? " <span class=\"count\">\(line.count) times</span>" : ""
            let owner: HTML = line.owner.map { " <span class=\"chip\">owner: \($0, limit: HTMLLimits.name)</span>" } ?? ""
            return "<li>\(line.sentence)\(times)\(owner)</li>\n"
        }
        let more: HTML =
            left + list.others == 0 ? "" : "<li class=\"dim\">and \(left + list.others, "other problem")</li>\n"
        return "<ul class=\"problems\">\n\(items)\(more)</ul>\n"
    }
}

/// Different sentences with owners, and how often each one occurs.
private struct SentenceList {
    struct Line {
        let sentence: HTML
        let owner: String?
        var count = 1
    }

    private(set) var lines: [Line] = []
    /// The number of sentences that are not among ``lines``, because there are too many.
    private(set) var others = 0
    private var places: [HTML: Int] = [:]

    mutating func add(_ sentence: HTML, owner: String?) {
        if let place = places[sentence] {
            lines[place].count += 1
        } else if lines.count < 100 {
            places[sentence] = lines.count
            lines.append(Line(sentence: sentence, owner: owner))
        } else {
            others += 1
        }
    }
}
