import TrackproofPlans
import Yams

/// A reader of YAML files that attaches each comment and each blank line to an item of the file.
///
/// The YAML parser finds the values and where they begin, but skips comments. `cursor` reads the text between the
/// values, which contains the comments.
struct FormattedFileReader {
    var cursor: SourceCursor
    /// The comments and blank lines that the reader has not attached to an item yet.
    var pending: [FormattedLine] = []
    private var hasPendingComments: Bool { pending.contains { $0 != .blank } }
    /// The item on the current line. If the line ends with a comment, the reader attaches the comment to this item.
    var touched: FormattedItem
    /// The blocks that have ended since the last item, from the innermost to the outermost block.
    var ended: [(item: FormattedItem, column: Int)] = []
    let root = FormattedItem()

    private init(_ bytes: [UInt8]) {
        cursor = SourceCursor(bytes)
        touched = root
    }

    /// Reads the text of a file. The caller must have parsed the same text with `PlanNode(yaml:file:)` without an
    /// error.
    ///
    /// - Parameter file: The file's path, for the place of an error.
    /// - Throws: ``PlanErrors`` if two names differ only in their Unicode form; ``FormattingDefect`` if the reader does not
    ///   understand the file.
    static func read(_ text: String, file: String) throws -> FormattedFile {
        let parser = try Parser(yaml: text, resolver: Resolver.basic, encoding: .utf8)
        var reader = FormattedFileReader(Array(text.utf8))
        do {
            guard let node = try parser.singleRoot() else { throw FormattingDefect("the file is empty") }
            return try withExtendedLifetime(parser) { try reader.readFile(node) }
        } catch YamlError.duplicatedKeysInMapping(_, let context) {
            let place = PlanPlace(file: file, line: context.mark.line, column: context.mark.column)
            let problem = "the name differs from another name only in its Unicode form; rename one of them first"
            throw PlanErrors([PlanError(at: place, problem)])
        }
    }

    private mutating func readFile(_ node: Node) throws(FormattingDefect) -> FormattedFile {
        if let mark = node.mark { try readGap(to: .mark(mark)) }
        var first: [FormattedLine] = []
        if let start = pending.firstIndex(of: .start) {
            first = Array(pending[...start]).withoutFirstBlanks
            pending.removeSubrange(...start)
        }
        try read(node, into: root, isInFlow: false, column: -1)
        try readGap(to: .end)
        var last: [FormattedLine] = []
        placePending(before: -1, in: &last)
        if last.allSatisfy({ $0 == .blank }) { root.ending = root.ending.withoutLastBlanks }
        return FormattedFile(first: first, root: root, last: last.withoutLastBlanks, comments: cursor.comments)
    }

    /// Reads the comments and blank lines up to a value, an indicator such as `-`, or the end of the file.
    mutating func readGap(to stop: SourceCursor.Stop) throws(FormattingDefect) {
        let gap = try cursor.gap(to: stop)
        if let comment = gap.comment { attach(comment) }
        let isBlankTwice = pending.last == .blank && gap.lines.first == .blank
        pending += gap.lines.dropFirst(isBlankTwice ? 1 : 0)
    }

    // MARK: Values

    /// Reads a value with everything inside it.
    ///
    /// - Parameters:
    ///   - item: The item that gets the value.
    ///   - column: The column of the items in the block that contains `item`.
    private mutating func read(
        _ node: Node, into item: FormattedItem, isInFlow: Bool, column: Int
    ) throws(FormattingDefect) {
        switch node {
        case .scalar(let scalar):
            item.value = .scalar(try read(scalar, of: item, column: column))
            // Comments below a member without a value can be its members, if somebody has turned them into comments.
            if scalar.isAbsent, !isInFlow { ended.append((item, column + 1)) }
        case .sequence(let sequence):
            let hasBrackets = try begin(node, of: item)
            let isFlow = hasBrackets || isInFlow
            let column = cursor.column
            var items: [FormattedItem] = []
            for element in sequence {
                if isFlow, let mark = element.mark, !element.isAbsent { try readGap(to: .mark(mark)) }
                if !isFlow { try readGap(to: .byte(UInt8(ascii: "-"))) }
                let item = FormattedItem()
                place(item, isFirst: items.isEmpty, column: column)
                if !isFlow { cursor.skip() }
                try read(element, into: item, isInFlow: isFlow, column: column)
                items.append(item)
            }
            try end(item, items, hasBrackets: hasBrackets, isFlow: isFlow, column: column, closing: "]")
        case .mapping(let mapping):
            let hasBraces = try begin(node, of: item)
            let isFlow = hasBraces || isInFlow
            let column = cursor.column
            var items: [FormattedItem] = []
            for (key, value) in mapping {
                if let mark = key.mark { try readGap(to: .mark(mark)) }
                let name = try key.scalar.map { scalar throws(FormattingDefect) in
                    try read(scalar, of: nil, column: column)
                }
                let item = FormattedItem(name: name)
                place(item, isFirst: items.isEmpty, column: column)
                try read(value, into: item, isInFlow: isFlow, column: column)
                items.append(item)
            }
            try end(item, items, hasBrackets: hasBraces, isFlow: isFlow, column: column, closing: "}")
        case .alias: throw FormattingDefect("the YAML reader accepted an alias")
        }
    }

