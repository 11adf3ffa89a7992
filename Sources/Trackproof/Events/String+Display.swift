// Names and values come from outside. Where a person reads them, nothing in them may move a terminal's cursor, fake a
// line, or be there unseen.

extension String {
    /// The string in quotes, with an escape for every scalar that cannot be seen as what it is: control characters, other
    /// spaces than the common one, what has no width, a mark without a letter.
    package var quotedForDisplay: String { "\"" + escaped { $0.isUnseen(after: $1, before: $2) } + "\"" }

    /// The string without quotes, with the same escapes where it needs any, and for a space at its start and end.
    package var safeForDisplay: String {
        let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) } && utf8.first != 0x20 && utf8.last != 0x20
        if isPlain { return self }
        var text = escaped(edges: true) { $0.isUnseen(after: $1, before: $2) }
        // Quotes and backslashes need no escape unless there are others.
        if text.unicodeScalars.elementsEqual(unicodeScalars.flatMap(\.escapedIfSyntax)) { text = self }
        return text
    }

    /// The string as a name that a person reads: an empty one is seen too.
    package var nameForDisplay: String { isEmpty ? "\"\"" : safeForDisplay }

    /// The string, cut if it has more Unicode scalars. Characters would not do: any number of marks can make one.
    package func cut(to limit: Int) -> String {
        if utf8.count <= limit { return self }
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return self }
        return String(unicodeScalars[..<end]) + "…"
    }

    /// The string with an escape for every scalar beyond ASCII, where it stands beside one that looks the same.
    package var spelledOut: String { escaped { scalar, _, _ in !scalar.isASCII || scalar.value < 0x20 } }

    /// Whether both texts are different and look the same: another Unicode form, or something without a width.
    package func looksLike(_ other: String) -> Bool {
        !isExactly(other) && (self == other || withoutInvisible == other.withoutInvisible)
    }

    private var withoutInvisible: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
    }

    /// - Parameters:
    ///   - edges: whether a space at the start and the end has an escape.
    ///   - isUnseen: whether a scalar has one, by those before and after it; one that has an escape is none of these.
    private func escaped(
        edges: Bool = false,
        where isUnseen: (Unicode.Scalar, _ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool
    ) -> String {
        let scalars = Array(unicodeScalars)
        // Scalar by scalar: to append a sequence copies the text each time.
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch scalar {
            case "\n": "\\n".unicodeScalars.forEach { result.append($0) }
            case "\r": "\\r".unicodeScalars.forEach { result.append($0) }
            case "\t": "\\t".unicodeScalars.forEach { result.append($0) }
            case _ where isUnseen(scalar, previous, next) || (edges && scalar == " " && (index == 0 || next == nil)):
                "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars.forEach { result.append($0) }
                previous = nil
                continue
            default: scalar.escapedIfSyntax.forEach { result.append($0) }
            }
            previous = scalar
        }
        return String(result)
    }
}

extension Unicode.Scalar {
    fileprivate var escapedIfSyntax: [Unicode.Scalar] { self == "\"" || self == "\\" ? ["\\", self] : [self] }

    /// Whether nobody would see the scalar as what it is, where it stands.
    fileprivate func isUnseen(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        // What joins the parts of an emoji, or of a word in scripts that need it.
        case _ where value == 0x200D: return !(previous?.isBase ?? false) || !(next?.isBase ?? false)
        case _ where properties.isVariationSelector: return !(previous?.properties.isEmoji ?? false)
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .spaceSeparator: return true
        case .nonspacingMark, .enclosingMark, .spacingMark: return !(previous?.carriesMarks ?? false)
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a joiner can stand beside it.
    private var isBase: Bool { !isASCII && value != 0x200D && !properties.isWhitespace }

    /// Whether a mark behind it is seen as its part, and not as one of what stands around the text.
    private var carriesMarks: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .spaceSeparator: value == 0x200D
        default: self != "\"" && self != "\\"
        }
    }
}
