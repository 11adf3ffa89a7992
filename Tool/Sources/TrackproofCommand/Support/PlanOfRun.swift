internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// The plan that `trackproof run` or `trackproof verify` checks a recording against, in addition to a snapshot.
struct PlanOfRun {
    let path: String
    let checker: PlanChecker
    let context: CheckContext
    let map: CoverageMap

    /// Checks the events of a recording, and prints the findings.
    ///
    /// - Parameters:
    ///   - recording: The path of the recording.
    ///   - name: The name of the recording in the report.
    ///   - sources: The sources of the events that are checked.
    ///   - showsCoverage: Whether it also prints how much of the plan the app's events show.
    ///   - stream: The stream for the findings.
    /// - Returns: Whether a check failed: a finding has the severity `error`, the recording is cut short, or it has no
    ///   events of the app.
    func check(
        _ recording: String, name: String, sources: [EventSource], showsCoverage: Bool = false, to stream: OutputStream
    ) throws -> Bool {
        var isFailed = false
        for source in sources {
            var check = RecordingCheck(checker: checker, context: context, source: source, name: name)
            if showsCoverage, source == .app { check.coverage = PlanCoverage(map) }
            try check.add(recording) { _ in }
            if check.tally.eventCount == 0, source != .app { continue }
            check.printNotes()
            let title = source == .app ? "\(path)" : "\(path), \(source)"
            try stream.write("\(title.displayable): ")
            try PlanReport(plan: path, recordings: [name], tally: check.tally).write(.text, to: stream)
            if let coverage = check.coverage {
                try stream.write("\(path.displayable): \(CoverageReport(plan: path, coverage: coverage).headline)\n")
            }
            if check.status(check.tally, failOn: .error) != .asExpected { isFailed = true }
        }
        return isFailed
    }
}
