import Foundation
import Testing
import TrackproofPlans
import _TrackproofTestSupport

@testable import TrackproofPlanning

/// Tests of imports of other tools' plans, and of exports of the imported plans.
///
/// The transcripts are in the folder `Golden`, one file for each format. A line that begins with `==` is a title. The
/// first character of each other line says what the line is:
///
/// - `>`: the name of a file to import. The lines with `:` after it are the file.
/// - `$`: a step with the files before it. `import FORMAT` imports all of them, and `import FORMAT FILE` one of them.
///   `round-trip FORMAT` imports them, exports the plan, and imports the exported files, which must give the same plan.
/// - `|`: a line of the imported plan, without the comment at its top and the member `plan`; or an exported file.
/// - `!` and `?`: a rule and information that the conversion loses; or the errors of the import.
/// - `%`: the numbers of events and of parameters that are mapped, mapped with a loss, and not mapped.
@Suite("Conversions of plans") struct ConversionTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Golden"

    @Test(arguments: try FileManager.default.contentsOfDirectory(atPath: folder).sorted())
    func plansAndLossesAreThoseOfTheTranscript(file: String) throws {
        let name = String(file.dropLast(".txt".count))
        var lines: [String] = []
        var files: [(name: String, lines: [Substring])] = []
        var isAfterStep = false
        for line in try #require(GoldenFile(name).text).components(separatedBy: "\n") {
            switch line.first {
            case "|", "!", "?", "%": continue
            case ">":
                if isAfterStep { files = [] }
                isAfterStep = false
                files.append((String(line.dropFirst(2)), []))
            case ":": files[files.count - 1].lines.append(line.dropFirst(2))
            default: break
            }
            lines.append(line)
            guard line.first == "$" else { continue }
            isAfterStep = true
            let contents = files.map { file in (file.name, file.lines.map { $0 + "\n" }.joined()) }
            lines += try output(of: line.dropFirst(2).split(separator: " ").map(String.init), contents)
        }
        try expectGolden(name, lines.joined(separator: "\n"))
    }

    private func output(of step: [String], _ list: [(String, String)]) throws -> [String] {
        let format = try #require(OtherPlanFormat(rawValue: step[1]))
        let files = Dictionary(uniqueKeysWithValues: list)
        do {
            let imported = try Imported(format, files, path: step.count > 2 ? step[2] : nil)
            return step[0] == "import" ? Self.lines(imported) : try roundTrip(format, imported)
        } catch let error as ConversionFailure {
            return Self.marked("!", error.description)
        }
    }

    private static func lines(_ imported: Imported) -> [String] {
        let (events, parameters) = (imported.report.events, imported.report.parameters)
        return marked("|", imported.body) + marked("!", imported.losses(.rule))
            + marked("?", imported.losses(.information)) + [
                "% \(events.complete) \(events.partial) \(events.missing), "
                    + "\(parameters.complete) \(parameters.partial) \(parameters.missing)"
            ]
    }

    private func roundTrip(_ format: OtherPlanFormat, _ imported: Imported) throws -> [String] {
        let exported = try Exported(format, imported.text)
        let again = try exported.imported()
        #expect(again.body == imported.body)
        return Self.marked("|", exported.files.map(\.path).joined(separator: "\n")) + Self.marked("!", exported.losses)
    }

    private static func marked(_ mark: String, _ text: String) -> [String] {
        if text.isEmpty { return [] }
        var lines = text.components(separatedBy: "\n").map { $0.isEmpty ? mark : "\(mark) \($0)" }
        if text.hasSuffix("\n") { lines.removeLast() }
        return lines
    }
}
