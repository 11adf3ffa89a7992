import Trackproof
import TrackproofArchives
import TrackproofConsole
import TrackproofPlanning
import TrackproofReports
import TrackproofSnapshots

/// The result of checking a recording against the plan of the option `--plan`.
struct RecordingCheck {
    private(set) var sections: [any ReportSection] = []
    var isFailed: Bool { sections.contains { !$0.isPassed } }
    /// Whether events violate the plan. If no event was checked, the check fails too, but this is `false`.
    private(set) var hasViolations = false
    /// Messages about a recording that is cut short or has no events to check.
    private(set) var notes: [String] = []

    /// Checks the events of a recording.
    ///
    /// - Parameters:
    ///   - recording: The path of the recording.
    ///   - name: The name of the recording in the report.
    ///   - sources: The sources of the events that are checked. Events from other sources are skipped.
    ///   - showsCoverage: Whether to find out which parts of the plan occur in the events of the first source that has
    ///     events.
    init(
        of recording: String, name: String, sources: [EventSource], by plan: LoadedPlan, showsCoverage: Bool = false
    ) throws {
        let file = try EventFile(path: recording)
        var runs = Dictionary(
            sources.map { ($0, PlanCheckRun(plan, measuresCoverage: showsCoverage)) }, uniquingKeysWith: { $1 })
        /// The sources that are not checked, at most ten.
        var others: Set<EventSource> = []
        var number = 0
        let truncation = try file.forEachReadingAhead { event in
            number += 1
            if runs[event.source] == nil {
                if others.count < 10 { others.insert(event.source) }
            } else {
                runs[event.source]?.add(event, at: EventPlace(name, number: number))
            }
        }
        if let truncation { notes.append("\(truncation); earlier events were checked") }
        let checked = sources.filter { (runs[$0]?.tally.eventCount ?? 0) > 0 }
        if checked.isEmpty, let source = sources.first {
            notes.append(others.isEmpty ? "no events were recorded, so nothing was checked" : others.missing(source))
        }
        for source in checked.isEmpty ? sources.prefix(1) : checked[...] {
            guard let run = runs[source] else { continue }
            let section = FindingsSection(plan: plan.path, recordings: [name], source: source, tally: run.result)
            sections.append(section)
            if !checked.isEmpty, !section.isPassed { hasViolations = true }
            if source == checked.first ?? source, let coverage = run.coverage {
                sections.append(CoverageSection(plan: plan.path, coverage: coverage))
            }
        }
    }

    /// Prints the findings, and the share of the plan that occurs in the recording. Does not print the notes.
    func write(to stream: ConsoleStream) throws {
        for section in sections {
            try stream.write("\(section.subject.displayable): ")
            try stream.write(section is CoverageSection ? section.headline + "\n" : section.text(stream.style))
        }
    }
}
