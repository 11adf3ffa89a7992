internal import ArgumentParser
internal import Foundation
internal import Trackproof
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// The result of comparing a recording with a snapshot, with its messages and its exit status.
struct Verification {
    /// The path of the recording, or `nil` if the recording is not kept.
    let recording: String?
    let result: Comparison.FileResult

    /// Throws an error if both files are standard input.
    static func validate(_ one: String, _ other: String) throws {
        if one == "-", other == "-" {
            throw ValidationError("Standard input can be one of the two files, not both.")
        }
    }

    /// Creates a verification from the result of an earlier comparison.
    init(recording: String?, result: Comparison.FileResult) {
        self.recording = recording
        self.result = result
    }

    /// Compares a recording with a snapshot.
    init(recording: String, snapshot: String, options: ComparisonOptions) throws {
        let progress = Progress()
        defer { progress.end() }
        let result = try Comparison.compareFiles(
            recording: EventFile(path: recording), snapshot: EventFile(path: snapshot), options: options,
            progress: { progress.show($0) })
        self.init(recording: recording, result: result)
    }

    /// Writes a message if the recording is cut short, has no events to compare, or has events with encoding errors.
    func printNotes() {
        let name = recording ?? "the recording"
        if let truncation = result.truncation {
            Console.note("\(truncation); earlier events were compared")
        }
        if result.comparedCount == 0, result.recordedCount > 0 {
            Console.note(
                "\(name): 0 of \(result.recordedCount) events were compared: their source is not "
                    + "`\(result.source)`, or the snapshot ignores them; see --source")
        }
        if result.comparison.encodingErrors > 0 {
            let count = result.comparison.encodingErrors
            let events = count == 1 ? "1 invalid event" : "\(count) invalid events"
            let advice =
                recording.map { "`trackproof show \($0)` shows" } ?? "with --recording, `trackproof show` shows"
            Console.note("\(name): has \(events); \(advice) the reasons")
        }
    }

    /// The exit status of the command.
    ///
    /// If the recording is cut short, the status is ``ExitStatus/notUnderstood``, with or without differences.
    var status: ExitStatus {
        if result.truncation != nil { return .notUnderstood }
        // If the snapshot expects no events and no recorded event was compared, nothing differs. But such a match
        // proves nothing, so the command fails.
        if result.expectedCount == 0, result.comparedCount == 0, result.recordedCount > 0 { return .differences }
        return result.comparison.isEmpty ? .asExpected : .differences
    }
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
