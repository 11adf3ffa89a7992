/// A line of limited width that contains a list in brackets or an object in braces.
struct FlowLine {
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
