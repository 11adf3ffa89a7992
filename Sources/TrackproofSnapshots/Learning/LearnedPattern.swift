/// The pattern that several texts suggest: what they begin and end with, and one class of characters between, as
/// `^order-[0-9]+$`.
struct LearnedPattern {
    let prefix: String
    let suffix: String
    let pattern: Pattern

    /// From the narrowest to the widest.
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

        /// So many characters must have been seen: a few letters up to `f` may be chance.
        var evidence: Int { self == .lowerHex || self == .upperHex ? 16 : 1 }
    }

    /// Texts longer than this have no pattern that a person would read.
    private static let longestText = 200
    /// From here on an equal length is no chance, if there are letters or leading zeros.
    private static let shortestFixed = 4
    /// Without anything to begin or end with, only what is as long as this looks like a token.
    private static let shortestToken = 8

    /// The pattern of texts of which at least two differ; nil where none is both narrow and readable.
    init?(_ texts: [String]) {
        guard let first = texts.first, texts.allSatisfy({ $0.utf8.count <= Self.longestText }) else { return nil }
        let texts = texts.map(Array.init)
        let prefix = Self.literal(texts.reduce(Array(first)) { Self.commonPrefix($0, $1) })
        // The rest turned round, so that the end is found as the beginning is.
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
        // Words may be equally long by chance; what has digits is made by a machine.
        let hasDigits = bytes.contains { CharacterClass.digits.contains($0) }
        let fixed = lengths.count == 1 && hasDigits ? lengths.first : nil
        // A number has as many digits as it happens to have: of random ones with six, one in ten has fewer.
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

    /// What of a common beginning is no chance: up to its last separator, since `order-12` of `order-123` and
    /// `order-127` is; and not past a part of digits alone, since hours and months are the same for a while only.
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
    /// The text as the part of a pattern that stands for it.
    fileprivate var escapedForPattern: String {
        String(
            unicodeScalars.reduce(into: String.UnicodeScalarView()) { result, scalar in
                if #"\^$.|?*+()[]{}"#.unicodeScalars.contains(scalar) { result.append("\\") }
                result.append(scalar)
            })
    }
}
