internal import ArgumentParser
internal import Foundation
internal import Trackproof
internal import TrackproofPlanning
@_spi(Tooling) internal import TrackproofSnapshots

struct PlanInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a tracking plan to begin with, from recordings.",
        discussion: """
            Infers types, required parameters, enums of few values and formats from the events of the recordings. \
            What is uncertain is a comment in the plan. Review the plan, and add what each event means.

            EXAMPLES
              trackproof plan init run.ndjson
              trackproof plan init ios-*.ndjson --output plan.yaml
            """)

    @Argument(help: "The recordings; - is standard input.")
    var recordings: [String]

    @Option(help: ArgumentHelp("The plan to write, which must not exist; - is standard output.", valueName: "file"))
    var output = "Tracking/plan.yaml"

    @Option(help: "The events to use: app, provider:ID or wire:VENDOR.")
    var source = "app"

    func run() throws {
        // A plan holds the work of people.
        if output != "-", FileManager.default.fileExists(atPath: output) {
            throw CommandError("\(output): exists already; name another file with --output", .cannotCreate)
        }
        var inference = PlanInference()
        let source = EventSource(rawValue: source)
        var count = 0
        for recording in recordings {
            let truncation = try EventFile(path: recording).forEach { event in
                guard event.source == source else { return }
                count += 1
                inference.add(event)
            }
            if let truncation { Console.note("\(truncation); earlier events were used") }
        }
        if count == 0 { throw CommandError("the recordings have no events of the source `\(source)`", .noInput) }
        let text = inference.yaml()
        if output == "-" { return try Console.output.write(foreign: text) }
        let folder = URL(fileURLWithPath: output).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try AtomicFile.write(text.utf8, to: output)
        let events = count == 1 ? "1 event" : "\(count) events"
        Console.note("\(output): written from \(events); next: trackproof plan lint")
    }
}
