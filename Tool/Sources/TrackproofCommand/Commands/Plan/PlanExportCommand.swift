import ArgumentParser
import Foundation
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform
import TrackproofReports
import TrackproofSnapshots

struct PlanExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Convert a tracking plan for another tool.",
        discussion: """
            Writes the plan in the format of another tool, or as JSON Schema. Prints to standard error how many events \
            and parameters the files describe completely, and which rules and information are lost. docs/OtherPlans.md \
            has a page for each format.

            FILES ON STANDARD OUTPUT, OR --output FILE
              segment      rules for Segment Protocols, in the JSON of its API
              segment-csv  a tracking plan for Segment, in CSV
              mixpanel     the CSV of Mixpanel's Lexicon

            FOLDERS, WITH --output FOLDER
              json-schema  a JSON Schema (draft 2020-12) of each event
              iglu         self-describing JSON Schemas, as in an Iglu registry
              rudderstack  YAML files of rudder-cli
              amplitude    CSV files of events and of user properties for Amplitude Data
              snowplow     a data product of Snowplow, with its Iglu schemas

            EXAMPLES
              trackproof plan export segment > plan.json
              trackproof plan export json-schema --output schemas
              trackproof plan export iglu --vendor com.example --output iglu
            """)

    @Argument(help: "The format of the files.")
    var format: PlanExport.Format

    @OptionGroup var plan: PlanOption

    @Option(help: ArgumentHelp("The new file or folder (default: standard output).", valueName: "path"))
    var output: String?

    @Option(help: ArgumentHelp("The vendor of the schemas, for iglu and snowplow.", valueName: "name"))
    var vendor: String?

    @OptionGroup var losses: LossOptions

    func validate() throws {
        if format.isFolder, output == nil || output == "-" {
            throw ValidationError("\(format.rawValue) has several files. Name a new folder with --output.")
        }
        if let vendor {
            guard [.iglu, .snowplow].contains(format) else {
                throw ValidationError("--vendor has no effect for \(format.rawValue).")
            }
            guard PlanExport.isVendor(vendor) else {
                throw ValidationError(
                    "--vendor: expected a name such as com.example, found \(vendor.quotedForMessages).")
            }
        }
    }

    func run() throws {
        let path = try plan.found()
        let files = try PlanFiles(path: path)
        let written = CommandFile.written("--output", output == "-" ? nil : output) + losses.files
        try written.requireDistinct()
        try written.requireDistinct(from: files.paths, "a file of the plan")
        if let output, output != "-" { try Self.requireNew(output, isFolder: format.isFolder) }
        let export = try PlanExport(format, files, vendor: vendor)
        try losses.write(export.report)
        for file in export.files {
            guard let output, output != "-" else {
                try Console.output.write(foreign: file.text)
                continue
            }
            try AtomicFile.write(file.text.utf8, to: format.isFolder ? output + "/" + file.path : output)
        }
        try LossOptions.show(export.report)
        let formulas = export.files.reduce(0) { $0 + $1.formulas }
        if formulas > 0 {
            let cells = formulas == 1 ? "1 cell begins" : "\(formulas) cells begin"
            Console.note("\(cells) like a formula; a spreadsheet may run what a cell contains")
        }
        guard let output, output != "-" else { return }
        let count = format.isFolder ? ", \(export.files.count.counted("file"))" : ""
        Console.note("\(output): written\(count)")
    }

    /// Checks that the command does not overwrite the work of people, and that no old file stays among the new files.
    private static func requireNew(_ path: String, isFolder: Bool) throws {
        guard let status = FileStatus(ofTarget: path) else { return }
        if isFolder, status.kind == .folder, try Folder.names(in: path).isEmpty { return }
        let what = isFolder && status.kind == .folder ? "is not empty" : "exists already"
        throw CommandError(
            "\(path): \(what); name another \(isFolder ? "folder" : "file") with --output", .cannotCreate)
    }
}

extension PlanExport.Format: ExpressibleByArgument {}
