import Foundation
import Testing

/// Tests that run the examples in `docs/ComingFrom` word for word.
@Suite("docs/ComingFrom", .timeLimit(.minutes(15)))
struct ComingFromTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../docs/ComingFrom").standardized.path

    static let examples: [ImportExample] = {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch { names = [] }
        return names.sorted().flatMap { ImportExample.examples(page: "docs/ComingFrom/" + $0) }
    }()

    @Test func eachPageHasAnExample() throws {
        let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(pages.count > 9)
        #expect(Set(Self.examples.map(\.page)) == Set(pages.map { "docs/ComingFrom/" + $0 }))
    }

    @Test(arguments: examples) func theExampleHasTheResultsOfThePage(example: ImportExample) async throws {
        let place = try Workplace()
        for (name, text) in example.files { try place.write(text, to: name) }
        let outcome = try await place.shell(example.command)
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        #expect(outcome.errors == example.report)
        #expect(try place.read("Tracking/plan.yaml") == example.plan)
        for command in ["plan lint", "plan fmt --check", "plan generate swift"] {
            let outcome = try await place.shell("trackproof " + command)
            #expect(outcome.status == 0, "\(command): \(outcome.errors)\(outcome.output)")
        }
    }
}

/// An example on a page: the files of another tool, the command that imports them, and its results.
struct ImportExample: Sendable, CustomTestStringConvertible {
    let page: String
    /// The texts of the files, by their names.
    var files: [String: String] = [:]
    var command = ""
    var plan = ""
    /// The text that the command prints to standard error.
    var report = ""

    var testDescription: String { "\(page): \(command)" }

    /// Returns the examples on a page. The block with the report ends an example.
    static func examples(page: String) -> [ImportExample] {
        var examples: [ImportExample] = []
        var example = ImportExample(page: page)
        for block in ArticleBlocks(page: page).all {
            switch (block.language, block.file) {
            case (_, "Tracking/plan.yaml"?): example.plan = block.text
            case (_, let file?): example.files[file] = block.text
            case ("sh", nil) where block.text.hasPrefix("trackproof plan import "): example.command = block.text
            case ("text", nil) where !example.command.isEmpty:
                example.report = block.text
                examples.append(example)
                example = ImportExample(page: page)
            default: break
            }
        }
        return examples
    }
}
