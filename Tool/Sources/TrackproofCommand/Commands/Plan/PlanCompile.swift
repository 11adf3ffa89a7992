import ArgumentParser
import Foundation
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots

struct PlanCompile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile",
        abstract: "Write a tracking plan as one JSON file, for tests.",
        discussion: """
            Tests read the plan in this format. By default, the file is beside the plan: Tracking/plan.json for \
            Tracking/plan.yaml and for the folder Tracking. For CI, --check writes nothing and exits with 1 if the \
            file is not up to date.

            EXAMPLES
              trackproof plan compile
              trackproof plan compile --plan plan.yaml --output Tests/plan.json
              trackproof plan compile --check
            """)

    @OptionGroup var plan: PlanOption

    @Option(help: ArgumentHelp("The JSON file, or - for standard output.", valueName: "file"))
    var output: String?

    @Flag(help: "Only check whether the file is up to date.")
    var check = false

    func run() throws {
        let path = try plan.found()
        let files = try PlanFiles(path: path)
        let text = files.json
        let target = output ?? Self.target(of: path)
        if target == "-" { return try Console.output.write(foreign: text.jsonWithoutLogCommands) }
        guard target.realPath ?? target != path.realPath ?? path else {
            throw CommandError("\(path): the plan is a JSON file already; name another file with --output", .usage)
        }
        let written = CommandFile.written("--output", target)
        try (CommandFile.plan(path) + written).requireDistinct()
        try written.requireDistinct(from: files.paths, "a file of the plan")
        if check {
            if try PlanOption.isUpToDate(target, text, with: path, "run `trackproof plan compile`") { return }
            return try ExitStatus.differences.end()
        }
        guard try FileStatus(ofTarget: target)?.kind != .regular || Self.isCompiled(target) else {
            throw CommandError("\(target): exists, and is no plan in JSON; name another file with --output", .usage)
        }
        try AtomicFile.write(text.utf8, to: target)
    }

    /// Returns whether a file is empty or looks like a plan in JSON, even if a version control system has marked
    /// conflicts in it.
    private static func isCompiled(_ path: String) throws -> Bool {
        let bytes = try PlanFile.bytes(path: path)
        let text = String(decoding: bytes, as: UTF8.self)
        return bytes.isEmpty || text.hasPrefix("{") && text.contains(/"plan": ?\d/)
    }

    /// Returns the path of the JSON file that `trackproof plan compile` writes if the user did not pass `--output`.
    private static func target(of path: String) -> String {
        for ending in [".yaml", ".yml"] where path.hasSuffix(ending) { return path.dropLast(ending.count) + ".json" }
        if path.hasSuffix(".json") { return path }
        return (path.hasSuffix("/") ? path : path + "/") + "plan.json"
    }
}
