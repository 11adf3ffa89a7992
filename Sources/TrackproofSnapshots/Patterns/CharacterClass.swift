/// A set of Unicode scalars.
package struct CharacterClass: Sendable, Hashable {
    /// The ranges of scalars in the set, in ascending order and with gaps between them.
    let ranges: [ClosedRange<UInt32>]

    init(_ ranges: [ClosedRange<UInt32>]) {
        var joined: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        self.ranges = joined
    }

    init(_ scalar: Unicode.Scalar) {
        ranges = [scalar.value...scalar.value]
    }

    private init(ascii characters: ClosedRange<Character>..., others: String = "") {
        func value(_ character: Character) -> UInt32 { UInt32(character.asciiValue ?? 0) }
        self.init(
            characters.map { value($0.lowerBound)...value($0.upperBound) }
                + others.unicodeScalars.map { $0.value...$0.value })
    }

    static let digit = CharacterClass(ascii: "0"..."9")
    static let word = CharacterClass(ascii: "0"..."9", "A"..."Z", "a"..."z", others: "_")
    /// The scalars that `\s` matches: white space and line breaks.
    ///
    /// Source: ECMA-262, "White Space" and "Line Terminators"
    static let space = CharacterClass([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// The scalars that `.` matches: every scalar that is not a line break.
    ///
    /// Source: ECMA-262, "Line Terminators"
    static let anyOfLine = CharacterClass([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted

    /// The set of all scalars that are not in this set.
    var inverted: CharacterClass {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return CharacterClass(result)
    }

    /// The set with additional ASCII letters: the uppercase and the lowercase form of each of its ASCII letters.
    var ignoringCase: CharacterClass {
        let pairs: [(ClosedRange<UInt32>, Int64)] = [(0x41...0x5A, 32), (0x61...0x7A, -32)]
        var result = ranges
        for range in ranges {
            for (letters, distance) in pairs where range.overlaps(letters) {
                let common = range.clamped(to: letters)
                result.append(
                    UInt32(Int64(common.lowerBound) + distance)...UInt32(Int64(common.upperBound) + distance))
            }
        }
        return CharacterClass(result)
    }

    package func contains(_ scalar: UInt32) -> Bool {
        ranges.contains { $0.contains(scalar) }
    }
}
