import Trackproof

extension EventValue {
    /// Returns the value as text, cut after `limit` Unicode scalars.
    ///
    /// The limit does not include the backslashes of escapes and the ellipsis. The method stops at the limit, because
    /// the text of a huge value would take too long to write.
    func shortText(limit: Int = HTMLLimits.text) -> String {
        var writer = ShortTextWriter(limit: limit)
        writer.write(self, depth: 0)
        return writer.text
    }
}

extension EventParameters {
    /// Returns the parameters as text without braces around them, such as `id: 67563, slug: "67563-daredevil"`.
    func shortText(limit: Int) -> String {
        var writer = ShortTextWriter(limit: limit)
        writer.write(self, depth: 0)
        return writer.text
    }
}

/// A type that writes values as text and stops after `limit` Unicode scalars.
private struct ShortTextWriter {
    private var scalars = String.UnicodeScalarView()
    private var left: Int

    init(limit: Int) { left = limit }

    /// The text so far. If the limit was reached, the text ends with an ellipsis.
    var text: String { String(scalars) + (left < 0 ? "…" : "") }

    mutating func write(_ value: EventValue, depth: Int) {
        if left < 0 { return }
        if depth > HTMLLimits.depth { return write("…") }
        switch value {
        case .null: write("null")
        case .bool(let bool): write(bool ? "true" : "false")
        case .integer(let number): write("\(number)")
        case .number(let number): write("\(number)")
        case .string(let text):
            write("\"")
            write(text, isQuoted: true)
            write("\"")
        case .array(let values):
            write("[")
            for (index, value) in values.enumerated() {
                if index > 0 { write(", ") }
                write(value, depth: depth + 1)
                if left < 0 { return }
            }
            write("]")
        case .object(let parameters):
            write("{")
            write(parameters, depth: depth + 1)
            write("}")
        }
    }

    mutating func write(_ parameters: EventParameters, depth: Int) {
        for (index, parameter) in parameters.enumerated() {
            if index > 0 { write(", ") }
            write(parameter.name)
            write(": ")
            write(parameter.value, depth: depth)
            if left < 0 { return }
        }
    }

    private mutating func write(_ text: String, isQuoted: Bool = false) {
        for scalar in text.unicodeScalars {
            if left <= 0 {
                left = -1
                return
            }
            // Without a backslash, a quotation mark in the string would look like the end of the string.
            if isQuoted, scalar == "\"" || scalar == "\\" { scalars.append("\\") }
            scalars.append(scalar)
            left -= 1
        }
    }
}
