package import Trackproof
@_spi(Tooling) package import TrackproofSnapshots

/// A comparison, with the information around it in a report.
package struct Report: Sendable {
    /// The path of the snapshot as the user gave it.
    package let snapshot: String
    /// The path of the recording as the user gave it, or the command that was run.
    package let recording: String
    /// The result of the comparison.
    package let comparison: Comparison
    /// The duration in seconds, including the run of a command, or `nil` if it was not measured.
    package let seconds: Double?
    /// The problems besides the differences, one sentence each.
    ///
    /// For example, a problem is that nothing could be compared, or that an item was rejected.
    package var failures: [String]

    /// Creates a report about a comparison of `recording` with `snapshot`.
    package init(
        snapshot: String, recording: String, comparison: Comparison, seconds: Double? = nil, failures: [String] = []
    ) {
        self.snapshot = snapshot
        self.recording = recording
        self.comparison = comparison
        self.seconds = seconds
        self.failures = failures
    }

    /// Whether everything is as expected.
    package var isPassed: Bool { comparison.isEmpty && failures.isEmpty }

    /// Returns the report in one of its forms.
    package func render(_ kind: ReportKind, style: TextStyle = TextStyle()) -> String {
        switch kind {
        case .text: text(style)
        case .json: members.json.jsonWithoutLogCommands + "\n"
        case .markdown: markdown
        case .junit: junit
        case .github: gitHubAnnotations
        }
    }

    /// Returns the differences and then the failures. If nothing was compared, the text says nothing about events.
    private func text(_ style: TextStyle) -> String {
        let events = hasComparison ? comparison.text(style: style) : ""
        return events.withoutLogCommands() + failures.map { "! \($0.displayable)\n" }.joined()
    }

    /// The comparison for machines, with the member `failures` if there are any.
    package var members: EventParameters {
        var members = comparison.members
        if !failures.isEmpty { members["failures"] = .array(failures.map(EventValue.string)) }
        return members
    }

    /// Whether the report includes the comparison. It does not if there are failures and nothing was compared.
    var hasComparison: Bool { failures.isEmpty || !comparison.isEmpty || comparison.matched > 0 }

    /// The result on one line.
    var headline: String {
        if hasComparison, failures.isEmpty || !comparison.isEmpty { return comparison.headline }
        return failures.count == 1 ? "1 failure" : "\(failures.count) failures"
    }
}

/// The forms of a report.
package enum ReportKind: String, Sendable, CaseIterable {
    /// Text for people, as in a code review.
    case text
    /// JSON for machines: version 1 of the comparison.
    case json
    /// Markdown for a comment on a pull request.
    case markdown
    /// XML for CI servers that read JUnit's format.
    case junit
    /// Annotations, written as workflow commands of GitHub Actions.
    case github

    /// Returns whether a file is a report of this kind, judged by its beginning.
    ///
    /// - Parameter start: The beginning of the file.
    package func isBegun(by start: String) -> Bool {
        switch self {
        case .text: start.contains(/^(! |\d+ events? as expected\n|\d+ differences? \()/)
        case .json: start.hasPrefix(#"{"comparison":1,"#)
        case .markdown: start.hasPrefix("### ✅ ") || start.hasPrefix("### ❌ ")
        case .junit: start.contains(#"?>\#n<testsuites name="trackproof" "#)
        case .github: start.hasPrefix("::error file=") || start.hasPrefix("::notice title=trackproof::")
        }
    }
}
