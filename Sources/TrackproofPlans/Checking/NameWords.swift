import TrackproofPlatform
import TrackproofSnapshots

/// The words of a name, such as `HTTP`, `Error` and `code2` for the name `HTTPError_code2`.
///
/// A word ends at a separator such as `_`, and before an uppercase letter that begins the next word.
public struct NameWords {
    /// The words, in the order of the name.
    public let words: [String]

    /// Divides a name into words.
    public init(_ name: String) {
        let scalars = Array(name.unicodeScalars)
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if !scalar.isOfWord || Self.beginsWord(scalars, index), !word.isEmpty {
                words.append(String(word))
                word = String.UnicodeScalarView()
            }
            if scalar.isOfWord { word.append(scalar) }
        }
        if !word.isEmpty { words.append(String(word)) }
        self.words = words
    }

    /// Returns whether the scalar at `index` is an uppercase letter that begins a word.
    ///
    /// It begins a word if the character before it is not uppercase, or if the character after it is lowercase.
    private static func beginsWord(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard index > 0, scalars[index].properties.isUppercase else { return false }
        if !scalars[index - 1].properties.isUppercase { return true }
        return index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
    }
}
