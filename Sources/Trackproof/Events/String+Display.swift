// Names and values come from outside. Text that a person reads must not move a terminal's cursor, imitate another line
// or contain something invisible.

extension String {
    /// The string in quotes, with an escape for each scalar that a person cannot recognize.
    ///
    /// Such scalars are control characters, spaces other than the common one, scalars without a width, and marks
    /// without a letter.
    package var quotedForDisplay: String { "\"" + escaped { $0.isUnseen(after: $1, before: $2) } + "\"" }

    /// The string without quotes, with the escapes of ``quotedForDisplay``.
    ///
    /// A space at the start or end gets an escape too. Quotes and backslashes get an escape only if another scalar gets
    /// an escape.
    package var safeForDisplay: String {
        let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) } && utf8.first != 0x20 && utf8.last != 0x20
        if isPlain { return self }
        var text = escaped(edges: true) { $0.isUnseen(after: $1, before: $2) }
        // Quotes and backslashes need no escape if the string has no other escapes.
        if text.unicodeScalars.elementsEqual(unicodeScalars.flatMap(\.escapedIfSyntax)) { text = self }
        return text
    }

    /// The string as a name for display. An empty name is shown as two quotes.
    package var nameForDisplay: String { isEmpty ? "\"\"" : safeForDisplay }

    /// Returns the string, cut to at most `limit` Unicode scalars. A cut string ends with an ellipsis.
    ///
    /// The limit counts scalars and not characters, because one character can have any number of marks.
    package func cut(to limit: Int) -> String {
        if utf8.count <= limit { return self }
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return self }
        return String(unicodeScalars[..<end]) + "…"
    }

    /// The string with an escape for each scalar outside ASCII and each scalar below U+0020.
    ///
    /// Use it to show two strings that look the same but differ.
    package var spelledOut: String { escaped { scalar, _, _ in !scalar.isASCII || scalar.value < 0x20 } }

    /// Returns whether the strings differ but look the same.
    ///
    /// Strings look the same if they differ only in Unicode form, or only in scalars without a width.
    package func looksLike(_ other: String) -> Bool {
        !isExactly(other) && (self == other || withoutInvisible == other.withoutInvisible)
    }

    private var withoutInvisible: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
    }

    /// Returns the string with escapes.
    ///
    /// Line breaks, tabs, quotes, backslashes and the scalars that `isUnseen` accepts get an escape.
    ///
    /// - Parameters:
    ///   - edges: Whether a space at the start or the end gets an escape.
    ///   - isUnseen: Returns whether a scalar gets an escape as `\u{…}`. It receives the scalar and its neighbours. The
    ///     previous scalar is `nil` at the start, and after a scalar that got such an escape. The next scalar is `nil`
    ///     at the end.
    private func escaped(
        edges: Bool = false,
        where isUnseen: (Unicode.Scalar, _ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool
    ) -> String {
        let scalars = Array(unicodeScalars)
        // Appends scalar by scalar, because appending a sequence copies the text each time.
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

    /// Returns whether a person cannot recognize the scalar between these neighbours.
    fileprivate func isUnseen(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        // A zero-width joiner joins the parts of an emoji. In some scripts, it also joins the parts of a word.
        case _ where value == 0x200D: return !(previous?.isBase ?? false) || !(next?.isBase ?? false)
        case _ where properties.isVariationSelector: return !(previous?.properties.isEmoji ?? false)
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .spaceSeparator: return true
        case .nonspacingMark, .enclosingMark, .spacingMark: return !(previous?.carriesMarks ?? false)
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a zero-width joiner can stand beside the scalar.
    private var isBase: Bool { !isASCII && value != 0x200D && !properties.isWhitespace }

    /// Whether a mark after the scalar visibly belongs to the scalar, and not to the text around the string.
    private var carriesMarks: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .spaceSeparator: value == 0x200D
        default: self != "\"" && self != "\\"
        }
    }
}
