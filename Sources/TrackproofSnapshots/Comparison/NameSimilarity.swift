import Trackproof
import TrackproofPlatform

/// The similarity of two names, from 0 to 1.
///
/// It depends on the number of edits that turn one name into the other. An edit inserts, removes or replaces a
/// character, or swaps two neighboring characters (F. J. Damerau, 1964, in the version in which no character is edited
/// twice). Upper case and lower case count as equal.
public enum NameSimilarity {
    /// The smallest similarity at which one name may be a misspelling or a new version of the other name.
    public static let similar = 0.5

    /// The maximum number of characters that are compared: one for each bit of an integer. Later characters are ignored.
    private static let limit = 64

    /// Returns the name most similar to `name`, except `name` itself, or `nil` if the similarity of each name is below
    /// `least`.
    public static func nearest(to name: String, among names: [String], from least: Double) -> String? {
        let letters = Letters(name)
        var nearest: String?
        var best = least
        for other in names where !other.isExactly(name) {
            let similarity = similarity(name, letters, other, atLeast: best)
            if similarity > best || nearest == nil && similarity >= least { (nearest, best) = (other, similarity) }
        }
        return nearest
    }

    /// Returns the end of a message about an unknown name, such as `; did you mean "price"?`, or an empty text if no name
    /// is similar.
    public static func question(about name: String, among names: [String]) -> String {
        nearest(to: name, among: names, from: similar).map { "; " + question(about: name, nearest: $0) } ?? ""
    }

    /// Returns a question such as `did you mean "price"?`. If both names look the same, the question is followed by
    /// what differs.
    public static func question(about name: String, nearest: String) -> String {
        "did you mean \(nearest.quotedForDisplay)?"
            + (name.sentence(onDifferenceFrom: nearest).map { " " + $0 } ?? "")
    }

    /// Returns the similarity of two names, from 0 to 1. It is 1 if the names are the same.
    public static func of(_ left: String, _ right: String) -> Double {
        similarity(left, Letters(left), right, atLeast: 0)
    }

    /// Returns the similarity, or 0 if it is less than `least`.
    private static func similarity(
        _ left: String, _ letters: Letters, _ right: String, atLeast least: Double
    ) -> Double {
        // For most pairs of names, the lengths alone show that the similarity is less than `least`.
        let isASCII = right.utf8.isASCII
        let length = min(right.utf8.count, limit)
        if letters.isASCII, isASCII,
            Double(abs(letters.count - length)) > (1 - least) * Double(max(letters.count, length))
        {
            return 0
        }
        // Names that consist of different Unicode scalars but look the same are very similar, but not the same.
        if left == right { return left.isExactly(right) ? 1 : 0.99 }
        if !letters.isASCII || !isASCII, left.looksLike(right) { return 0.99 }
        let others = isASCII ? nil : right.lowercased().unicodeScalars.prefix(limit).map(\.value)
        let most = max(letters.count, others?.count ?? length)
        let count =
            others.map { edits(letters, $0) } ?? edits(letters, right.utf8.prefix(limit).lazy.map { UInt32($0) })
        return 1 - Double(count) / Double(most)
    }

    /// Returns the number of edits.
    ///
    /// In a table, each number is the number of edits between a beginning of the first name and a beginning of the second
    /// name. This method computes each column with a few operations on integers of 64 bits (H. Hyyrö, 2003). A bit of
    /// `higher` or `lower` says that a number in the column is 1 higher or lower than the number above it.
    private static func edits(_ left: Letters, _ right: some Sequence<UInt32>) -> Int {
        if left.count == 0 { return right.reduce(0) { count, _ in count + 1 } }
        let last: UInt64 = 1 << UInt64(left.count - 1)
        var (higher, lower) = (UInt64.max, UInt64(0))
        var (same, equalBefore) = (UInt64(0), UInt64(0))
        var edits = left.count
        for letter in right {
            let equal = left.places(of: letter)
            let swapped = (~same & equal) << 1 & equalBefore
            same = (equal & higher &+ higher) ^ higher | equal | lower | swapped
            var (nextHigher, nextLower) = (lower | ~(same | higher), same & higher)
            if nextHigher & last != 0 { edits += 1 }
            if nextLower & last != 0 { edits -= 1 }
            (nextHigher, nextLower) = (nextHigher << 1 | 1, nextLower << 1)
            (higher, lower) = (nextLower | ~(same | nextHigher), nextHigher & same)
            equalBefore = equal
        }
        return edits
    }

    /// The characters of a name, in lowercase: for each character, the bits of its positions.
    private struct Letters {
        let count: Int
        let isASCII: Bool
        private var ascii = [UInt64](repeating: 0, count: 128)
        private var others: [UInt32: UInt64] = [:]

        init(_ name: String) {
            isASCII = name.utf8.isASCII
            let letters = name.lowercased().unicodeScalars.prefix(limit)
            count = letters.count
            for (position, letter) in letters.enumerated() {
                let bit: UInt64 = 1 << UInt64(position)
                guard letter.isASCII else {
                    others[letter.value, default: 0] |= bit
                    continue
                }
                ascii[Int(letter.value)] |= bit
                // An uppercase letter of the other name counts as equal.
                if ("a"..."z").contains(letter) { ascii[Int(letter.value) & ~0x20] |= bit }
            }
        }

        @inline(__always)
        func places(of letter: UInt32) -> UInt64 { letter < 128 ? ascii[Int(letter)] : others[letter] ?? 0 }
    }
}

extension String.UTF8View {
    fileprivate var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}

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
