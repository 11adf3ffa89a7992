/// A scanner of UTF-8 text. If one of its methods recognizes a text, the method moves `position` to the end of the
/// text.
struct ByteScanner {
    let text: UnsafeBufferPointer<UInt8>
    var position = 0
    /// The position at which the scanner stops.
    var end: Int

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        end = text.count
    }

    init(_ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) {
        self.text = text
        position = start
        self.end = end
    }

    var isAtEnd: Bool { position == end }

    var next: UInt8? { position < end ? text[position] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
        guard position < end, text[position] == byte else { return false }
        position += 1
        return true
    }

    mutating func take(anyOf bytes: StaticString) -> Bool {
        guard let next else { return false }
        for index in 0..<bytes.utf8CodeUnitCount where bytes.utf8Start[index] == next {
            position += 1
            return true
        }
        return false
    }

    /// Skips bytes until `fits` returns `false`, and returns the number of skipped bytes.
    mutating func skip(while fits: (UInt8) -> Bool) -> Int {
        let start = position
        while position < end, fits(text[position]) { position += 1 }
        return position - start
    }

    /// Skips exactly `count` digits and returns the number that they form, or `nil` if fewer digits come next.
    mutating func number(digits count: Int) -> Int? {
        guard position + count <= end else { return nil }
        var number = 0
        for index in position..<(position + count) {
            guard text[index].isDigit else { return nil }
            number = number * 10 + Int(text[index] - 0x30)
        }
        position += count
        return number
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}
