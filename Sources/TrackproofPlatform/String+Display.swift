// The words of messages. The names and values of events can contain any characters, so most properties escape the
// characters that would move a terminal's cursor, imitate another line of output, or be invisible.

extension Collection<String> {
    /// The first texts in quotes, and the number of the others: `"a", "b" and 3 more`.
    ///
    /// Each text is cut to 40 characters, because it can come from outside.
    public func quotedForDisplay(atMost limit: Int) -> String {
        prefix(limit).map { String($0.prefix(40)).quotedForDisplay }.joined(separator: ", ")
            + (count > limit ? " and \(count - limit) more" : "")
    }

    /// Returns the first `limit` texts, separated by commas. If there are more texts, the result ends with an ellipsis.
    public func listed(upTo limit: Int) -> String {
        prefix(limit).joined(separator: ", ") + (count > limit ? ", …" : "")
    }
}

extension String {
    /// The string in quotes, with an escape for each Unicode scalar that a person cannot recognize.
    ///
    /// These scalars are control characters, spaces other than U+0020, scalars without a width, and marks that do not
    /// follow a letter.
    public var quotedForDisplay: String { "\"" + escaped { $0.isUnseen(after: $1, before: $2) } + "\"" }

    /// The string without quotes, with the escapes of ``quotedForDisplay``.
    ///
    /// A space at the start or end gets an escape too. Quotes and backslashes get an escape only if another scalar gets
    /// an escape.
    public var safeForDisplay: String {
        let isPlain = utf8.allSatisfy { (0x20..<0x7F).contains($0) } && utf8.first != 0x20 && utf8.last != 0x20
        if isPlain { return self }
        var text = escaped(edges: true) { $0.isUnseen(after: $1, before: $2) }
        if text.unicodeScalars.elementsEqual(unicodeScalars.flatMap(\.escapedIfSyntax)) { text = self }
        return text
    }

    /// The string as a name for display. An empty name is shown as two quotes.
    public var nameForDisplay: String { isEmpty ? "\"\"" : safeForDisplay }

    /// Returns the string, cut to at most `limit` Unicode scalars. A cut string ends with an ellipsis.
    ///
    /// The limit counts scalars and not characters, because one character can have any number of marks.
    public func cut(to limit: Int) -> String {
        if utf8.count <= limit { return self }
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end < endIndex
        else { return self }
        return String(unicodeScalars[..<end]) + "…"
    }

    /// Returns the string, followed by as many spaces as it needs for `width` characters, but at least by one.
    public func padding(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(1, width - count)) }

    /// The string with an escape for each scalar outside ASCII, each scalar below U+0020, and a space at the start or
    /// end.
    ///
    /// Use this property to show two strings that look the same but differ.
    public var spelledOut: String { escaped(edges: true) { scalar, _, _ in !scalar.isASCII || scalar.value < 0x20 } }

    /// The scalars for which ``quotedForDisplay`` has an escape because a person cannot recognize them.
    package var unseenScalars: [Unicode.Scalar] {
        let scalars = Array(unicodeScalars)
        return scalars.indices.filter { index in
            scalars[index].isUnseen(
                after: index > 0 ? scalars[index - 1] : nil,
                before: index + 1 < scalars.count ? scalars[index + 1] : nil)
        }.map { scalars[$0] }
    }

    /// Returns the string with escapes.
    ///
    /// Line breaks, tabs, quotes, backslashes and the scalars that `isUnseen` accepts get an escape.
    ///
    /// - Parameters:
    ///   - edges: Whether a space at the start or the end gets an escape.
    ///   - isUnseen: Returns whether a scalar gets an escape as `\u{…}`. The closure receives the scalar and its
    ///     neighbours. The previous scalar is `nil` at the start, and after a scalar that got such an escape. The next
    ///     scalar is `nil` at the end.
    private func escaped(
        edges: Bool = false,
        where isUnseen: (Unicode.Scalar, _ previous: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool
    ) -> String {
        let scalars = Array(unicodeScalars)
        // Appends scalar by scalar, because `append(contentsOf:)` would copy the whole text each time.
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

extension BinaryInteger {
    /// Returns the number with a noun: `1 event`, `2 events`.
    public func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension Unicode.Scalar {
    fileprivate var escapedIfSyntax: [Unicode.Scalar] { self == "\"" || self == "\\" ? ["\\", self] : [self] }

    /// Returns whether a person cannot recognize the scalar between these neighbours.
    fileprivate func isUnseen(after previous: Unicode.Scalar?, before next: Unicode.Scalar?) -> Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        // A zero-width joiner joins the parts of an emoji or, in some scripts, of a word. Elsewhere, it is invisible.
        case _ where value == 0x200D: return !(previous?.isBase ?? false) || !(next?.isBase ?? false)
        case _ where properties.isVariationSelector: return !(previous?.properties.isEmoji ?? false)
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .spaceSeparator: return true
        case .nonspacingMark, .enclosingMark, .spacingMark: return !(previous?.carriesMarks ?? false)
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a zero-width joiner beside this scalar can have a visible effect.
    private var isBase: Bool { !isASCII && value != 0x200D && !properties.isWhitespace }

    /// Whether a mark after this scalar is drawn on this scalar, and not on a quote around the string.
    private var carriesMarks: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .spaceSeparator: value == 0x200D
        default: self != "\"" && self != "\\"
        }
    }
}
