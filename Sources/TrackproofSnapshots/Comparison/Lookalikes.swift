import TrackproofPlatform

// Names that are copied from a document or a web page can contain characters that nobody sees, or letters of another
// script that look like Latin letters. Such a name looks like the planned name, but it is a different name.

extension String {
    /// Returns whether the strings differ but look the same.
    ///
    /// Strings look the same if they are canonically equivalent, or differ only in scalars that are invisible, in the
    /// kind of spaces, in spaces at their ends, or in letters of different scripts with the same shape.
    public func looksLike(_ other: String) -> Bool {
        !isExactly(other) && (self == other || skeleton == other.skeleton)
    }

    /// Returns how the text differs from `other`, which looks the same.
    public func form(of other: String) -> String {
        if differsOnlyInForm(from: other) { return "Unicode form" }
        let isInvisible = visibleText(mapping: { $0 }) == other.visibleText(mapping: { $0 })
        return isInvisible ? "invisible characters" : "letters that look alike"
    }

    /// Returns what differs between two strings that look the same, such as
    /// `U+00A0 NO-BREAK SPACE in place of U+0020 SPACE`. Returns `nil` if the strings are equal or look different.
    public func difference(fromLookalike other: String) -> String? {
        guard looksLike(other) else { return nil }
        let (own, others) = (Array(unicodeScalars), Array(other.unicodeScalars))
        if own.count == others.count {
            let pairs = zip(own, others).filter { $0 != $1 }
            return pairs.map { "\($0.codePointAndName) in place of \($1.codePointAndName)" }.listed(upTo: 3)
        }
        let start = zip(own, others).prefix { $0 == $1 }.count
        let end = zip(own[start...].reversed(), others[start...].reversed()).prefix { $0 == $1 }.count
        func words(_ scalars: [Unicode.Scalar]) -> String {
            scalars[start..<scalars.count - end].map(\.codePointAndName).listed(upTo: 3)
        }
        if start + end == others.count { return "an added \(words(own))" }
        if start + end == own.count { return "a missing \(words(others))" }
        return "\(words(own)) in place of \(words(others))"
    }

    /// Returns a sentence about what differs between two strings that look the same, or `nil` for other strings.
    public func sentence(onDifferenceFrom other: String) -> String? {
        difference(fromLookalike: other).map { "The only difference is \($0)." }
    }

    /// Returns a text that is equal for all strings that look the same.
    public var skeleton: String { visibleText(mapping: { $0.latinLookalike ?? $0 }) }

    private func visibleText(mapping letter: (Unicode.Scalar) -> Unicode.Scalar) -> String {
        var scalars: [Unicode.Scalar] = []
        for scalar in unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            let isSpace = scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
            scalars.append(isSpace ? " " : letter(scalar))
        }
        scalars = Array(scalars.drop { $0 == " " })
        while scalars.last == " " { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The scalars that a reader does not see, or takes for others.
    ///
    /// These scalars are spaces at the ends, the scalars that ``quotedForDisplay`` escapes, letters of another script
    /// that look like Latin letters in a word with Latin letters, and hyphens outside ASCII.
    public var hiddenScalars: [Unicode.Scalar] {
        let scalars = Array(unicodeScalars)
        let words = scalars.split { !$0.properties.isAlphabetic }
        let foreign = words.filter { word in word.contains { $0.isLatin } }
            .flatMap { word in word.filter { $0.latinLookalike != nil } }
        let hyphens = scalars.filter { $0 == "\u{2010}" || $0 == "\u{2011}" }
        let edges = [scalars.first, scalars.count > 1 ? scalars.last : nil].compactMap(\.self).filter { $0 == " " }
        return edges + unseenScalars + foreign + hyphens
    }
}

extension Unicode.Scalar {
    /// The code point and the name, such as `U+00A0 NO-BREAK SPACE`.
    public var codePointAndName: String {
        let digits = String(value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return [code, properties.name ?? properties.nameAlias].compactMap(\.self).joined(separator: " ")
    }

    fileprivate var isLatin: Bool { isASCII && properties.isAlphabetic }

    /// The Latin letter or the ASCII character with the same shape, or `nil` if no such character has this shape.
    fileprivate var latinLookalike: Unicode.Scalar? {
        if isASCII { return nil }
        // The full-width forms of ASCII.
        if 0xFF01...0xFF5E ~= value { return Unicode.Scalar(value - 0xFEE0) }
        return Self.latinLookalikes[self]
    }

    private static let latinLookalikes: [Unicode.Scalar: Unicode.Scalar] = {
        let others = "аеорсухіјѕԁһԛԝёїАВЕКМНОРСТХУІЈЅЁЇνοΑΒΕΖΗΙΚΜΝΟΡΤΥΧ‐‑‒–−’"
        let latin = "aeopcyxijsdhqwëïABEKMHOPCTXYIJSËÏvoABEZHIKMNOPTYX-----'"
        return Dictionary(uniqueKeysWithValues: zip(others.unicodeScalars, latin.unicodeScalars))
    }()
}
