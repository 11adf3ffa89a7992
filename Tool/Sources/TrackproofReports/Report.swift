package import Trackproof
@_spi(Tooling) package import TrackproofSnapshots

/// A comparison with what a report says around it.
package struct Report: Sendable {
    /// What was compared: the snapshot's path as it was given.
    package let snapshot: String
    /// The recording's path as it was given, or the command that was run.
    package let recording: String
    /// The result.
    package let comparison: Comparison
    /// Seconds that it took, the run of a command included; nil where nobody measured.
    package let seconds: Double?
    /// What is wrong besides the differences, a sentence each: that nothing could be compared, what was rejected.
    package var failures: [String]

    /// A comparison of `recording` with `snapshot`.
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

    /// The report in one of its forms.
    package func render(_ kind: ReportKind, style: TextStyle = TextStyle()) -> String {
        switch kind {
        case .text: text(style)
        case .json: members.json.jsonWithoutLogCommands + "\n"
        case .markdown: markdown
        case .junit: junit
        case .github: gitHubAnnotations
        }
    }

    /// The differences, then what else is wrong. Where nothing was compared there is nothing to say of events.
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

    /// Whether the comparison says anything beside the failures.
    var hasComparison: Bool { failures.isEmpty || !comparison.isEmpty || comparison.matched > 0 }

    /// The result on one line.
    var headline: String {
        if hasComparison, failures.isEmpty || !comparison.isEmpty { return comparison.headline }
        return failures.count == 1 ? "1 failure" : "\(failures.count) failures"
    }
}

/// The forms that a report takes.
package enum ReportKind: String, Sendable, CaseIterable {
    /// For a person, as in a code review.
    case text
    /// For machines, version 1 of the comparison.
    case json
    /// For a comment on a pull request.
    case markdown
    /// For a CI server that reads JUnit's XML.
    case junit
    /// Annotations as workflow commands of GitHub Actions.
    case github

    /// Whether a file that begins so is a report of this kind.
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
