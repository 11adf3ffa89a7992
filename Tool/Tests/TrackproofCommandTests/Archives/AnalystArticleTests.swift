import Foundation
import Testing

/// Tests that run the commands of `docs/ForAnalysts.md` word for word, and compare their outputs with the page.
@Suite("docs/ForAnalysts.md", .timeLimit(.minutes(15)))
struct AnalystArticleTests {
    @Test func theCommandsHaveTheOutputsOfThePage() async throws {
        let place = try Workplace()
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../Examples/Archive").standardized
        for name in ["plan.json", "tests.ndjson", "archive/2026-11-01.ndjson", "archive/2026-11-02.ndjson"] {
            try place.write(Data(contentsOf: example.appendingPathComponent(name)), to: name)
        }
        let chat = try WebhookServer(.status(200, body: "ok"))
        var output: String?
        var comparisons = 0
        for block in ArticleBlocks(page: "docs/ForAnalysts.md").all {
            if block.language == "sh" {
                let outcome = try await place.shell(
                    block.text, environment: ["TRACKPROOF_SLACK_WEBHOOK": chat.url("/services/analytics")])
                output = outcome.output + outcome.errors
            } else if block.file == "#analytics" {
                let body = try #require(chat.requests.first?.body)
                let message = Self.text(of: try JSONSerialization.jsonObject(with: Data(body.utf8)))
                for line in block.text.split(separator: "\n") {
                    #expect(message.contains(line.trimmingPrefix("- ")), "\(message)")
                }
                comparisons += 1
            } else if let found = output {
                #expect(Self.withoutDates(found) == Self.withoutDates(block.text))
                output = nil
                comparisons += 1
            }
        }
        #expect(comparisons == 11)
    }

    /// Returns the text of a history without the dates of its checks, and any other text as it is.
    private static func withoutDates(_ text: String) -> String {
        text.hasPrefix("history: ") ? text.replacing(/\d{4}-\d\d-\d\d( \d\d:\d\d)?/, with: "DATE") : text
    }

    /// Returns all texts in a message to Slack.
    private static func text(of value: Any) -> String {
        switch value {
        case let text as String: text
        case let list as [Any]: list.map(text).joined()
        case let object as [String: Any]:
            ["text", "elements", "blocks"].compactMap { object[$0] }.map(text).joined()
        default: ""
        }
    }
}
