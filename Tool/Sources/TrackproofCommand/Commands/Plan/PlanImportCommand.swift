import ArgumentParser
import Foundation
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots

struct PlanImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Convert a tracking plan of another tool.",
        discussion: """
            Reads the plan and writes a Trackproof plan in YAML. Prints to standard error how many events and parameters \
            the new plan describes completely, and which rules and information are lost or changed. The folder \
            docs/ComingFrom has a page for each format.

            FORMATS
              segment      a tracking plan of Segment, in the JSON of its API
              segment-csv  a tracking plan of Segment, in the CSV of its export
              json-schema  a JSON Schema of an event, or a folder of such files
              iglu         a folder of self-describing JSON Schemas, as in an Iglu registry
              rudderstack  a folder of the YAML files of rudder-cli
              glean        a file metrics.yaml of Glean, or a folder of such files
              duckduckgo   a folder of DuckDuckGo's pixel definitions
              amplitude    the CSV of events or of user properties of Amplitude Data, or a
                           folder with both
              mixpanel     the CSV or the JSON of Mixpanel's Lexicon
              snowplow     a folder of Snowplow's data products, with their Iglu schemas
              avo          the JSON Schema export of Avo

            EXAMPLES
              trackproof plan import segment plan.json
              trackproof plan import iglu schemas --output -
              trackproof plan import json-schema schemas --losses losses.ndjson
            """)

    @Argument(help: "The format of the plan.")
    var format: OtherPlanFormat

    @Argument(help: "The file or folder of the plan.")
    var path: String

    @Option(help: ArgumentHelp("The new file for the plan, or - for standard output.", valueName: "file"))
    var output = "Tracking/plan.yaml"

    @OptionGroup var losses: LossOptions

    func run() throws {
        // A plan contains the work of people, so the command never overwrites it.
        if output != "-", FileStatus(ofTarget: output) != nil {
            throw CommandError("\(output): exists already; name another file with --output", .cannotCreate)
        }
        let files =
            CommandFile.read("the imported plan", path) + CommandFile.written("--output", output)
            + losses.files
        try files.requireDistinct()
        let result: PlanImport
        do {
            result = try PlanImport(format, path: path)
        } catch let error as ImportDefect {
            throw CommandError("internal error: \(error)", .defect)
        }
        try losses.write(result.report)
        if output == "-" {
            try Console.output.write(foreign: result.text)
        } else {
            try AtomicFile.write(result.text.utf8, to: output)
        }
        try LossOptions.show(result.report)
        if output == "-" { return }
        let plan = output == "Tracking/plan.yaml" ? "" : " --plan \(output)"
        Console.note("\(output): written; next: trackproof plan lint\(plan)")
    }
}

extension OtherPlanFormat: ExpressibleByArgument {}
