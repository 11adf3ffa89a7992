public import Trackproof

/// The narrowest shape that fits each value in a list.
///
/// From narrow to wide, the shapes are: bool, uuid, timestamp, a pattern, url, integer, number, string, any. A pattern
/// comes before url, because a pattern that fits URLs contains their common beginning and is therefore narrower.
struct NarrowestShape {
    /// The shape, or `nil` if one of the values is null. No shape fits null.
    let shape: VolatileShape?
    private let pattern: LearnedPattern?

    init(of values: [EventValue]) {
        if values.contains(.null) {
            (shape, pattern) = (nil, nil)
            return
        }
        let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
        let areTexts = texts.count == values.count
        let pattern = areTexts ? LearnedPattern(texts) : nil
        var candidates: [VolatileShape] = [.bool, .uuid]
        if Self.areCloseInTime(values) { candidates.append(.timestamp) }
        if let pattern { candidates.append(.pattern(pattern.pattern)) }
        // According to RFC 3986, `order:17` is a URL. So texts count as URLs here only if all of them contain `://`.
        if texts.allSatisfy({ $0.contains("://") }) { candidates.append(.url) }
        candidates += [.integer, .number, .string]
        shape =
            candidates.first { shape in
                let matcher = ShapeMatcher(shape)
                return values.allSatisfy(matcher.matches)
            } ?? .any
        if case .pattern? = shape { self.pattern = pattern } else { self.pattern = nil }
    }

    /// Returns whether one rule can be used for the values of both shapes.
    ///
    /// This is `true` if the shapes are equal, or if they are patterns with the same beginning and the same end.
    func isLike(_ other: NarrowestShape) -> Bool {
        guard let pattern, let theirs = other.pattern else { return shape == other.shape }
        return pattern.prefix == theirs.prefix && pattern.suffix == theirs.suffix
    }

    /// Returns whether the numbers in `values` can be times: they differ by at most a day.
    ///
    /// The user makes the recordings one after another, so times in them differ by at most a day. Random ten-digit
    /// numbers usually differ by more than that.
    private static func areCloseInTime(_ values: [EventValue]) -> Bool {
        let numbers = values.compactMap { value -> Double? in
            switch value {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        }
        guard let least = numbers.min(), let greatest = numbers.max() else { return true }
        let day = least < 1e11 ? 86_400.0 : 86_400_000
        return greatest - least <= day
    }
}

extension VolatileShape {
    /// Returns the narrowest shape that fits all of these values; `nil` if one of them is null.
    public static func narrowest(of values: [EventValue]) -> VolatileShape? { NarrowestShape(of: values).shape }
}

/// A pattern that fits each text in a list, such as `^order-[0-9]+$`.
///
/// It consists of the common beginning of the texts, one class of characters, and the common end of the texts.
struct LearnedPattern {
    let prefix: String
    let suffix: String
    let pattern: Pattern

    /// A class of characters. The cases are sorted from the narrowest to the widest.
    private enum CharacterClass: String, CaseIterable {
        case digits = "[0-9]"
        case lowerHex = "[0-9a-f]"
        case upperHex = "[0-9A-F]"
        case alphanumeric = "[0-9A-Za-z]"
        case token = "[0-9A-Za-z_-]"

        func contains(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "a")...UInt8(ascii: "f"): self != .digits && self != .upperHex
            case UInt8(ascii: "A")...UInt8(ascii: "F"): self != .digits && self != .lowerHex
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                self == .alphanumeric || self == .token
            case UInt8(ascii: "_"), UInt8(ascii: "-"): self == .token
            default: false
            }
        }

