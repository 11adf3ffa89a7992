import Yams

extension FormattedFileReader {
    /// Reads a scalar and the comments before it.
    ///
    /// - Parameters:
    ///   - item: The item whose value is the scalar, or `nil` if the scalar is the name of a member.
    ///   - column: The column of the items in the block that contains the scalar.
    mutating func read(
        _ scalar: Node.Scalar, of item: FormattedItem?, column: Int
    ) throws(FormattingDefect) -> FormattedScalar {
        if item != nil, scalar.isAbsent { return FormattedScalar(value: "", style: .plain) }
        if let mark = scalar.mark { try readGap(to: .mark(mark)) }
        let hasTag = cursor.byte == UInt8(ascii: "!")
        if hasTag { try skipTag(of: scalar) }
        if let item {
            settle(item)
            touched = item
        }
        let (start, line) = (cursor.offset, cursor.line)
        let style: FormattedScalar.Style
        var value = scalar.string
        switch scalar.style {
        case .plain, .any:
            style = .plain
            try cursor.skip(visible: scalar.string)
        case .singleQuoted, .doubleQuoted:
            style = scalar.style == .singleQuoted ? .singleQuoted : .doubleQuoted
            if scalar.style == .doubleQuoted { value = cursor.restoringMark(value) }
            cursor.skipQuoted()
        case .literal, .folded:
            let block = try readBlock(scalar, column: column)
            return FormattedScalar(value: scalar.string, style: block.map { .block($0) } ?? .doubleQuoted)
        }
        var result = FormattedScalar(value: value, style: style)
        result.source = cursor.text(from: start, to: cursor.offset)
        result.isMultiline = cursor.line > line
        result.hasTag = hasTag
        result.isPattern = item?.name?.value == "pattern"
        return result
    }

    /// Moves past the tag of a scalar, and then to the text of the scalar.
    private mutating func skipTag(of scalar: Node.Scalar) throws(FormattingDefect) {
        cursor.skip { $0 > 0x20 && $0 != UInt8(ascii: ",") }
        if scalar.style == .plain, scalar.string.isEmpty { return }
        let first: UInt8? =
            switch scalar.style {
            case .plain, .any: scalar.string.utf8.first
            case .singleQuoted: UInt8(ascii: "'")
            case .doubleQuoted: UInt8(ascii: "\"")
            case .literal: UInt8(ascii: "|")
            case .folded: UInt8(ascii: ">")
            }
        if let first { try readGap(to: .byte(first)) }
    }

    /// Reads a scalar in block style, which begins with `|` or `>`.
    ///
    /// - Returns: The scalar, or `nil` if the formatter cannot write its value in block style.
    private mutating func readBlock(_ scalar: Node.Scalar, column: Int) throws(FormattingDefect) -> BlockScalar? {
        cursor.skip()
        let header = cursor.offset
        cursor.skip { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        let digits = cursor.text(from: header, to: cursor.offset).filter(\.isNumber)
        cursor.skip { $0 == 0x20 || $0 == 0x09 }
        if cursor.byte == UInt8(ascii: "#") { attach(cursor.comment()) }
        guard scalar.string.unicodeScalars.contains(where: { !$0.isWhiteSpaceInYAML }) else { return nil }
        cursor.skipLine()
        cursor.skip()
        let start = cursor.offset
        try cursor.skip(visible: scalar.string)
        cursor.skipLine()
        let lines = cursor.text(from: start, to: cursor.offset).split(
            separator: "\n", omittingEmptySubsequences: false)
        cursor.isAfterKeptLines = scalar.string.hasSuffix("\n\n")
        return BlockScalar(
            scalar.string, isFolded: scalar.style == .folded, lines: lines.map(String.init),
            indentation: Int(digits).map { max(column, 0) + $0 })
    }
}
