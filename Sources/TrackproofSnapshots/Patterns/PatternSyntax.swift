/// A pattern as a tree.
public struct PatternSyntax: Sendable {
    /// The form of a part of a pattern.
    public indirect enum Form: Sendable {
        /// The empty pattern, which fits everywhere.
        case empty
        /// One scalar of a class.
        case scalar(CharacterClass)
        /// A condition on the position in the text, such as `^`, which accepts no scalar.
        case anchor(PatternAnchor)
        /// Parts that follow each other.
        case sequence([PatternSyntax])
        /// Alternatives. One of them must fit.
        case alternation([PatternSyntax])
        /// A part repeated from `least` to `most` times, or at least `least` times if `most` is `nil`.
        case repetition(PatternSyntax, least: Int, most: Int?)
    }

    /// The form.
    public let form: Form
    /// The number of nodes that a ``PatternProgram`` has for this tree.
    package let size: Int

    static let empty = PatternSyntax(form: .empty, size: 0)

    static func scalar(_ characters: CharacterClass) -> PatternSyntax {
        PatternSyntax(form: .scalar(characters), size: 1)
    }

    static func anchor(_ anchor: PatternAnchor) -> PatternSyntax {
        PatternSyntax(form: .anchor(anchor), size: 1)
    }

    static func sequence(_ parts: [PatternSyntax]) -> PatternSyntax {
        let parts = parts.filter { $0.size > 0 }
        if parts.count < 2 { return parts.first ?? .empty }
        return PatternSyntax(form: .sequence(parts), size: parts.reduce(0) { $0 + $1.size })
    }

    static func alternation(_ options: [PatternSyntax]) -> PatternSyntax {
        if options.count == 1 { return options[0] }
        return PatternSyntax(
            form: .alternation(options), size: options.reduce(options.count - 1) { $0 + $1.size })
    }

    static func repetition(_ part: PatternSyntax, least: Int, most: Int?) -> PatternSyntax {
        // A repetition of the empty pattern is the empty pattern. Without this case, a program for `((){500}){500}`
        // would take 250,000 steps to build.
        if part.size == 0 || most == 0 { return .empty }
        let size =
            if let most { part.size * most + most - least } else { part.size * max(least, 1) + 1 }
        return PatternSyntax(form: .repetition(part, least: least, most: most), size: size)
    }
}

/// A condition on a position between two scalars of a text, or at one end of the text.
public enum PatternAnchor: Sendable {
    /// The start of the text.
    case start
    /// The end of the text.
    case end
    /// A position with a scalar of `\w` on exactly one side.
    case wordEdge
    /// Any other position.
    case noWordEdge
}

/// A set of Unicode scalars.
public struct CharacterClass: Sendable, Hashable {
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

    /// The digits from `0` to `9`.
    static let digit = CharacterClass([0x30...0x39])
    /// ASCII letters and digits, and `_`.
    static let word = CharacterClass([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
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
