/// A line of limited width for a value with brackets or braces.
struct FlowLine {
    private(set) var text = ""
    private var rest: Int

    /// - Parameter limit: The maximum width, in columns.
    init(limit: Int) {
        rest = limit
    }

    /// Appends a value.
    ///
    /// - Returns: `false` if the line is too long. In this case, ``text`` is incomplete.
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
