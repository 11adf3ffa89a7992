/// The value of the barrier element: `tp1 WRITER ASKED PASSED`.
///
/// Each time a test reads the value, the test asks the app a question. `ASKED` is the number of this question. The app
/// adds a block for the question to its main queue. `PASSED` is the number of the newest question whose block has run.
/// The test waits until `PASSED` reaches the first `ASKED` that the test read. The log then contains every event that
/// was tracked before this first question. It also contains the events of work that was waiting in the main queue when
/// the test asked this question.
package struct ElementBarrier: Hashable, Sendable {
    package let writer: String
    package let asked: Int64
    package let passed: Int64

    package init(writer: String, asked: Int64, passed: Int64) {
        self.writer = writer
        self.asked = asked
        self.passed = passed
    }

    /// Creates a barrier from its text, or returns `nil` if the text is not a barrier.
    package init?(_ text: String) {
        let fields = text.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 4, fields[0] == Chunk.tag[...], let asked = Int64(fields[2]),
            let passed = Int64(fields[3]), passed <= asked
        else { return nil }
        self.init(writer: String(fields[1]), asked: asked, passed: passed)
    }

    package var text: String { "\(Chunk.tag) \(writer) \(asked) \(passed)" }
}
