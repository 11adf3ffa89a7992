package import Trackproof
@_spi(Tooling) package import TrackproofSnapshots

/// A report about a comparison, which can be rendered in several forms.
package struct Report: Sendable {
    /// The name of the expected events: the path of the snapshot as the user gave it, or a source such as `app`.
    package let snapshot: String
    /// The name of the actual events.
    ///
    /// The name is the path of the recording as the user gave it, or the command that was run. For a vendor's wire, the
    /// name contains the wire and the command.
    package let recording: String
    /// The result of the comparison.
    package let comparison: Comparison
    /// The duration of the run in seconds, or `nil` if it was not measured.
    package let seconds: Double?
    /// The problems that are not differences, one sentence each.
    ///
    /// For example, nothing could be compared, or the collector rejected an item.
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

    /// Returns the result of the comparison, if the report includes it, and then the failures.
    private func text(_ style: TextStyle) -> String {
        let events = hasComparison ? comparison.text(style: style) : ""
        return events.withoutLogCommands() + failures.map { "! \($0.displayable)\n" }.joined()
    }

    /// The members of the JSON report: those of the comparison, and `failures` if there are failures.
    package var members: EventParameters {
        var members = comparison.members
        if !failures.isEmpty { members["failures"] = .array(failures.map(EventValue.string)) }
        return members
    }

    /// Whether the report includes the comparison.
    ///
    /// The value is `false` if there are failures and nothing was compared.
    var hasComparison: Bool { failures.isEmpty || !comparison.isEmpty || comparison.matched > 0 }

    /// The result on one line.
    var headline: String {
        if hasComparison, failures.isEmpty || !comparison.isEmpty { return comparison.headline }
        return failures.count == 1 ? "1 failure" : "\(failures.count) failures"
    }
}

/// The forms of a report.
package enum ReportKind: String, Sendable, CaseIterable {
    /// Text for people.
    case text
    /// JSON for programs, in version 1 of the comparison format.
    case json
    /// Markdown for a comment on a pull request.
    case markdown
    /// XML for CI servers that read JUnit's format.
    case junit
    /// Annotations, written as workflow commands of GitHub Actions.
    case github

    /// Returns whether a file begins like a report of this kind.
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
