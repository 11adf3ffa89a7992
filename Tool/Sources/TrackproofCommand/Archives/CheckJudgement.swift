import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofConsole
import TrackproofFiles
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform
import TrackproofReports
import TrackproofSnapshots

/// The options that say how many problems an archive may have.
struct ToleranceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The share of events that may have a finding, such as missing=0.1%, or purchase:missing=2% for one event. A \
            finding within its share gets the severity info.
            """, valueName: "finding=share"), transform: ShareLimit.init(argument:))
    var maxShare: [ShareLimit] = []

    @Flag(help: "Exit with 65 if a record cannot be read.")
    var strict = false

    /// Whether the user has set one of the options.
    var isSet: Bool { !maxShare.isEmpty || strict }

    /// Throws an error if an option names an event that the plan does not contain.
    func check(against plan: TrackingPlan) throws {
        for limit in maxShare { try limit.checkEvent(in: plan) }
    }
}

/// The end of a check: it accepts findings, writes the reports, and determines the exit status.
struct CheckJudgement {
    private let findings: FindingOptions
    private let reports: ReportFlags
    private let maxShare: [ShareLimit]
    private let isStrict: Bool

    init(_ findings: FindingOptions, _ reports: ReportFlags, _ tolerance: ToleranceOptions? = nil) {
        (self.findings, self.reports) = (findings, reports)
        maxShare = tolerance?.maxShare ?? []
        isStrict = tolerance?.strict ?? false
    }

    /// Writes the reports without the accepted findings, and ends the command with its exit status.
    ///
    /// A finding is accepted if it is in the baseline. Within a share of `--max-share`, a finding becomes `info`.
    ///
    /// - Parameters:
    ///   - plan: The path of the plan, and the plan.
    ///   - inputs: The files, folders and so on, as the user named them on the command line.
    ///   - source: The source of the checked events, for the reports and messages.
    ///   - recording: The path of the recording whose events the reports show, or `nil` to show no events.
    ///   - today: The current day if the check measured the coverage of the plan, otherwise `nil`.
    ///   - interruption: If a signal ended the check early, the signal and a message for the reports; otherwise `nil`.
    func end(
        _ tally: ArchiveTally, plan: (path: String, plan: TrackingPlan), inputs: [String], source: EventSource,
        recording: String?, today: String? = nil, interruption: (signal: Int32, message: String)?
    ) throws {
        if let interruption { Console.note(interruption.message) }
        let gaps = gaps(in: tally)
        Self.note(tally, gaps: gaps, source: source)
        let isComplete = interruption == nil && tally.summary.unreadFileCount == 0
        var rest = try withoutAccepted(tally, isComplete: isComplete)
        if ShareLimit.refuseOnlyBytes(of: rest, maxShare) {
            let share = Double(rest.summary.unreadableByteCount) / Double(rest.summary.byteCount)
            Console.note(
                "the unreadable records contain \(share.percent) of all bytes, which is more than --max-share allows"
            )
        }
        rest.check.lower(ShareLimit.accepted(rest, by: maxShare))
        rest.check.suggestNames(of: plan.plan)
        let section = FindingsSection(
            plan: plan.path, recordings: inputs, source: tally.summary.source ?? source,
            failOn: findings.failOn.severity,
            tally: rest.check,
            archive: rest.summary)
        let coverage = today.map {
            CoverageSection(plan: plan.path, coverage: tally.coverage(of: plan.plan, today: $0), isInformation: true)
        }
        let sections: [any ReportSection] = [section] + (coverage.map { [$0] } ?? [])
        // If the section passed, for example because a baseline accepts all findings, only the run can fail.
        let failures = [interruption?.message].compactMap(\.self) + (section.isPassed ? gaps : [])
        let run = ReportedRun(name: inputs.joined(separator: ", "), failures: failures)
        var report: Report
        do {
            report = try Report(
                of: run, sections, recording: recording, plan: plan.plan, for: reports)
        } catch is EventFormatError {
            // For example, the file contains several recordings. The check accepts such a file, but the part of the
            // report that shows the events does not.
            report = try Report(of: run, sections, recording: nil, plan: plan.plan, for: reports)
        }
        // The revision is not the one of the apps that sent the events. With it, a problem that begins on a new day would
        // be flaky instead of new.
        if today != nil { report.runs[0].revision = nil }
        let status = interruption.map { ExitCode(128 + $0.signal) } ?? failingStatus(of: tally).code
        try reports.end(report, failing: status, default: .text, to: Console.output)
    }

    /// Returns the exit status if the check failed.
    private func failingStatus(of tally: ArchiveTally) -> ExitStatus {
        let isDamaged = tally.summary.unreadableCount > 0 || tally.summary.unreadFileCount > 0
        // If no record is an event, the file is not an archive.
        return isDamaged && (isStrict || !tally.hasEvents) ? .notUnderstood : .differences
    }

    /// Returns sentences about what was not checked. A baseline or `--max-share` must not let the check pass if there is
    /// such a sentence.
    func gaps(in tally: ArchiveTally) -> [String] {
        var gaps: [String] = []
        let unread = tally.summary.unreadFileCount
        if unread > 0 {
            let files = unread == 1 ? "1 file was" : "\(unread) files were"
            gaps.append("\(files) not read to the end; the unreadable records say why")
        }
        if tally.summary.isMissingParameters {
            let layouts = tally.summary.layouts.sorted().joined(separator: ", ")
            gaps.append(
                "no record has parameters where the layout expects them (\(layouts)); name another layout with --layout"
            )
        }
        let unreadable = tally.summary.unreadableCount
        // The plan can ignore findings about unreadable records.
        let isListed = tally.check.groups.keys.contains { $0.id == .unreadable }
        if unreadable > 0, isStrict || !tally.hasEvents && !isListed {
            let reason = isStrict ? "--strict does not allow this" : "no other record is an event"
            gaps.append("\(unreadable) \(unreadable == 1 ? "record" : "records") cannot be read, and \(reason)")
        }
        return gaps
    }

    /// Writes messages to standard error about problems that make the result incomplete.
    static func note(_ tally: ArchiveTally, gaps: [String], source: EventSource) {
        for gap in gaps { Console.note(gap) }
        if tally.check.uncountedFindings > 0 {
            Console.note(
                "the reports do not list \(tally.check.uncountedFindings) findings, and a baseline cannot accept them")
        }
        if tally.check.eventCount > 0 { return }
        if tally.skipped.isEmpty {
            if tally.summary.unreadableCount == 0 { Console.note("no events were recorded, so nothing was checked") }
        } else {
            let others = Set(tally.skipped.sorted.map { EventSource(rawValue: $0.name) })
            Console.note(others.missing(source) + "; name one with --source")
        }
    }

    // MARK: The baseline

    /// Returns the tally without the findings that the baseline accepts.
    ///
    /// If the share of an accepted finding has risen, the tally keeps the finding.
    ///
    /// With `--update-baseline`, the method first writes all findings of the check to the baseline.
    ///
    /// - Parameter isComplete: Whether all records were checked. If not, the baseline stays as it is, because nobody knows
    ///   which findings are fixed.
    private func withoutAccepted(_ tally: ArchiveTally, isComplete: Bool) throws -> ArchiveTally {
        let shares = tally.check.shares
        let baseline = try findings.accepted(
            among: Set(shares.keys), shares: shares, "in these recordings",
            isIncomplete: isComplete ? nil : "not all records were checked")
        let risen = baseline.shares.filter { key, accepted in shares[key]?.isRise(from: accepted) ?? false }
        var rest = tally
        rest.remove(baseline.keys.subtracting(risen.keys))
        rest.check.note(accepted: risen)
        return rest
    }
}
