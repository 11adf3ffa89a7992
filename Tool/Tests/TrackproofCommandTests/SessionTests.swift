import Foundation
import Testing
import _TrackproofTestSupport

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
@Suite("Sessions of trackproof", .timeLimit(.minutes(15)))
struct SessionTests {
    @Test(arguments: try files)
    func commandsPrintAndWriteWhatWasAccepted(file: String) async throws {
        let name = "Sessions/" + file.dropLast(".txt".count)
        let accepted = try #require(GoldenFile(name).text)
        var session = try Session()
        for line in accepted.components(separatedBy: "\n") { try await session.read(line) }
        try await session.runStep()
        try expectGolden(name, session.lines.joined(separator: "\n"))
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
}

/// A session that runs while it is read.
private struct Session {
    /// The session with the outputs of this build.
    private(set) var lines: [String] = []
    private var place: Workplace
    /// The lines of the script or the name of the file in the current step.
    private var script: [String] = []
    private var file: String?
    private var input: [String] = []

    init() throws { place = try Workplace() }

    mutating func read(_ line: String) async throws {
        switch line.first {
        case ":": input.append(line)
        case "+": script.append(String(line.dropFirst(2)))
        case "|", "!", "?": return
        default:
            try await runStep()
            if line.hasPrefix("==") { place = try Workplace() }
            if line.hasPrefix(">") { file = String(line.dropFirst(2)) }
            if line.hasPrefix("$") { script = [String(line.dropFirst(2))] }
        }
        lines.append(line)
    }

    /// Writes the file or runs the script of the current step.
    mutating func runStep() async throws {
        defer { (script, file, input) = ([], nil, []) }
        if let file { return try place.write(text(input), to: file) }
        if script.isEmpty { return }
        let outcome = try await place.shell(
            script.joined(separator: "\n"), input: text(input), environment: ["PROJECT": Self.project])
        lines += Self.lines(Self.steady(outcome.output), "|") + Self.lines(Self.steady(outcome.errors), "!")
        if outcome.status != 0 { lines.append("? \(outcome.status)") }
    }

    private func text(_ lines: [String]) -> String {
        let hasBreak = lines.last != ":~"
        let text = lines.filter { $0 != ":~" }.map { String($0.dropFirst(2)) }.joined(separator: "\n")
        return lines.isEmpty ? "" : text + (hasBreak ? "\n" : "")
    }

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

    /// Returns the lines of a text, each after a mark.
    private static func lines(_ text: String, _ mark: String) -> [String] {
        if text.isEmpty { return [] }
        var lines = text.components(separatedBy: "\n").map { $0.isEmpty ? mark : "\(mark) \($0)" }
        if text.hasSuffix("\n") { lines.removeLast() } else { lines.append(mark + "~") }
        return lines
    }
}
