extension FormattedFileReader {
    /// Attaches a comment at the end of a line to the item on this line.
    ///
    /// A formatted line has at most one comment. If the item already has comments, the new comment gets its own line.
    /// The order of the comments does not change.
    mutating func attach(_ comment: String) {
        let line = FormattedLine.comment(comment, column: cursor.column)
        if touched === root, root.value == nil {
            // The comment comes before the first name of the file: `? # comment`.
            pending.append(line)
        } else if touched.comment == nil, !touched.hasInnerComments {
            touched.comment = comment
        } else if let collection = touched.collection, !collection.items.isEmpty {
            touched.ending.append(line)
        } else {
            pending.append(line)
        }
    }

    /// Moves the comments between an item's name and its value to the lines before the item.
    ///
    /// In the formatted file, the value stands on the item's line.
    mutating func settle(_ item: FormattedItem) {
        if let comment = item.comment { item.leading.append(.comment(comment, column: 0)) }
        item.comment = nil
        item.leading += pending.filter { $0 != .blank }
        pending = []
    }

    /// Starts an item, and places the pending lines before it or at the end of an earlier block.
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

    /// Places the pending lines at the end of an earlier block, or before the next item.
    ///
    /// A comment belongs to an earlier block if the next item is further to the left than the block's items, but the
    /// comment is not further to the left. For example, the comment may be a member that somebody has disabled. If the
    /// comment could belong to several blocks, it belongs to the innermost block.
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
            // In YAML, a list can begin in the same column as the object around it. Then the comment belongs to the
            // object.
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
