package import Trackproof
import TrackproofJSON
package import TrackproofPlanning
package import TrackproofPlans
package import TrackproofSnapshots

/// The result of comparing events with a snapshot, or of comparing what an SDK sent with what it should have sent.
package struct ComparisonSection: ReportSection {
    /// Whether the section compares what an SDK sent with what it should have sent.
    ///
    /// If not, the section compares events with a snapshot.
    package let isDelivery: Bool
    /// The name of the expected events: the path of the snapshot as the user gave it, or a source such as `app`.
    package let snapshot: String
    /// The name of the actual events.
    ///
    /// The name is the path of the recording as the user gave it, the command that was run, or a source such as
    /// `wire:segment`.
    package let recording: String
    /// The result of the comparison.
    package let comparison: Comparison
    /// The id of the run in ``Report/runs``, or `nil` if the report has only one run.
    var run: String?
    /// The problems that are not differences, one sentence each.
    ///
    /// For example, nothing could be compared, or the collector rejected an item.
    package var failures: [String]

    /// Creates a section about a comparison of `recording` with `snapshot`.
    ///
    /// - Parameters:
    ///   - comparison: The result, or `nil` if nothing was compared.
    ///   - checker: The checker of the plan that says which values are personal, or `nil` if there is no plan. The
    ///     section does not contain personal values, so no format of a report can show them.
    package init(
        snapshot: String, recording: String, comparison: Comparison?, redactedBy checker: PlanChecker?,
        isDelivery: Bool = false, run: String? = nil, failures: [String] = []
    ) {
        self.isDelivery = isDelivery
        self.snapshot = snapshot
        self.recording = recording
        let comparison = comparison ?? Comparison(matched: 0, differences: [], unchangedAfter: 0, unexamined: (0, 0))
        self.comparison = checker?.redacted(comparison) ?? comparison
        self.run = run
        self.failures = failures
    }

    /// Whether there are no differences and no failures.
    package var isPassed: Bool { comparison.isEmpty && failures.isEmpty }

    /// Whether the comparison has a result. It has no result if there are failures and nothing was compared.
    package var hasComparison: Bool { failures.isEmpty || comparison.hasCompared }

    package var headline: String {
        if hasComparison, failures.isEmpty || !comparison.isEmpty { return comparison.headline }
        return failures.count.counted("failure")
    }

    /// The name of the check: the snapshot, or the two sources that were compared, such as `wire:segment against app`.
    package var subject: String { isDelivery && !hasComparison ? recording : nameInHistory }
    package var nameInHistory: String { isDelivery ? "\(recording) against \(snapshot)" : snapshot }
    package var title: String { isDelivery ? subject : "\(recording) against \(snapshot)" }
    package var introduction: Sentence? {
        isPassed ? "\(code: recording) matches \(code: snapshot)." : "\(code: recording) against \(code: snapshot)"
    }
    package var file: String? { isDelivery ? nil : snapshot }
    /// The title of a delivery names the SDK.
    package var needsTitle: Bool { isDelivery }
    package var isPartial: Bool { !hasComparison || comparison.unexamined.expected + comparison.unexamined.actual > 0 }

    // MARK: Rows

    package var result: CheckRow? {
        let headline = comparison.headline
        return isPassed
            ? CheckRow(outcome: .passed, check: nameInHistory, subject: headline, message: headline, sentence: "") : nil
    }

    /// The failures and the differences. Failures of the whole comparison come before differences of single events.
    package var rows: [any ReportRow] {
        var failures = failures
        if !comparison.isEmpty, comparison.differences.isEmpty { failures.append(comparison.headline) }
        let rows: [any ReportRow] = failures.map {
            CheckRow(check: nameInHistory, subject: $0, message: $0, sentence: "\(words: $0)")
        }
        return rows + comparison.differences.map { DifferenceRow(difference: $0) }
    }

    package func text(_ style: TextStyle) -> String {
        comparisonText(style) + failures.map { "! \($0.displayable)\n" }.joined()
    }

    /// Returns the result of the comparison as text for people, or an empty text if there is no result.
    package func comparisonText(_ style: TextStyle) -> String {
        hasComparison ? comparison.text(style: style).withoutLogCommands() : ""
    }

    // MARK: JSON

    /// The comparison as one line of JSON, without the names of the snapshot and the recording.
    package var json: String { comparison.members.json.reportJSON + "\n" }

    package var members: EventParameters {
        let names: EventParameters = [
            "comparison": 1, "snapshot": snapshot, "recording": recording,
            "delivery": isDelivery ? true : nil, "run": run,
        ]
        var members = names.merging(comparison.membersOfReport)
        if !failures.isEmpty { members["failures"] = .array(failures.map(EventValue.string)) }
        return members
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        let differences = try object.objects("differences").map(Difference.init)
        let unexamined = try object.optionalObject("unexamined").map { members throws(DocumentError) in
            (expected: try members.count("expected"), actual: try members.count("actual"))
        }
        let comparison = Comparison(
            matched: try object.count("matched"), differences: differences,
            unchangedAfter: try object.optionalCount("unchangedAfter") ?? 0, unexamined: unexamined ?? (0, 0),
            changesEveryEvent: try object.flag("everyEvent"))
        self.init(
            snapshot: try object.text("snapshot"), recording: try object.text("recording"), comparison: comparison,
            redactedBy: nil, isDelivery: try object.flag("delivery"), run: try object.optionalText("run"),
            failures: try object.optionalTexts("failures"))
    }
}

