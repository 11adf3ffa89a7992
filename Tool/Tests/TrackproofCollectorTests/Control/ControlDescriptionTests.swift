import Foundation
import TestSupport
import Testing

/// Tests that `openapi.json` is valid, and that the collector's answers match this file. The Python libraries that check
/// this need several seconds of processor time.
@Suite("openapi.json", .timeLimit(.minutes(15)))
struct ControlDescriptionTests {
    private static let scripts = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Python")

    /// The script also checks that the description is valid.
    @Test func everyAnswerInAConversationMatchesTheDescription() async throws {
        let outcome = try await ControlPython.run("python3", "check_conversation.py", in: Self.scripts)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.hasSuffix(" kinds of answers are as described\n"), "\(outcome.output)")
    }

    @Test func answersToGeneratedRequestsMatchTheDescription() async throws {
        let outcome = try await ControlPython.run("python3", "fuzz_api.py", "\(rounds(0, deep: 20))", in: Self.scripts)
        #expect(outcome.status == 0, "\(outcome.output.suffix(8_000))")
        // The output shows that the tool has generated requests from the file.
        #expect(outcome.output.contains(" generated, "), "\(outcome.output.suffix(2_000))")
    }
}
