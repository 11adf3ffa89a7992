import Foundation
import TestSupport
import Testing
import TrackproofPlans

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
    func plansAndLossesAreThoseOfTheTranscript(file: String) async throws {
        var files: [String: String] = [:]
        var isAfterStep = false
        try await expectMarkedTranscript(String(file.dropLast(".txt".count))) { step in
            if step.mark == "$" {
                isAfterStep = true
                return try output(of: step.text.split(separator: " ").map(String.init), files)
            }
            guard step.mark == ">" else { return [] }
            if isAfterStep { files = [:] }
            isAfterStep = false
            files[step.text] = step.content
            return []
        }
    }

    private func output(of step: [String], _ files: [String: String]) throws -> [String] {
        let format = try #require(OtherPlanFormat(rawValue: step[1]))
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
        let exported = try Exported(#require(PlanExport.Format(rawValue: format.rawValue)), imported.text)
        let again = try exported.imported()
        #expect(again.body == imported.body)
        return Self.marked("|", exported.files.map(\.path).joined(separator: "\n")) + Self.marked("!", exported.losses)
    }

    /// Returns the lines of a text, each after a mark. It is unimportant whether the text ends with a line break.
    private static func marked(_ mark: String, _ text: String) -> [String] {
        MarkedStep.lines(text.isEmpty || text.hasSuffix("\n") ? text : text + "\n", mark)
    }
}
