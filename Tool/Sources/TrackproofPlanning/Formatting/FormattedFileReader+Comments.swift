extension FormattedFileReader {
    /// Attaches a comment to the item before it on the same line.
    ///
    /// The formatter writes at most one comment behind an item. If the item already has a comment, or comments inside
    /// its value, the new comment gets its own line. The order of the comments does not change.
    mutating func attach(_ comment: String) {
        let line = FormattedLine.comment(comment, column: cursor.column)
        if touched === root, root.value == nil {
            // The comment is before the first name of the file, as in `? # comment`.
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
