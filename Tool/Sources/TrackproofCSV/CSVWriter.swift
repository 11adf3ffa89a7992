extension Sequence<String> {
    /// The texts as a row of a CSV table, with its line break (RFC 4180).
    ///
    /// Cells with semicolons and tabs have quotation marks too, because some spreadsheets separate cells by them.
    package var csvRow: String { map(\.csvCell).joined(separator: ",") + "\r\n" }
}

extension String {
    private static let quoted: Set<Unicode.Scalar> = ["\"", ",", ";", "\t", "\r", "\n"]

    fileprivate var csvCell: String {
        guard unicodeScalars.contains(where: Self.quoted.contains) else { return self }
        // A quotation mark and a combining character after it are one character, so the loop reads bytes.
        let bytes = utf8.flatMap { $0 == CSVScanner.quote ? [$0, $0] : [$0] }
        return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }

    /// The text of a cell with an apostrophe before a formula. Without the apostrophe, a spreadsheet could run the
    /// formula.
    package var withoutFormula: String { beginsFormula ? "'" + self : self }

    /// The characters that begin a formula. Some spreadsheets also accept the full-width forms of these characters.
    private static let formulaMarks: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

    /// Whether a spreadsheet could run the text of a cell as a formula.
    ///
    /// Some spreadsheets also find a formula after invisible characters, combining characters and quotation marks.
    package var beginsFormula: Bool {
        guard let first = unicodeScalars.first else { return false }
        if first == "\t" || first == "\r" || first == "\n" { return true }
        let start = unicodeScalars.first(where: { scalar in
            let isInvisible =
                scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.isGraphemeExtend
                || [.control, .format].contains(scalar.properties.generalCategory)
            return !isInvisible && scalar != "\"" && scalar != "'"
        })
        return start.map(Self.formulaMarks.contains) ?? false
    }
}
