package import Trackproof
import TrackproofPlanning
import TrackproofPlatform
import TrackproofSnapshots

extension Report {
    /// The members of a message for an incoming webhook of Slack.
    ///
    /// The message has few blocks, far below the limits of Block Kit. Texts from outside are in elements that Slack
    /// does not search for markup. So an event's name can be neither a mention nor a link.
    /// Source: <https://docs.slack.dev/reference/block-kit/blocks/rich-text-block>
    package var slackMessage: EventParameters {
        let list = ProblemList(self, limit: SlackLimits.problems)
        var blocks: [EventValue] = [.header(slackTitle(list))]
        blocks += facts.isEmpty ? [] : [.context(facts)]
        if !list.problems.isEmpty { blocks.append(.list(list.problems.map(line))) }
        let others = list.otherCount == 0 ? nil : "and \(list.otherCount.counted("other problem"))"
        blocks += [others, countLine].compactMap { $0 }.map { .line(SlackLine([.text($0)])) }
        blocks += (trendLines + [links].compactMap { $0 }).map(EventValue.line)
        return [
            // Notifications and screen readers use this text instead of the blocks. Slack searches this text for
            // markup.
            "text": slackTitle(list).escapedForSlack, "blocks": EventValue.array(blocks),
            "unfurl_links": false, "unfurl_media": false,
        ]
    }

    /// The result in words that do not require knowledge of Trackproof.
    private func slackTitle(_ list: ProblemList) -> String {
        if let mutationHeadline {
            return "\(isPassed ? "✅" : "❌") \(mutationHeadline.asSentence)"
        }
        if isPassed {
            if sections.isEmpty { return "Analytics: nothing was checked" }
            let isRecovery = history?.previous?.isPassed == false
            if let findings = notedFindings { return "✅ The analytics checks passed, with \(findings)" }
            return isRecovery
                ? "✅ Analytics recovered: all events are as expected again" : "✅ All analytics events are as expected"
        }
        if onlyRunsFailed { return "❌ The run of the analytics tests failed" }
        let count = list.problems.reduce(0) { $0 + $1.count } + list.otherCount
        return "❌ \(count.counted("problem")) with analytics events"
    }

    /// The name of the run or the number of runs, and the branch, the revision and the duration.
    private var facts: [String] {
        guard let run = runs.first else { return [] }
        var facts = [runs.count == 1 ? run.name : "\(runs.count) runs"]
        if let branch = run.branch { facts.append("branch \(branch)") }
        if let revision = run.revision { facts.append("revision \(revision.cut(to: 12))") }
        if runs.count == 1, let seconds = run.seconds?.durationText { facts.append(seconds) }
        return facts
    }

    /// The numbers of differences and findings, and the share of each plan that was seen, in one sentence.
    private var countLine: String? {
        var parts: [String] = []
        let differences = sections(of: ComparisonSection.self).reduce(0) { $0 + $1.comparison.differences.count }
        let findings = sections(of: FindingsSection.self).reduce(0) { $0 + $1.tally.groups.count }
        if differences > 0 { parts.append(differences.counted("difference")) }
        if findings > 0 { parts.append("\(findings.counted("violation")) of the plan") }
        for section in sections(of: CoverageSection.self).prefix(SlackLimits.lines) {
            parts.append("\(section.coverage.ratio().percentText) of the plan was seen")
        }
        if mutationHeadline == nil, let section = sections(of: MutationSection.self).first {
            parts.append(headline(of: section))
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ") + "."
    }

    private var links: SlackLine? {
        var links: [(title: String, url: String)] = []
        if let page { links.append(("Report", page)) }
        for job in runs.compactMap(\.job) {
            guard let url = job.url, url.webHost != nil, !links.contains(where: { $0.url == url }) else { continue }
            links.append(("\(job.server) job", url))
        }
        if links.isEmpty { return nil }
        var line = SlackLine([])
        for link in links.prefix(SlackLimits.lines) {
            if !line.elements.isEmpty { line.elements.append(.text(" · ")) }
            line.elements.append(.link(link.title, link.url))
        }
        return line
    }

    /// The lines about problems in the history that are failing, flaky or newly recovered.
    private var trendLines: [SlackLine] {
        (history?.currentProblems ?? []).prefix(SlackLimits.lines).map { SlackLine($0.sentence) }
    }

    private func line(_ problem: ReportedProblem) -> SlackLine {
        var line = SlackLine(problem.sentence)
        if problem.count > 1 { line.elements.append(.text(" (\(problem.count) times)")) }
        guard let owner = problem.owner else { return line }
        line.elements.append(.text(" Owner: \(owner)"))
        for mention in (owners.members[owner] ?? []).compactMap(EventValue.mention).prefix(SlackLimits.mentions) {
            line.elements += [.text(" "), mention]
        }
        return line
    }
}

extension String {
    /// The text with escapes for the three characters that Slack interprets in the fallback text.
    /// Source: <https://docs.slack.dev/messaging/formatting-message-text>
    package var escapedForSlack: String {
        replacing(scalar: "&", with: "&amp;").replacing(scalar: "<", with: "&lt;").replacing(scalar: ">", with: "&gt;")
    }
}
