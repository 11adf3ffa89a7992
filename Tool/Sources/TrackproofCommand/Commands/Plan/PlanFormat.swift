import ArgumentParser
import Foundation
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofSnapshots

struct PlanFormat: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fmt",
        abstract: "Write the files of a tracking plan in one stable form.",
        discussion: """
            Changes the indentation, quotes, blank lines and line breaks. Values, comments and their order do not \
            change. Without files, the command formats all files of the plan, also the files with older versions of \
            events. For CI, --check writes nothing and exits with 1 if a file would change.

            EXAMPLES
              trackproof plan fmt
              trackproof plan fmt --check
              trackproof plan fmt Tracking/movies.yaml
              trackproof plan fmt - < plan.yaml
            """)

    @Argument(
        help: """
            The files to format (default: the plan). - reads standard input and writes the result to standard output.
            """)
    var files: [String] = []

    @OptionGroup var plan: PlanOption

    @Flag(help: "Only check whether the files are in the stable form.")
    var check = false

    func validate() throws {
        if !files.isEmpty, plan.path != nil { throw ValidationError("Name files or --plan, not both.") }
        if files.contains("-"), files.count > 1 {
            throw ValidationError("Standard input cannot be formatted together with files.")
        }
    }

    func run() throws {
        if files == ["-"] { return try formatInput() }
        let result = try files.isEmpty ? FormattedPlanFiles(plan: plan.found()) : FormattedPlanFiles(paths: files)
        let changed = result.files.filter(\.isChanged)
        if check {
            for file in changed { note(file.path) }
            return try (changed.isEmpty ? ExitStatus.asExpected : .differences).end()
        }
        for file in changed { try AtomicFile.write(file.form.utf8, to: file.path) }
    }

    private func formatInput() throws {
        let data = try FileHandle.standardInput.read(upToCount: PlanFormatter.sizeLimit + 1) ?? Data()
        let bytes = Array(data)
        let form = try PlanFormatter.form(of: bytes, file: "standard input")
        guard check else { return try Console.output.write(foreign: form) }
        if bytes.elementsEqual(form.utf8) { return }
        note("standard input")
        try ExitStatus.differences.end()
    }

    private func note(_ path: String) {
        Console.note("\(path): not in the stable form; run `trackproof plan fmt`")
    }
}
