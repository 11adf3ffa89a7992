extension FormattedFileReader {
    /// Gives a comment at the end of a line to the item on the line.
    ///
    /// A line has only one comment. The order of the comments in the file does not change.
    mutating func attach(_ comment: String) {
        let line = FormattedLine.comment(comment, column: cursor.column)
        if touched.comment == nil, !touched.hasInnerComments {
            touched.comment = comment
        } else if let collection = touched.collection, !collection.items.isEmpty {
            touched.ending.append(line)
        } else {
            pending.append(line)
        }
    }

    /// Moves the comments between an item and its value before the item, because the value stands on the item's line.
    mutating func settle(_ item: FormattedItem) {
        if let comment = item.comment { item.leading.append(.comment(comment, column: 0)) }
        item.comment = nil
        item.leading += pending.filter { $0 != .blank }
        pending = []
    }

    /// Starts an item: gives it the pending lines that do not belong to the end of the blocks before.
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

    /// Places the pending lines: at the end of a block before, or before the next item.
    ///
    /// A comment belongs to the innermost block whose items are not further to the right, if the next item is further
    /// to the left. For example, it may be a member that somebody has disabled.
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
            // A list may have the same column as its member. Then the comment belongs to the object.
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
