import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofPlatform
import TrackproofSnapshots

struct PlanInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a first tracking plan.",
        discussion: """
            Infers types, required parameters, enums of few values and formats from the events of the recordings. \
            If something is uncertain, a comment in the plan says so. Review the plan, and add what each event means. \
            Without recordings, the plan has one event as an example.

            EXAMPLES
              trackproof plan init
              trackproof plan init run.ndjson
              trackproof plan init ios-*.ndjson --output plan.yaml
            """)

    @Argument(help: "The recordings, or - for standard input.")
    var recordings: [String] = []

    @Option(help: ArgumentHelp("The new file for the plan, or - for standard output.", valueName: "file"))
    var output = "Tracking/plan.yaml"

    @Option(help: "The events to use: app, provider:ID or wire:VENDOR.")
    var source = "app"

    func validate() throws {
        if recordings.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) can be given only once.")
        }
    }

    func run() throws {
        // A plan contains the work of people, so the command never overwrites it.
        if output != "-", FileStatus(ofTarget: output) != nil {
            throw CommandError("\(output): exists already; name another file with --output", .cannotCreate)
        }
        let (text, origin) = recordings.isEmpty ? (Self.example, "with an example") : try inferred()
        if output == "-" { return try Console.output.write(foreign: text) }
        try AtomicFile.write(text.utf8, to: output)
        let plan = output == "Tracking/plan.yaml" ? "" : " --plan \(output)"
        Console.note("\(output): written \(origin); next: trackproof plan lint\(plan)")
    }

    /// Infers a plan from the recordings.
    ///
    /// - Returns: The text of the plan, and a phrase for a message, such as `from 3 events`.
    private func inferred() throws -> (plan: String, origin: String) {
        var inference = PlanInference()
        let source = EventSource(rawValue: source)
        var count = 0
        for recording in recordings {
            let truncation = try EventFile(path: recording).forEachReadingAhead { event in
                guard event.source == source else { return }
                count += 1
                inference.add(event)
            }
            if let truncation { Console.note("\(truncation); earlier events were used") }
        }
        if count == 0 { throw CommandError("the recordings have no events of the source `\(source)`", .noInput) }
        return (inference.yaml(), "from \(count.counted("event"))")
    }

    private static let example = """
        # A tracking plan: the events that the app tracks. `trackproof plan lint` lists what is missing.
        plan: 1
        naming: {events: snake_case, parameters: snake_case}
        events:
          app_opened:
            description: The app came to the front.
            parameters:
              source: {enum: [icon, link, notification], required: true, description: What the user opened.}
            examples: [{source: icon}]

        """
}
