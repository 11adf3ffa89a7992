public import TrackproofSnapshots

/// A comparison with what a report says around it.
public struct Report: Sendable {
    /// What was compared: the snapshot's path as it was given.
    public let snapshot: String
    /// The recording's path as it was given, or the command that was run.
    public let recording: String
    /// The result.
    public let comparison: Comparison
    /// Seconds that it took, the run of a command included; nil where nobody measured.
    public let seconds: Double?

    /// A comparison of `recording` with `snapshot`.
    public init(snapshot: String, recording: String, comparison: Comparison, seconds: Double? = nil) {
        self.snapshot = snapshot
        self.recording = recording
        self.comparison = comparison
        self.seconds = seconds
    }

    /// The report in one of its forms.
    public func render(_ kind: ReportKind, style: TextStyle = TextStyle()) -> String {
        switch kind {
        case .text: comparison.text(style: style)
        case .json: comparison.json
        case .markdown: markdown
        case .junit: junit
        case .github: gitHubAnnotations
        }
    }
}

/// The forms that a report takes.
public enum ReportKind: String, Sendable, CaseIterable {
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
}
