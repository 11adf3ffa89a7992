import Foundation
import Testing

/// Tests that run the commands of `docs/Archives.md` and `docs/ArchivesOnSchedulers.md` word for word.
@Suite("docs/Archives.md, docs/ArchivesOnSchedulers.md", .timeLimit(.minutes(15)))
struct ArchiveArticleTests {
    static let article = ArticleBlocks(page: "docs/Archives.md")
    static let schedulers = ArticleBlocks(page: "docs/ArchivesOnSchedulers.md")

    private func place() async throws -> Workplace {
        let place = try ArchiveSamples.workplace()
        try place.write(try #require(Self.article["yaml"].first), to: "Tracking/layout.yaml")
        for day in 1...3 {
            let calls = (0..<40).map { index in
                ArchiveSamples.call(day, "3.\(index % 4).0", "iOS", currency: index == 0 ? "null" : #""EUR""#)
            }
            try place.write(calls.joined(), to: "archive/2026/11/\(day).ndjson")
        }
        let rows = (0..<60).map { row in
            #"{"event":{"name":"purchase"},"payload":{"price":\#(row),"_id":1},"device":{"os":"iOS"},"sent_at":1763717400000}"#
        }
        try place.write(rows.joined(separator: "\n") + "\n", to: "warehouse.ndjson")
        try place.write(Self.article["yaml"][1], to: "Tracking/table.yaml")
        let cells = Array(repeating: "purchase,iOS,2026-11-21T09:30:00Z,1\n", count: 60)
        try place.write("Event Name,OS,Time,price\n" + cells.joined(), to: "events.csv")
        _ = try await place.shell("gzip archive/2026/11/*.ndjson")
        return place
    }

    @Test func theArticlesHaveCommands() {
        #expect(Self.article["sh"].count > 7 && Self.schedulers["sh"].count == 4)
    }

    @Test(arguments: article["sh"] + schedulers["sh"]) func theCommandWorks(block: String) async throws {
        let outcome = try await place().shell(block)
        // The check of `archive` fails because of a finding, unless the command accepts it. `warehouse.ndjson` and
        // `events.csv` have no finding.
        let hasNoFinding = ["warehouse", "events.csv"].contains { block.contains($0) }
        let isAccepted = hasNoFinding || ["--baseline", "--max-share"].contains { block.contains($0) }
        #expect(outcome.status == (isAccepted ? 0 : 1), "\(outcome.errors)")
        let events = hasNoFinding ? "60 events as planned\n" : "117 of 120 events as planned"
        #expect(outcome.output.contains(events), "\(outcome.output)")
    }

    @Test func theLastBlockIsPartOfAPlan() async throws {
        let place = try await place()
        let block = try #require(Self.article["yaml"].last)
        try place.write(ArchiveSamples.plan + block, to: "Tracking/plan.yaml")
        try place.write("{\"damaged\n" + ArchiveSamples.call(1, "1.0", "iOS"), to: "a.ndjson")
        let outcome = try await place.trackproof("plan", "audit", "a.ndjson")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("1 warning; 1 of 1 event as planned\n"))
    }
}