extension Difference {
    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        let position = try object.object("position")
        let parameters = try object.elements("parameters").map { value, path throws(DocumentError) in
            try ParameterDifference(value, path)
        }
        self.init(
            kind: try object.choice("kind"), expected: try object.optionalEvent("expected")?.event,
            actual: try object.optionalEvent("actual")?.event,
            expectedPosition: try position.optionalCount("expected"),
            actualPosition: try position.optionalCount("actual"), parameters: parameters)
        unchangedBefore = try object.optionalCount("unchangedBefore") ?? 0
    }
}

extension ParameterDifference {
    fileprivate init(_ value: EventValue, _ path: String) throws(DocumentError) {
        let object = try DocumentObject(value, at: path)
        // Here, JSON `null` is a value. If an event does not have the parameter, the member is absent.
        let members = value.object ?? [:]
        self.init(
            path: try object.text("path"), change: try object.choice("change"), expected: members["expected"],
            actual: members["actual"], isVolatile: try object.flag("volatile"),
            hasLookalike: try object.flag("lookalike"))
    }
}

/// A difference as a row.
struct DifferenceRow: ReportRow {
    let difference: Difference

    /// All kinds, in the order of their importance. The kinds that lose the most data come first.
    private static let byImportance: [Difference.Kind] = [
        .missing, .renamed, .changed, .unexpected, .duplicated, .moved,
    ]

    var outcome: RowOutcome { .failed }
    var severity: Severity { .error }
    var kind: String { difference.kind.rawValue }
    var events: [String] { [difference.expected, difference.actual].compactMap { $0?.displayName } }
    var subject: String { difference.title }
    var message: String { difference.summary }
    var sentence: Sentence { difference.sentence }
    /// Failures of whole comparisons come first, and findings come last.
    var rank: Int { 1 + (Self.byImportance.firstIndex(of: difference.kind) ?? 0) }

    var lines: [(expected: Sentence, found: Sentence)] {
        let (expected, actual) = (difference.expected, difference.actual)
        switch difference.kind {
        case .missing: return [(content(expected), "nothing")]
        case .unexpected: return [("nothing", content(actual))]
        case .duplicated: return [("fewer", content(actual))]
        case .moved: return [(position(difference.expectedPosition), position(difference.actualPosition))]
        case .changed, .renamed:
            if difference.parameters.isEmpty { return [(content(expected), content(actual))] }
            return difference.parameters.map { ($0.value($0.expected), $0.value($0.actual)) }
        }
    }

    private func content(_ event: Event?) -> Sentence {
        guard let event else { return "nothing" }
        return "\(code: event.parameters.isEmpty ? event.displayName : event.parameters.description)"
    }

    private func position(_ position: Int?) -> Sentence { position.map { "position \($0 &+ 1)" } ?? "" }
}

extension ParameterDifference {
    fileprivate func value(_ value: EventValue?) -> Sentence {
        switch (change, value) {
        case (.user, .string(let label)?): "user \(code: label)"
        case (.user, _): "no user"
        default: value.map { "\(code: path) \(code: $0.description)" } ?? "\(code: path) missing"
        }
    }
}
