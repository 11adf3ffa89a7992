internal import ArgumentParser
internal import Foundation
internal import Trackproof
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// The result of comparing two files, with its messages and its exit status.
struct Verification {
    let recording: String
    let result: Comparison.FileResult

    /// Throws an error if both files are standard input.
    static func validate(_ one: String, _ other: String) throws {
        if one == "-", other == "-" {
            throw ValidationError("Standard input can be one of the two files, not both.")
        }
    }

    /// Creates a verification from the result of an earlier comparison.
    init(recording: String, result: Comparison.FileResult) {
        self.recording = recording
        self.result = result
    }

    /// Compares two files.
    init(recording: String, snapshot: String, options: ComparisonOptions) throws {
        let progress = Progress()
        defer { progress.end() }
        let result = try Comparison.compareFiles(
            recording: EventFile(path: recording), snapshot: EventFile(path: snapshot), options: options,
            progress: { progress.show($0) })
        self.init(recording: recording, result: result)
    }

    /// Writes messages about problems of the recording that affect the result.
    ///
    /// The recording may be cut short. It may also have no events to compare, or events that the app could not encode.
    func printNotes() {
        if let truncation = result.truncation {
            Console.note("\(truncation); earlier events were compared")
        }
        if result.comparedCount == 0, result.recordedCount > 0 {
            Console.note(
                "\(recording): 0 of \(result.recordedCount) events were compared: their source is not "
                    + "`\(result.source)`, or the snapshot ignores them; see --source")
        }
        if result.comparison.encodingErrors > 0 {
            let count = result.comparison.encodingErrors
            let events = count == 1 ? "1 invalid event" : "\(count) invalid events"
            Console.note("\(recording): has \(events); `trackproof show \(recording)` shows the reasons")
        }
    }

    /// The exit status of the command.
    ///
    /// If the recording is cut short, the status is ``ExitStatus/notUnderstood``, whether or not there are differences.
    var status: ExitStatus {
        if result.truncation != nil { return .notUnderstood }
        // The snapshot is empty, and none of the recording's events could be compared with it. Such a match proves
        // nothing.
        if result.expectedCount == 0, result.comparedCount == 0, result.recordedCount > 0 { return .differences }
        return result.comparison.isEmpty ? .asExpected : .differences
    }
}

/// The comparison options that several commands share.
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
