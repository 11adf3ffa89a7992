internal import ArgumentParser
internal import Foundation
internal import Trackproof
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// A comparison of two files, with the notes and the exit status that belong to it.
struct Verification {
    let recording: String
    let result: Comparison.FileResult

    /// Throws an error if both files are standard input.
    static func validate(_ one: String, _ other: String) throws {
        if one == "-", other == "-" {
            throw ValidationError("Standard input can be one of the two files, not both.")
        }
    }

    /// Creates a verification from a comparison that was made.
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

    /// Says what a person must know to judge the result.
    ///
    /// That is a recording that was cut, events of another source, and events that the app could not encode.
    func printNotes() {
        if let truncation = result.truncation {
            Console.note("\(truncation); earlier events were compared")
        }
        if result.comparedCount == 0, result.recordedCount > 0 {
            Console.note(
                "\(recording): none of its \(result.recordedCount) events was compared: their source is not "
                    + "\(result.source), or they are ignored; see --source")
        }
        if result.comparison.encodingErrors > 0 {
            let count = result.comparison.encodingErrors
            let events = count == 1 ? "1 invalid event" : "\(count) invalid events"
            Console.note("\(recording): has \(events); `trackproof show \(recording)` shows the reasons")
        }
    }

    /// The exit status. For a file that was cut short it is ``ExitStatus/notUnderstood``, whatever the differences are.
    var status: ExitStatus {
        if result.truncation != nil { return .notUnderstood }
        // If a recording has events, some must be compared, even if no event is expected.
        if result.expectedCount == 0, result.comparedCount == 0, result.recordedCount > 0 { return .differences }
        return result.comparison.isEmpty ? .asExpected : .differences
    }
}

/// The comparison options that several commands share.
struct ComparisonFlags: ParsableArguments {
    enum Order: String, ExpressibleByArgument, CaseIterable {
        case any, strict
    }

    @Option(help: "Whether the order of events counts: any or strict (default: as the snapshot says).")
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
