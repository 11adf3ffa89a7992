import Foundation
import Trackproof
import TrackproofArchives
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots

extension Report {
    /// Creates the report of one run.
    ///
    /// The job, the revision and the branch of the run come from the environment variables of the CI server. If there
    /// is a plan, the report names the owners of events, and hides the values that the plan marks as personal.
    ///
    /// - Parameters:
    ///   - recording: The path of the run's recording, or `nil` if the report shows no events.
    ///   - plan: The plan that the run was checked against, or `nil` if there is no plan.
    ///   - flags: The report options. The initializer reads the recording only if a report or the history shows its
    ///     events.
    init(
        of run: ReportedRun, _ sections: [any ReportSection], recording: String?, plan: TrackingPlan?,
        for flags: ReportFlags
    ) throws {
        var run = run
        let environment = CIEnvironment(ProcessInfo.processInfo.environment)
        (run.job, run.revision, run.branch) = (environment.job, environment.revision, environment.branch)
        let needsEvents = flags.history != nil || flags.report.contains(where: \.kind.showsRecording)
        if let recording, recording != "-", needsEvents {
            run.recording = try ReportedRecording(
                recording, around: sections, redactedBy: plan.map { PlanChecker($0) })
        }
        self.init(run, sections)
        if let plan { owners = EventOwners(of: sections, in: plan) }
    }
}

extension ReportKind {
    /// Whether reports of this kind show the events of the recording.
    fileprivate var showsRecording: Bool {
        switch self {
        case .json, .html: true
        case .text, .markdown, .junit, .github, .slack, .csv: false
        }
    }
}

extension ReportedRecording {
    /// The limits on the events of a recording that a report contains.
    ///
    /// `events` limits the number of events from the start of the recording, and `bytes` their size as JSON. `names`
    /// limits the number of event names that are counted. The events around differences can need `bytes` bytes in
    /// addition.
    private static let limits = (events: 10_000, bytes: 8 << 20, names: 2_000)
    /// The differences around which a report shows events: at most `count`, with `radius` events on each side.
    private static let differences = (count: 1_000, radius: 2)

    /// Reads the events that a report shows: the first events, and the events around differences.
    ///
    /// - Parameter checker: The checker of the plan that says which values are personal, or `nil` if there is no plan.
    fileprivate init(
        _ path: String, around sections: [any ReportSection], redactedBy checker: PlanChecker?
    ) throws {
        let wanted = Self.numbers(around: sections)
        var count = 0
        var bytes = 0
        var events: [NumberedEvent] = []
        var counts: [String: Int] = [:]
        _ = try EventFile(path: path).forEachReadingAhead { event in
            count += 1
            let name = checker?.shownName(of: event.event) ?? event.event.displayName
            if counts.count < Self.limits.names || counts[name] != nil { counts[name, default: 0] += 1 }
            let isFirst = count <= Self.limits.events && bytes <= Self.limits.bytes
            guard isFirst || wanted.contains(count) && bytes <= 2 * Self.limits.bytes else { return }
            bytes += event.json.utf8.count
            events.append(NumberedEvent(number: count, event: checker?.redacted(event) ?? event))
        }
        self.init(eventCount: count, events: events, counts: counts)
    }

    /// Returns the numbers of the events around differences. The first event of the recording has the number 1.
    private static func numbers(around sections: [any ReportSection]) -> Set<Int> {
        var numbers: Set<Int> = []
        for case let section as ComparisonSection in sections where !section.isDelivery {
            for difference in section.comparison.differences.prefix(differences.count) {
                guard let position = difference.actualPosition else { continue }
                let number = position + 1
                numbers.formUnion(max(1, number - differences.radius)...(number + differences.radius))
            }
        }
        return numbers
    }
}
