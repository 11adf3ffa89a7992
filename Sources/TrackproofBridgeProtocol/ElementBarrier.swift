/// What the value of the barrier's element says: `tp1 WRITER ASKED PASSED`.
///
/// Each time the value is read the app counts a question and takes it to the end of its main queue; `ASKED` is the
/// number of this one, `PASSED` of the newest that came through. Who reads until `PASSED` has reached the first `ASKED`
/// knows that whatever was tracked or queued before has arrived.
package struct ElementBarrier: Hashable, Sendable {
    package let writer: String
    package let asked: Int64
    package let passed: Int64

    package init(writer: String, asked: Int64, passed: Int64) {
        self.writer = writer
        self.asked = asked
        self.passed = passed
    }

    /// Takes a value apart; nil where it is none.
    package init?(_ text: String) {
        let fields = text.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 4, fields[0] == Chunk.tag[...], let asked = Int64(fields[2]),
            let passed = Int64(fields[3]), passed <= asked
        else { return nil }
        self.init(writer: String(fields[1]), asked: asked, passed: passed)
    }

    package var text: String { "\(Chunk.tag) \(writer) \(asked) \(passed)" }
}
