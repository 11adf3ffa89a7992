/// A scanner of UTF-8 text. If one of its methods recognizes a text, the method moves `position` to the end of the
/// text.
struct ByteScanner {
    /// The text. Only `subscript` reads it, so that no method reads beyond the text.
    private let text: UnsafeBufferPointer<UInt8>
    var position = 0
    /// The position at which the scanner stops.
    let end: Int

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        end = text.count
    }

    private init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.text = text
        position = range.lowerBound
        end = min(range.upperBound, text.count)
    }

    /// Returns a scanner of a part of the text.
    func part(_ range: Range<Int>) -> ByteScanner { ByteScanner(text, range) }

    /// Returns the byte at a position, or `nil` outside of the text.
    subscript(place: Int) -> UInt8? {
        // As an unsigned number, a negative position is greater than `end`.
        UInt(bitPattern: place) < UInt(bitPattern: end) ? text[place] : nil
    }

    var isAtEnd: Bool { position >= end }

    var next: UInt8? { self[position] }

    /// Returns the first position of a byte in a part of the text, or `nil` if the part does not contain the byte.
    func firstPlace(of byte: UInt8, in range: Range<Int>) -> Int? { range.first { self[$0] == byte } }

    /// Returns the last position of a byte in a part of the text, or `nil` if the part does not contain the byte.
    func lastPlace(of byte: UInt8, in range: Range<Int>) -> Int? { range.last { self[$0] == byte } }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
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
        while let byte = next, fits(byte) { position += 1 }
        return position - start
    }

    /// Skips exactly `count` digits and returns the number that they form, or `nil` if fewer digits come next.
    mutating func number(digits count: Int) -> Int? {
        var number = 0
        for index in position..<(position + count) {
            guard let digit = self[index], digit.isDigit else { return nil }
            number = number * 10 + Int(digit - 0x30)
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