    /// Moves to the beginning of a list or an object, and past its opening bracket or brace if it has one.
    ///
    /// - Returns: Whether the list or object has brackets or braces.
    private mutating func begin(_ node: Node, of item: FormattedItem) throws(FormattingDefect) -> Bool {
        if let mark = node.mark { try readGap(to: .mark(mark)) }
        guard cursor.byte == UInt8(ascii: "[") || cursor.byte == UInt8(ascii: "{") else { return false }
        settle(item)
        cursor.skip()
        touched = item
        return true
    }

    private mutating func end(
        _ item: FormattedItem, _ items: [FormattedItem], hasBrackets: Bool, isFlow: Bool, column: Int,
        closing: Unicode.Scalar
    ) throws(FormattingDefect) {
        if hasBrackets {
            try readGap(to: .byte(UInt8(ascii: closing)))
            cursor.skip()
            touched = item
            if !items.isEmpty {
                item.ending = pending.withoutLastBlanks
                pending = []
            } else if hasPendingComments {
                settle(item)
            }
        } else if isFlow {
            // YAML allows an object without braces inside of a list with brackets: `[name: value]`.
            touched = item
        } else {
            ended.append((item, column))
        }
        item.value = .collection(FormattedCollection(isObject: closing == "}", isFlow: isFlow, items: items))
    }
}

extension FormattedFileReader {
    /// Attaches a comment to the item before it on the same line.
    ///
    /// The formatter writes at most one comment behind an item. If the item already has a comment, or comments inside
    /// its value, the new comment gets its own line. The order of the comments does not change.
    mutating func attach(_ comment: String) {
        let line = FormattedLine.comment(comment, column: cursor.column)
        if touched === root && root.value == nil || hasPendingComments {
            // The comment is after comments that have their own lines, or before the first name, as in `? # comment`.
            pending.append(line)
        } else if touched.comment == nil, !touched.hasInnerComments {
            touched.comment = comment
        } else if let collection = touched.collection, !collection.items.isEmpty {
            touched.ending.append(line)
        } else {
            pending.append(line)
        }
    }

    /// Moves the comments between an item's name and its value to lines before the item.
    ///
    /// In the formatted file, the name and the value are on the same line, so there is no line between them.
    mutating func settle(_ item: FormattedItem) {
        if let comment = item.comment { item.leading.append(.comment(comment, column: 0)) }
        item.comment = nil
        item.leading += pending.filter { $0 != .blank }
        pending = []
    }

    /// Attaches the lines before an item to this item, or to an earlier block that they belong to.
    mutating func place(_ item: FormattedItem, isFirst: Bool, column: Int) {
        if isFirst {
            item.leading = pending.withoutFirstBlanks
            pending = []
            ended = []
        } else {
            placePending(before: column, in: &item.leading)
        }
        touched = item
    }

    /// Attaches each line in `pending` to an earlier block, or adds it to the lines before the next item.
    ///
    /// Comments before the next item can belong to a block that has just ended, for example if somebody has turned the
    /// last member of the block into a comment. The indentation decides: a comment belongs to the innermost block that
    /// begins at or left of the comment, and right of the next item. If there is no such block, it belongs to the next
    /// item.
    ///
    /// - Parameters:
    ///   - column: The column of the next item.
    ///   - lines: The lines before the next item.
    mutating func placePending(before column: Int, in lines: inout [FormattedLine]) {
        var blocks = ended.filter { $0.column > column }[...]
        var blanks: [FormattedLine] = []
        for line in pending {
            guard case .comment(_, let place) = line else {
                blanks.append(line)
                continue
            }
            blocks = blocks.drop { $0.column > place }
            // A YAML list can begin in the same column as the object that contains it. In this case, the comment
            // belongs to the object.
            while let block = blocks.first, let next = blocks.dropFirst().first, next.column == block.column {
                blocks.removeFirst()
            }
            if let block = blocks.first {
                block.item.ending += blanks + [line]
            } else {
                lines += blanks + [line]
            }
            blanks = []
        }
        lines += blanks
        pending = []
        ended = []
    }
}

extension Node {
    fileprivate var isAbsent: Bool { scalar?.isAbsent ?? false }
}

extension Node.Scalar {
    /// Whether the file has no text for the scalar, as after `name:`.
    ///
    /// The parser reports a wrong place for such a scalar: the place can be after a comment.
    var isAbsent: Bool { string.isEmpty && style == .plain && "\(tag)" != Tag.Name.str.rawValue }
}
