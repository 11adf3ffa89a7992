import Foundation
import Testing
import Trackproof
import TrackproofSnapshots

/// Tests that each Swift code block in the documentation is a copy of lines of a compiled file.
///
/// Nearly all of this code also runs in tests.
@Suite struct CodeBlockTests {
    /// A code block, with the file and line where it begins.
    struct Block: CustomTestStringConvertible {
        let place: String
        let lines: [String]
        var testDescription: String { place }
    }

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func files(below folders: [String], ending: String) -> [URL] {
        folders.flatMap { folder -> [URL] in
            let folder = root.appendingPathComponent(folder)
            let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
            return names.filter { $0.hasSuffix(ending) }.sorted().map { folder.appendingPathComponent($0) }
        }
    }

    /// Returns the lines of a text without their indentation, and without empty lines.
    static func lines(of text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    static func blocks(in file: URL, of language: String = "swift") throws -> [Block] {
        var blocks: [Block] = []
        var open: (line: Int, text: [Substring])?
        for (number, line) in try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        ).enumerated() {
            if let block = open {
                if line == "```" {
                    let place = "\(file.lastPathComponent):\(block.line)"
                    blocks.append(Block(place: place, lines: lines(of: block.text.joined(separator: "\n"))))
                    open = nil
                } else {
                    open?.text.append(line)
                }
            } else if line == "```\(language)" {
                open = (number + 1, [])
            }
        }
        return blocks
    }

    static let blocks: [Block] = {
        let readme = [root.appendingPathComponent("README.md")]
        do {
            return try (readme + files(below: ["Sources"], ending: ".md")).flatMap { try blocks(in: $0) }
                // Skips the manifest in the README, because no target contains a manifest. The script
                // scripts/check-manifest.sh checks this manifest with SwiftPM.
                .filter { !$0.lines.contains { $0.contains(".package(") } }
        } catch {
            return [Block(place: "\(error)", lines: ["a file could not be read"])]
        }
    }()

    static let sources: [[String]] = files(
        below: [
            "Tests/DocumentationTests/Code", "Examples/Guides/Sources", "Examples/Guides/Tests", "Examples/iOSApp/App",
            "Examples/iOSApp/UITests",
        ],
        ending: ".swift"
    ).map { file in
        do { return lines(of: try String(contentsOf: file, encoding: .utf8)) } catch { return [] }
    }

    @Test func theDocumentationHasBlocks() {
        #expect(Self.blocks.count > 15)
        #expect(!Self.sources.isEmpty)
    }

    @Test(arguments: blocks) func eachBlockIsInACompiledFile(block: Block) {
        #expect(
            Self.sources.contains { Self.has($0, block) },
            "expected a compiled file that contains the block at \(block.place): \(block.lines.first ?? "")")
    }

    /// Returns whether the lines of a block occur in `lines`, one after the other.
    private static func has(_ lines: [String], _ block: Block) -> Bool {
        lines.indices.contains { lines[$0...].starts(with: block.lines) }
    }

    /// Tests that `AppFoundation` declares each name in the table of "Getting started".
    ///
    /// Also tests that a compiled file uses each of these names with the prefix `Trackproof.`.
    @Test func eachNameOfTheTableIsInACompiledFile() throws {
        func text(_ path: String) throws -> String {
            try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
        }
        let article = try text("Sources/Trackproof/Trackproof.docc/GettingStarted.md")
        let table = try #require(article.components(separatedBy: "| name | who else has it | write |").last)
        let rows = table.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }
        let names = rows.flatMap { row in
            row.split(separator: "|").first?.matches(of: /`(\w+)`/).map { String($0.output.1) } ?? []
        }
        #expect(names.count == 7)
        #expect(rows.allSatisfy { $0.contains("| `Trackproof.") })
        let code = try text("Tests/DocumentationTests/Code/NameCollisionsOfModules.swift")
        let other = try text("Tests/AppFoundation/SameNames.swift")
        for name in names {
            #expect(code.contains("Trackproof.\(name)"), "expected the full form Trackproof.\(name) in the code")
            #expect(other.contains(try Regex("public \\w+ \(name) ")), "no other module declares \(name)")
        }
    }

    /// Tests the snapshot in the section "One event comes at any time".
    @Test func onlyTheRacingEventOfTheArticleCanComeAnywhere() throws {
        let article = Self.root.appendingPathComponent(
            "Sources/TrackproofTesting/TrackproofTesting.docc/SnapshotsAndReview.md")
        let block = try #require(
            Self.blocks(in: article, of: "json").first { $0.lines.joined().contains("banner_loaded") })
        let snapshot = try Snapshot(Array(block.lines.joined(separator: "\n").utf8))
        func differences(_ events: [RecordedEvent]) -> [Difference.Kind] {
            Comparison(of: Recording(events), with: snapshot).differences.map(\.kind)
        }
        var others = snapshot.events
        let racing = others.remove(at: try #require(others.firstIndex { $0.event.name == "banner_loaded" }))
        #expect(others.count == 5)
        for place in 0...others.count {
            #expect(differences(others[..<place] + [racing] + others[place...]) == [])
            for other in others.indices.dropFirst() {
                var swapped = others
                swapped.swapAt(other - 1, other)
                #expect(differences(swapped[..<place] + [racing] + swapped[place...]) == [.moved])
            }
        }
        #expect(differences(others) == [.missing])
        #expect(differences(others + [racing, racing]) == [.duplicated])
    }

    @Test func theArticleQuotesTheWorkflowOfTheExamples() throws {
        let article = Self.root.appendingPathComponent(
            "Sources/TrackproofTesting/TrackproofTesting.docc/ContinuousIntegration.md")
        let workflow = Self.lines(
            of: try String(
                contentsOf: Self.root.appendingPathComponent("Examples/GitHub/trackproof.yml"), encoding: .utf8))
        let blocks = try Self.blocks(in: article, of: "yaml")
        #expect(blocks.count == 2)
        for block in blocks { #expect(Self.has(workflow, block), "the block at \(block.place) is not in the workflow") }
    }
}
