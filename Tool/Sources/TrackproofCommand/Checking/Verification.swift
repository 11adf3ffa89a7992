import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole
import TrackproofPlatform

/// The result of comparing a recording with a snapshot, with its messages and its exit status.
struct Verification {
    /// The path of the recording, or `nil` if the recording is not kept.
    let recording: String?
    /// The path of the snapshot.
    let snapshot: String
    let result: Comparison.FileResult

    /// Throws an error if both files are standard input.
    static func validate(_ one: String, _ other: String) throws {
        if one == "-", other == "-" {
            throw ValidationError("Standard input can be one of the two files, not both.")
        }
    }

    /// Creates a verification from the result of an earlier comparison.
    init(recording: String?, snapshot: String, result: Comparison.FileResult) {
        self.recording = recording
        self.snapshot = snapshot
        self.result = result
    }

    /// Compares a recording with a snapshot.
    ///
    /// - Parameter ignored: Patterns for the names of parameters that the comparison leaves out.
    init(recording: String, snapshot: String, options: ComparisonOptions, ignoring ignored: [String] = []) throws {
        let progress = Progress()
        defer { progress.end() }
        let result = try Comparison.compareFiles(
            recording: EventFile(path: recording), snapshot: EventFile(path: snapshot), options: options,
            ignoring: ignored, progress: { progress.show($0) })
        self.init(recording: recording, snapshot: snapshot, result: result)
    }

    private var name: String { recording ?? "the recording" }

    /// A sentence if the recording is cut short, or if no events were compared. Such a comparison proves nothing, so it
    /// fails even without differences.
    private var failures: [String] {
        let cut = result.truncation.map { "\($0); earlier events were compared" }
        return [
            cut, result.comparison.hasCompared ? nil : skipped ?? "\(snapshot): \(SnapshotOutcome.nothingCompared)",
        ]
        .compactMap(\.self)
    }

    /// A sentence if the recording has events, but none of them was compared; otherwise `nil`.
    private var skipped: String? {
        guard result.comparedCount == 0, result.recordedCount > 0 else { return nil }
        return "\(name): 0 of \(result.recordedCount) events were compared: their source is not `\(result.source)`, or "
            + "the snapshot ignores them; see --source"
    }

    /// Returns the section of the report.
    ///
    /// - Parameters:
    ///   - name: The name of the recording in the report.
    ///   - checker: The checker of the plan that says which values are personal, or `nil` if there is no plan.
    func section(of name: String, redactedBy checker: PlanChecker?) -> ComparisonSection {
        ComparisonSection(
            snapshot: snapshot, recording: name, comparison: result.comparison, redactedBy: checker, failures: failures)
    }

    /// Writes the failures of the section, and messages about events that were skipped or have encoding errors.
    func printNotes() {
        for failure in failures { Console.note(failure) }
        if let skipped, !failures.contains(skipped) { Console.note(skipped) }
        if result.comparison.encodingErrors > 0 {
            let count = result.comparison.encodingErrors
            let events = count.counted("invalid event")
            let advice =
                recording.map { "`trackproof show \($0)` shows" } ?? "with --recording, `trackproof show` shows"
            Console.note("\(name): has \(events); \(advice) the reasons")
        }
    }

    /// The exit status of the command if the comparison or another check of the recording failed.
    var failingStatus: ExitCode { (result.truncation == nil ? ExitStatus.differences : .notUnderstood).code }
}

/// The options `--order` and `--source` of the commands that compare events.
struct ComparisonFlags: ParsableArguments {
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case any, strict
    }

    @Option(help: "Whether the order of events counts: `any` or `strict` (default: as the snapshot says).")
    var order: Order?

    @Option(
        help: "The events to compare: app, provider:ID or wire:VENDOR (default: as the snapshot says, otherwise app).")
    var source: String?

    var options: ComparisonOptions {
        ComparisonOptions(
            order: order.flatMap { SnapshotSettings.Order(rawValue: $0.rawValue) },
            source: source.map { EventSource(rawValue: $0) })
    }
}
