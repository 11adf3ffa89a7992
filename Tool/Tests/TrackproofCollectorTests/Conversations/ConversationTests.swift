import TestSupport
import Testing

/// Tests of the collector with transcripts: requests and commands, each with the collector's answer.
///
/// A line with `==` begins a new folder without a collector. The suite takes several seconds of processor time, because it
/// starts about sixty collectors and many other programs.
@Suite("Conversations with a collector", .blocking, .timeLimit(.minutes(15)))
struct ConversationTests {
    @Test(arguments: [
        "access", "events", "failures", "input", "plan", "requests", "sessions", "stores", "tls", "tokens",
        "unreadable", "verify", "wait",
    ])
    func theAnswersAreAsInTheTranscript(name: String) throws {
        var conversation: (title: String, steps: Conversation)?
        try expectTranscript(name) { title, step in
            if conversation?.title != title { conversation = (title, try Conversation()) }
            return try conversation?.steps.output(of: step) ?? ""
        }
    }
}
