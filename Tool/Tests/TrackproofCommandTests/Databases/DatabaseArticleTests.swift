import Foundation
import Testing

/// Tests that run the commands of `docs/ArchivesInDatabases.md` word for word with real databases.
@Suite("docs/ArchivesInDatabases.md", .timeLimit(.minutes(15)))
struct DatabaseArticleTests {
    static let blocks = ArticleBlocks(page: "docs/ArchivesInDatabases.md")
    /// The commands that export events as JSON of Segment. The commands in `rowBlocks` export rows with columns.
    static let callBlocks = blocks["sh"].filter { $0.contains("--layout segment") }
    static let rowBlocks = blocks["sh"].filter { $0.contains("--layout Tracking/rows.yaml") }

    @Test func eachDatabaseHasBothKindsOfCommands() {
        #expect(Self.callBlocks.count == 3 && Self.rowBlocks.count == 3 && Self.blocks["sh"].count == 6)
    }

    @Test(arguments: callBlocks) func eventsAsTheyWereSentGiveTheReportOfFiles(block: String) async throws {
        let databases = try await Databases()
        // The file has all records, then `null` for a row without an event, and then the first record again. In the
        // database, the last record has line feeds between its values.
        let record = String(decoding: try #require(HostileArchive.records.first).bytes, as: UTF8.self)
        let file = Databases.calls + Data("null\n\(record)\n".utf8)
        let place = databases.place
        try place.write(HostileArchive.plan, to: "Tracking/plan.yaml")
        try place.write(file, to: "calls.ndjson")
        let whole = try await place.shell("trackproof plan audit --layout segment --no-places - <calls.ndjson")
        #expect(whole.output.contains("unreadable records (unreadable)") && whole.output.contains("buy: price (range)"))
        try await databases.load(last: record.replacing(",", with: ",\n"))
        try await check(block, in: databases, whole)
    }

    @Test(arguments: rowBlocks) func rowsGiveTheReportOfFiles(block: String) async throws {
        let databases = try await Databases()
        let place = databases.place
        try place.write(ArchiveSamples.plan, to: "Tracking/plan.yaml")
        try place.write(try #require(Self.blocks["yaml"].first), to: "Tracking/rows.yaml")
        let rows = (0..<60).map { row in
            #"{"event":"purchase","app_version":"3.\#(row % 12).0","sent_at":"2026-11-\#(10 + row % 20)T09:30:15.250Z","#
                + #""payload":{"price":\#(row - 2).5,"currency":\#(row % 7 == 0 ? "null" : "\"Ü'\\\"\"")}}"#
        }
        try place.write(rows.joined(separator: "\n") + "\n", to: "rows.ndjson")
        let whole = try await place.shell(
            "trackproof plan audit --layout Tracking/rows.yaml --no-places - <rows.ndjson")
        #expect(
            whole.output.contains("versions 3.0.0 … 3.11.0") && whole.output.contains("from 2026-11-10T09:30:15.250Z"))
        try await databases.loadRows()
        try await check(block, in: databases, whole)
    }

    /// Runs the commands of a block, and then runs them with an export that ends too early.
    private func check(_ block: String, in databases: Databases, _ whole: Outcome) async throws {
        let outcome = try await databases.shell(block)
        #expect(outcome.output == whole.output, "\(outcome.errors)")
        #expect(outcome.status == 1)
        let cut = try await databases.shell(
            block.replacing("trackproof plan audit", with: "head -n 9 | trackproof plan audit"))
        #expect(cut.status == 65 && cut.output.isEmpty)
        #expect(cut.errors.contains(", found results for 9\n"), "\(cut.errors)")
    }
}
