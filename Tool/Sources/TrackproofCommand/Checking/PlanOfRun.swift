import Trackproof
import TrackproofConsole
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots

/// The plan of the option `--plan`, which `trackproof run` and `trackproof verify` check recordings against.
struct PlanOfRun {
    let path: String
    /// The paths of the plan's files.
    let files: [String]
    let plan: TrackingPlan
    let checker: PlanChecker
    let context: CheckContext
    let map: CoverageMap

    /// The result of checking a recording against the plan.
    struct Result {
        var sections: [any ReportSection] = []
        var isFailed: Bool { sections.contains { !$0.isPassed } }
        /// Messages about events that could not be checked.
        var notes: [String] = []
    }

    /// Checks the events of a recording.
    ///
    /// - Parameters:
    ///   - recording: The path of the recording.
    ///   - name: The name of the recording in the report.
    ///   - sources: The sources of the events that are checked.
    ///   - showsCoverage: Whether to find out which parts of the plan occur in the app's events.
    func check(_ recording: String, name: String, sources: [EventSource], showsCoverage: Bool = false) throws -> Result
    {
        var result = Result()
        for source in sources {
            var check = RecordingCheck(checker: checker, context: context, source: source, name: name)
            if showsCoverage, source == .app { check.coverage = PlanCoverage(map) }
            try check.add(recording) { _ in }
            if check.tally.eventCount == 0, source != .app { continue }
            result.notes += check.notes
            var tally = check.tally
            tally.suggestNames(of: plan)
            result.sections.append(FindingsSection(plan: path, recordings: [name], source: source, tally: tally))
            if let coverage = check.coverage {
                result.sections.append(CoverageSection(plan: path, coverage: coverage))
            }
        }
        return result
    }
}

extension PlanFlags {
    /// Reads the plan, or returns `nil` if the user did not pass `--plan`.
    ///
    /// Call this method before the command's main task. If the plan has a mistake, the command then fails at once, and
    /// not after a long run.
    func loaded() throws -> PlanOfRun? {
        guard let path else { return nil }
        let files = try PlanFiles(path: path)
        let map = CoverageMap(files.plan, platforms: platform.map { [$0] })
        return PlanOfRun(
            path: path, files: files.paths, plan: files.plan, checker: PlanChecker(files.plan),
            context: try context(), map: map)
    }
}

extension PlanOfRun.Result {
    /// Prints the findings, and the share of the plan that occurs in the recording. Does not print the notes.
    func write(to stream: ConsoleStream) throws {
        for section in sections {
            try stream.write("\(section.subject.displayable): ")
            try stream.write(section is CoverageSection ? section.headline + "\n" : section.text(stream.style))
        }
    }
}
