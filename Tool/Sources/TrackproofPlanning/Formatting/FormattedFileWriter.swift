/// A writer of YAML in the style of `trackproof plan fmt`.
struct FormattedFileWriter {
    /// The width at which the writer breaks lines, in columns. A comment at the end of a line can exceed the width.
    private static let width = 120

    private var text = ""
    /// The beginning of the current line, such as the dash of a list element, or `nil` if the next item begins a line.
    private var prefix: String?

    static func text(_ file: FormattedFile) -> String {
        var writer = FormattedFileWriter()
        let root = file.root
        writer.write(file.first + root.leading, indent: 0)
        if let line = writer.line(of: root, column: 0) {
            writer.endLine(line, comment: root.comment)
        } else {
            if let comment = root.comment { writer.endLine("", comment: comment) }
            for item in root.collection?.items ?? [] { writer.write(item, indent: 0) }
        }
        writer.write(root.ending + file.last, indent: 0)
        return writer.text
    }

    private mutating func endLine(_ line: String, comment: String?) {
        text += line
        if let comment { text += (line.isEmpty ? "" : "  ") + YAMLText.comment(comment) }
        text += "\n"
    }

    private mutating func write(_ lines: [FormattedLine], indent: Int) {
        for line in lines {
            switch line {
            case .blank: text += "\n"
            case .start: text += "---\n"
            case .comment(let comment, _):
                text += String(repeating: " ", count: indent) + YAMLText.comment(comment) + "\n"
            }
        }
    }

    // MARK: Items

    private mutating func write(_ item: FormattedItem, indent: Int) {
        if prefix == nil { write(item.linesBefore, indent: indent) }
        var start = prefix ?? String(repeating: " ", count: indent)
        prefix = nil
        start += item.name.map { $0.line(isInFlow: false) + ":" } ?? "-"
        if let value = line(of: item, column: start.unicodeScalars.count + 1) {
            endLine(value.isEmpty ? start : start + " " + value, comment: item.comment)
        } else if let block = block(of: item, indent: indent) {
            endLine(start + " " + block.header, comment: item.comment)
            text += block.text(indent: indent + 2)
        } else if let items = item.collection?.items {
            if item.isCompact { prefix = start + " " } else { endLine(start, comment: item.comment) }
            for item in items { write(item, indent: indent + 2) }
        }
        write(item.ending, indent: indent + 2)
    }

    /// Returns the value of an item for a single line, or `nil` if the writer must use several lines.
    private func line(of item: FormattedItem, column: Int) -> String? {
        switch item.value {
        case nil: return ""
        case .scalar(let scalar):
            if case .block = scalar.style { return nil }
            let line = scalar.line(isInFlow: false)
            let fits = column + line.unicodeScalars.count <= Self.width
            return fits || folded(scalar, column: column) == nil ? line : nil
        case .collection(let collection):
            guard collection.isFlow, !item.hasInnerComments else { return nil }
            if collection.items.isEmpty { return collection.isObject ? "{}" : "[]" }
            var line = FlowLine(limit: Self.width - column)
            return line.append(.collection(collection)) ? line.text : nil
        }
    }

    /// Returns the value of an item in block style, or `nil` if the value cannot be in block style.
    private func block(of item: FormattedItem, indent: Int) -> BlockScalar? {
        guard case .scalar(let scalar) = item.value else { return nil }
        if case .block(let block) = scalar.style { return block }
        return folded(scalar, column: indent + 2)
    }

    /// Returns a scalar as lines of limited width below `>`, or `nil` if that is not possible.
    private func folded(_ scalar: FormattedScalar, column: Int) -> BlockScalar? {
        guard scalar.isMultiline else { return nil }
        return scalar.folded(width: max(Self.width - column, 40)).map { BlockScalar(folded: $0) }
    }
}

extension FormattedItem {
    /// Whether the first item of the value is on the same line as the dash of this element: `- name: value`.
    fileprivate var isCompact: Bool { name == nil && comment == nil && collection?.items.isEmpty == false }

    /// The lines before the item. If the first item of its value is on the same line, also the lines before this first
    /// item.
    fileprivate var linesBefore: [FormattedLine] {
        guard isCompact, let collection, let first = collection.items.first else { return leading }
        return leading + first.linesBefore
    }
}

/// A line of limited width that contains a list in brackets or an object in braces.
private struct FlowLine {
    private(set) var text = ""
    private var rest: Int

    /// - Parameter limit: The maximum width of the line, in columns.
    init(limit: Int) {
        rest = limit
    }

    /// Appends a value to the line.
    ///
    /// - Returns: `false` if the line would exceed the limit. In this case, ``text`` ends in the middle of the value.
    mutating func append(_ value: FormattedValue?) -> Bool {
        switch value {
        case nil: return true
        case .scalar(let scalar): return append(scalar.line(isInFlow: true))
        case .collection(let collection):
            guard append(collection.isObject ? "{" : "[") else { return false }
            for (index, item) in collection.items.enumerated() {
                if index > 0, !append(", ") { return false }
                if let name = item.name, !append(name.line(isInFlow: true) + ": ") { return false }
                if !append(item.value) { return false }
            }
            return append(collection.isObject ? "}" : "]")
        }
    }

    private mutating func append(_ piece: String) -> Bool {
        rest -= piece.unicodeScalars.count
        text += piece
        return rest >= 0
    }
}
