import TrackproofText

/// The difference between two names that people could confuse with each other.
public enum NameConfusion: String, Sendable {
    case form = "by its Unicode form"
    case appearance = "by characters that look alike or are invisible"
    case separators = "by case or separators"
    case letter = "by one letter"

    /// The smallest number of letters of names for which a difference of one letter counts.
    public static let leastLetters = 5

    /// Returns the difference between two names; `nil` if the names are equal, or if they differ in more.
    public init?(of left: String, with right: String) {
        if left.isExactly(right) { return nil }
        let scalars = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        if left == right {
            self = .form
        } else if left.looksLike(right) {
            self = .appearance
        } else if !left.lettersAndDigits.isEmpty, left.lettersAndDigits.isExactly(right.lettersAndDigits) {
            self = .separators
        } else if min(scalars.0.letterCount, scalars.1.letterCount) >= Self.leastLetters,
            Self.differByOneLetter(scalars.0, scalars.1)
        {
            self = .letter
        } else {
            return nil
        }
    }

    /// Returns whether one name results from the other by adding, deleting or replacing one letter.
    ///
    /// Returns `false` if the names differ by a digit, or by a letter that is a word. Such names are usually different
    /// on purpose, such as `position_x` and `position_y`.
    public static func differByOneLetter(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Bool {
        let (short, long) = left.count <= right.count ? (left, right) : (right, left)
        guard long.count - short.count <= 1 else { return false }
        guard let first = long.indices.first(where: { $0 >= short.count || short[$0] != long[$0] }) else {
            return false
        }
        let isReplaced = short.count == long.count
        guard long[(first + 1)...].elementsEqual(short[(isReplaced ? first + 1 : first)...]) else { return false }
        let differing = isReplaced ? [long[first], short[first]] : [long[first]]
        return differing.allSatisfy(\.properties.isAlphabetic) && !isWord(long, first)
            && !(isReplaced && isWord(short, first))
    }

    /// Returns whether the letter at an index is a word by itself, such as `x` in `position_x`.
    private static func isWord(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        let letter = scalars[index].properties
        if index > 0, scalars[index - 1].isOfWord {
            // In camelCase, the letter must be uppercase after a letter that is not uppercase, such as `X` in
            // `positionX`.
            guard letter.isUppercase, !scalars[index - 1].properties.isUppercase else { return false }
        }
        guard index + 1 < scalars.count, scalars[index + 1].isOfWord else { return true }
        return scalars[index + 1].properties.isUppercase && !letter.isUppercase
    }
}

extension [Unicode.Scalar] {
    /// The number of letters.
    public var letterCount: Int { count(where: \.properties.isAlphabetic) }
}

extension String {
    /// The letters and digits of a name, in lowercase. Names that differ only by case or separators have the same ones.
    public var lettersAndDigits: String {
        String(String.UnicodeScalarView(lowercased().unicodeScalars.filter(\.isOfWord)))
    }
}

extension Unicode.Scalar {
    /// Whether the scalar can be part of a word: a letter, a mark on a letter such as an accent, or a digit.
    public var isOfWord: Bool {
        // Nearly all names are in ASCII, and this check is faster than a lookup in Unicode's tables.
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": return true
        case _ where isASCII: return false
        default: return properties.isAlphabetic || properties.numericType != nil || properties.isGraphemeExtend
        }
    }
}
