extension Report {
    /// The maximum number of items in a list of failures or of problems in the history.
    static let failureLimit = 20

    /// The report in Markdown, which fits in a GitHub comment.
    ///
    /// If differences, findings or failures are left out, the report says how many.
    var markdown: String {
        var text = ""
        if let only {
            only.appendMarkdown(to: &text, level: "###")
            appendHistory(to: &text)
            return text
        }
        text = "### \(isPassed ? "✅" : "❌") \(headline)\n"
        if !failures.isEmpty { text += "\n" + Markdown.list(failures, limit: Self.failureLimit) }
        // If the text becomes too long, the last sections are left out. Therefore, failed sections come first.
        let sorted = sections.filter { !$0.isPassed } + sections.filter(\.isPassed)
        for section in sorted {
            if text.utf16.count > GitHubLimits.reportLength {
                text += "\n… and more.\n"
                break
            }
            text += "\n"
            section.appendMarkdown(to: &text, level: "####")
        }
        appendHistory(to: &text)
        return text
    }

    /// Appends the problems of the history that are failing or flaky, and the problems that recovered in the last run.
    private func appendHistory(to text: inout String) {
        guard let history else { return }
        let problems = history.problems.filter { $0.state != .recovered || history.isNew($0) }
        if problems.isEmpty { return }
        text += "\n#### History\n\n"
        for problem in problems.prefix(Self.failureLimit) { text += "- \(problem.sentence.markdown)\n" }
        if problems.count > Self.failureLimit { text += "- … and \(problems.count - Self.failureLimit) more\n" }
    }
}

extension ReportSection {
    /// Appends the section: a heading, and then a table.
    ///
    /// - Parameter level: The number signs that begin the heading, such as `###`.
    fileprivate func appendMarkdown(to text: inout String, level: String) {
        text += "\(level) \(isPassed ? "✅" : "❌") \(headline)\n\n"
        switch self {
        case .comparison(let section): section.appendMarkdown(to: &text)
        case .findings(let section): section.appendMarkdown(to: &text)
        case .coverage(let section): section.appendMarkdown(to: &text)
        }
    }
}