        /// The minimum number of characters in all texts together. With fewer characters, this class is not chosen.
        ///
        /// In a few characters, it may be a coincidence that all letters are between `a` and `f`.
        var evidence: Int { self == .lowerHex || self == .upperHex ? 16 : 1 }
    }

    /// The largest length of a text, in bytes of UTF-8. A user could not read the pattern of a longer text.
    private static let longestText = 200
    /// The smallest length that a pattern can require between its beginning and its end, as `{4}` in `[0-9]{4}`.
    ///
    /// Equal lengths below this limit may be a coincidence. The pattern never requires a length for numbers without
    /// leading zeros.
    private static let shortestFixed = 4
    /// The minimum length of tokens: texts of the same length without a common beginning or end.
    private static let shortestToken = 8

    /// Creates the pattern of texts that are not all equal, or returns `nil` if no pattern is narrow and readable.
    init?(_ texts: [String]) {
        guard let first = texts.first, texts.allSatisfy({ $0.utf8.count <= Self.longestText }) else { return nil }
        let texts = texts.map(Array.init)
        let prefix = Self.literal(texts.reduce(Array(first)) { Self.commonPrefix($0, $1) })
        // The remaining characters are reversed, so that `commonPrefix` finds the common end of the texts.
        let rests = texts.map { Array($0.dropFirst(prefix.count).reversed()) }
        let suffix = Self.literal(rests.dropFirst().reduce(rests[0]) { Self.commonPrefix($0, $1) })
        let middles = rests.map { String($0.dropFirst(suffix.count).reversed()) }
        guard prefix.allSatisfy(\.isReadable), suffix.allSatisfy(\.isReadable),
            middles.allSatisfy({ !$0.isEmpty })
        else { return nil }

        let bytes = middles.flatMap(\.utf8)
        guard
            let narrowest = CharacterClass.allCases.first(where: { one in
                bytes.count >= one.evidence && bytes.allSatisfy(one.contains)
            })
        else { return nil }
        let lengths = Set(middles.map(\.utf8.count))
        // If the texts are words, their equal length may be a coincidence. Texts with digits usually come from a
        // program that gives them a fixed length.
        let hasDigits = bytes.contains { CharacterClass.digits.contains($0) }
        let fixed = lengths.count == 1 && hasDigits ? lengths.first : nil
        // Later numbers may have fewer or more digits: one in ten random numbers below a million has fewer than six
        // digits.
        let isNumber = narrowest == .digits && !middles.contains { $0.utf8.first == UInt8(ascii: "0") }
        if prefix.isEmpty, suffix.isEmpty, narrowest == .alphanumeric || narrowest == .token,
            fixed ?? 0 < Self.shortestToken
        {
            return nil
        }
        self.prefix = String(prefix)
        self.suffix = String(suffix.reversed())
        let length = fixed.flatMap { $0 >= Self.shortestFixed && !isNumber ? "{\($0)}" : nil } ?? "+"
        do {
            pattern = try Pattern(
                "^\(self.prefix.escapedForPattern)\(narrowest.rawValue)\(length)\(self.suffix.escapedForPattern)$")
        } catch {
            return nil
        }
    }

    private static func commonPrefix(_ left: [Character], _ right: [Character]) -> [Character] {
        Array(zip(left, right).prefix { $0 == $1 }.map(\.0))
    }

    /// Returns the beginning of `common` that future texts will probably have too.
    ///
    /// The result ends with a separator: `order-123` and `order-127` both begin with `order-12`, but the result is
    /// `order-`. The result does not contain a part of only digits between separators, such as an hour or a month,
    /// because such a part changes with time.
    private static func literal(_ common: [Character]) -> [Character] {
        var end = 0
        var part: [Character] = []
        for (index, character) in common.enumerated() {
            guard character.isSeparator else {
                part.append(character)
                continue
            }
            if !part.isEmpty, part.allSatisfy(\.isNumber) { break }
            part = []
            end = index + 1
        }
        return Array(common[..<end])
    }
}

extension Character {
    fileprivate var isSeparator: Bool { isASCII && !isLetter && !isNumber }

    /// Whether a person can read the character in a pattern.
    fileprivate var isReadable: Bool {
        isLetter || isNumber || unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) }
    }
}

extension String {
    /// The text with a backslash before each special character, so that a pattern matches the text literally.
    fileprivate var escapedForPattern: String {
        String(
            unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
                if #"\^$.|?*+()[]{}"#.unicodeScalars.contains(scalar) { result.append("\\") }
                result.append(scalar)
            })
    }
}
