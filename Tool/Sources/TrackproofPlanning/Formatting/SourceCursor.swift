import Yams

/// A position in the text of a YAML file. Counts lines and columns as libYAML does.
///
/// The parser knows where each value begins, but not where it ends. So the cursor finds the end of a value from its
/// content or its quotes. `gap(to:)` then moves to the next value. The text between two values has only white space,
/// indicators such as `-`, tags, directives and comments.
struct SourceCursor {
    /// Where `gap(to:)` stops.
    enum Stop {
        /// At the place at which the parser found a value.
        case mark(Mark)
        /// At an indicator, such as a dash or a closing bracket.
        case byte(UInt8)
        case end
    }

    /// The comments and blank lines between two values.
    struct Gap {
        /// The comment on the line on which the gap begins, or `nil` if there is no such comment.
        var comment: String?
        /// The comments and blank lines after the first line of the gap.
        var lines: [FormattedLine] = []
    }

    private let bytes: [UInt8]
    private(set) var offset = 0
    /// The number of the current line, from 0.
    private(set) var line = 0
    /// The column in the current line, from 0, in Unicode scalars.
    private(set) var column = 0
    /// Whether the cursor is behind a block scalar whose value includes the next blank lines.
    var isAfterKeptLines = false
    /// The texts of all comments that the cursor has read.
    private(set) var comments: [String] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    func text(from start: Int, to end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

    /// Moves past the next Unicode scalar, or past the next line break.
    mutating func skip() {
        if let byte, byte < 0x80, byte != 0x0A, byte != 0x0D {
            offset += 1
            column += 1
            return
        }
        let length = breakLength
        if length > 0 {
            offset += length
            line += 1
            column = 0
            return
        }
        offset += 1
        while let byte, byte & 0xC0 == 0x80 { offset += 1 }
        column += 1
    }

    mutating func skip(while condition: (UInt8) -> Bool) {
        while let byte, condition(byte) { skip() }
    }

    /// Moves to the end of the line. Does not update `column`, because the next line begins at column 0.
    mutating func skipLine() {
        while let byte {
            if byte == 0x0A || byte == 0x0D || byte == 0xC2 || byte == 0xE2, isAtBreak { return }
            offset += 1
        }
    }

    var isAtBreak: Bool { breakLength > 0 }
    private var isAtBlank: Bool { byte == 0x20 || byte == 0x09 }

    /// The length of the line break at the cursor, in bytes, or 0 if there is no line break at the cursor.
    private var breakLength: Int {
        guard let byte else { return 0 }
        if byte == 0x0A { return 1 }
        if byte < 0x80 { return byte == 0x0D ? (has(0x0A, at: 1) ? 2 : 1) : 0 }
        // libYAML reads YAML 1.1, in which U+0085, U+2028 and U+2029 are line breaks too.
        if byte == 0xC2 { return has(0x85, at: 1) ? 2 : 0 }
        return byte == 0xE2 && has(0x80, at: 1) && (has(0xA8, at: 2) || has(0xA9, at: 2)) ? 3 : 0
    }

    private func has(_ byte: UInt8, at distance: Int) -> Bool {
        offset + distance < bytes.count && bytes[offset + distance] == byte
    }

    // MARK: Between values

    /// Moves to `stop`, and returns the comments and blank lines before it.
    mutating func gap(to stop: Stop) throws(FormattingDefect) -> Gap {
        var gap = Gap()
        var breaks = 0
        // A comment on this line is behind an item. At the start of the file, there is no item before the comment.
        var isInFirstLine = offset > 0
        while !isAt(stop) {
            guard let byte else {
                if case .end = stop { break }
                throw FormattingDefect("a value is missing at the end")
            }
            if isAtBreak {
                breaks += 1
                isInFirstLine = false
            } else if !isAtBlank {
                endBreaks(&breaks, of: &gap)
                if byte == UInt8(ascii: "#") {
                    isAfterKeptLines = false
                    let column = column
                    let text = comment()
                    if isInFirstLine { gap.comment = text } else { gap.lines.append(.comment(text, column: column)) }
                    continue
                }
                if column == 0, skipStart(&gap) { continue }
            }
            skip()
        }
        endBreaks(&breaks, of: &gap)
        isAfterKeptLines = false
        return gap
    }

    private func endBreaks(_ breaks: inout Int, of gap: inout Gap) {
        if breaks > 1, !isAfterKeptLines, gap.lines.last != .blank { gap.lines.append(.blank) }
        breaks = 0
    }

    private func isAt(_ stop: Stop) -> Bool {
        switch stop {
        case .mark(let mark): line > mark.line - 1 || line == mark.line - 1 && column >= mark.column - 1
        case .byte(let byte): self.byte == byte
        case .end: false
        }
    }

    /// Moves past a directive or the start of the document (`---`). Returns `false` if neither is at the cursor.
    private mutating func skipStart(_ gap: inout Gap) -> Bool {
        if byte == UInt8(ascii: "%") {
            while byte != nil, !isAtBreak, !(isAtBlank && has(UInt8(ascii: "#"), at: 1)) { skip() }
        } else if (0..<3).allSatisfy({ has(UInt8(ascii: "-"), at: $0) }) {
            gap.lines.append(.start)
            for _ in 0..<3 { skip() }
        } else {
            return false
        }
        return true
    }

    /// Reads the comment at the cursor, and returns it without white space at its end.
    mutating func comment() -> String {
        let start = offset
        skipLine()
        var end = offset
        while bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        comments.append(text(from: start, to: end))
        return text(from: start, to: end)
    }

    // MARK: The byte order mark

    // Yams removes the character U+FEFF at the start of a scalar. In a file of a plan, the character can be there only as
    // an escape in double quotes, because the reader of plans rejects the character itself.

    /// Whether the file has an escape of U+FEFF anywhere, or other text that looks like it.
    var hasEscapedMark: Bool { bytes.indices.contains { bytes[$0] == UInt8(ascii: "\\") && isEscapedMark(at: $0) } }

    private func isEscapedMark(at offset: Int) -> Bool {
        let start = String(decoding: bytes[offset...].prefix(10), as: UTF8.self).lowercased()
        return start.hasPrefix(#"\ufeff"#) || start == #"\u0000feff"#
    }

    /// Returns the text of the scalar in double quotes at the cursor, with U+FEFF at its start if it is escaped there.
    func restoringMark(_ text: String) -> String {
        var cursor = self
        cursor.skip()
        // An escaped line break, and the white space after it, are not part of the text.
        while cursor.byte == UInt8(ascii: "\\") {
            var next = cursor
            next.skip()
            guard next.isAtBreak else { break }
            while next.isAtBreak || next.isAtBlank { next.skip() }
            cursor = next
        }
        return isEscapedMark(at: cursor.offset) ? "\u{FEFF}" + text : text
    }

    /// Moves to the place at which the parser found a value.
    mutating func skip(to mark: Mark) {
        while byte != nil, !isAt(.mark(mark)) { skip() }
    }

    // MARK: Values

    mutating func skipQuoted() {
        guard let quote = byte else { return }
        skip()
        while let byte {
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                skip()
            } else if byte == quote {
                guard quote == UInt8(ascii: "'"), has(quote, at: 1) else { break }
                skip()
            }
            skip()
        }
        skip()
    }

    /// Moves past a text without quotes, up to its last character that is not white space.
    ///
    /// The parser changes only the white space of such a text. All other characters are the same in the file.
    mutating func skip(visible text: String) throws(FormattingDefect) {
        for scalar in text.unicodeScalars where !scalar.isWhiteSpaceInYAML {
            while isAtBlank || isAtBreak { skip() }
            let start = offset
            skip()
            guard bytes[start..<offset].elementsEqual(String(scalar).utf8) else {
                throw FormattingDefect("line \(line + 1): the text of a value was not found")
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a space, a tab or a line break, which a YAML parser can change between two words.
    var isWhiteSpaceInYAML: Bool {
        switch value {
        case 0x20, 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

/// An error that shows a bug of the formatter. The formatter throws the error before it writes a file.
package struct FormattingDefect: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = "the formatter has a defect, and changed nothing: " + description
    }
}
