/// A counter that finds the lines and columns of errors in a text.
///
/// Each count continues at the previous offset. If each count began at the start of the text, the time would be
/// quadratic.
struct CountedLines {
    /// The number of calls of ``place(of:in:)``.
    private(set) var places = 0
    private var offset = 0
    private var line: Int
    private var lineStart: Int

    /// Creates a counter for a text whose first byte is in this line. The line starts at this offset.
    init(line: Int = 1, lineStart: Int = 0) { (self.line, self.lineStart) = (line, lineStart) }

    /// Returns the line and column, from 1, of the byte at `offset`. The offset must not be less than the previous
    /// offset.
    mutating func place(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
        places += 1
        while self.offset < min(offset, bytes.count) {
            if bytes[self.offset] == 0x0A {
                line += 1
                lineStart = self.offset + 1
            }
            self.offset += 1
        }
        return (line, offset - lineStart + 1)
    }
}
