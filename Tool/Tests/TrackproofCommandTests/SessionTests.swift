import Foundation
import TestSupport
import Testing

/// Tests of what the command prints and writes.
///
/// The sessions are in the folder `Golden/Sessions`, one file for each topic. A line that begins with `==` begins a
/// session in a new folder. The first character of each other line says what the line is:
///
/// - `>`: the name of a file to write. The lines with `:` after it are the file.
/// - `$`: a shell script. The lines with `+` after it are its further lines, and those with `:` its standard input.
/// - `|`, `!` and `?`: the script's standard output, its standard error, and its exit status if this is not 0.
/// - `#`: a comment.
///
/// Scripts find the folder of the project in the variable `PROJECT`, and outputs have `$PROJECT` in its place.
/// In outputs, `ID` stands for the id of a run, `TIME` for its start, and 0 for its duration. A line that has only the
/// first character and `~` means that the text before it does not end with a line break.
///
/// This suite takes more processor time than any other, because it starts 1,200 programs.
@Suite("Sessions of trackproof", .timeLimit(.minutes(15)))
struct SessionTests {
    @Test(arguments: try files)
    func commandsPrintAndWriteWhatWasAccepted(file: String) async throws {
        let name = "Sessions/" + file.dropLast(".txt".count)
        var place = try Workplace()
        try await expectMarkedTranscript(name) { step in
            switch step.mark {
            case "=": place = try Workplace()
            case ">": try place.write(step.content, to: step.text)
            case "$": return try await Self.output(of: step, in: place)
            default: break
            }
            return []
        }
    }

    private static func output(of step: MarkedStep, in place: Workplace) async throws -> [String] {
        let outcome = try await place.shell(step.text, input: step.content, environment: ["PROJECT": project])
        return MarkedStep.lines(steady(outcome.output), "|") + MarkedStep.lines(steady(outcome.errors), "!")
            + (outcome.status == 0 ? [] : ["? \(outcome.status)"])
    }

    private static var files: [String] {
        get throws {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".txt") }
            #if os(Linux)
                return files.sorted()
            #else
                // The file systems of Apple have no names that are not UTF-8.
                return files.filter { $0 != "bytes.txt" }.sorted()
            #endif
        }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Golden/Sessions"

    private static let project = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path

    /// Replaces what differs from run to run and from machine to machine: the folder of the project, the id of a run,
    /// its start and its duration.
    private static func steady(_ text: String) -> String {
        text.replacing(project + "/", with: "$PROJECT/").replacing(
            /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "ID"
        )
        .replacing(/"started":"[^"]*"/, with: "\"started\":\"TIME\"")
        .replacing(/"seconds":[0-9.]+/, with: "\"seconds\":0")
        .replacing(/\btime="[0-9.]+"/, with: "time=\"0\"")
    }
}
