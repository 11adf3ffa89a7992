/// A counter that finds the lines and columns of errors in a text.
///
/// Each count continues at the previous offset. Counting from the beginning each time would take quadratic time.
struct CountedLines {
    /// The number of places that callers have asked for.
    private(set) var places = 0
    private var offset = 0
    private var line = 1
    private var lineStart = 0

    /// Returns the line and column of an offset, in bytes, from 1. The offset must not be before the previous offset.
    mutating func place(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
        places += 1
        while self.offset < offset {
            if bytes[self.offset] == 0x0A {
                line += 1
                lineStart = self.offset + 1
            }
            self.offset += 1
        }
        return (line, offset - lineStart + 1)
    }
}
