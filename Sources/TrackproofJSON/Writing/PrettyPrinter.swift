package import Trackproof

/// A printer of JSON for people and for version control.
///
/// The printer writes a value on one line if the line has at most 100 columns. Otherwise, it writes each element of the
/// value on a separate line. The printer writes equal documents as equal texts.
package struct PrettyPrinter: ~Copyable {
    private var writer = JSONWriter()
    /// The buffer to which the printer writes a value on one line, to find out whether the value fits.
    private var line = JSONWriter()
    private static let width = 100

    package init() {}

    package var bytes: [UInt8] { Array(writer.bytes) }

    /// Writes an object with each member on a separate line.
    ///
    /// - Parameter broken: The names of members whose elements are always on separate lines, even if all of them fit on
    ///   one line.
    package mutating func write(document: EventParameters, broken: Set<String>) {
        write(broken: .object(document), indent: 0, members: broken)
        writer.write("\n")
    }

    private mutating func newLine(indent: Int, isFirst: inout Bool) {
        if isFirst { writer.write("\n") } else { writer.write(",\n") }
        isFirst = false
        self.indent(indent)
    }

    private mutating func indent(_ indent: Int) {
        for _ in 0..<indent { writer.write("  ") }
    }

    /// Writes a value on a line that already contains the indentation and `used` more columns.
    private mutating func write(_ value: EventValue, indent: Int, used: Int) {
        if value.isEmpty { return writer.write(value) }
        line.removeAll()
        if writeInline(value, upTo: Self.width - used - indent * 2) { return writer.write(raw: line.bytes) }
        write(broken: value, indent: indent)
    }

    /// Writes each element of a value on a separate line. The elements of these members are on separate lines too.
    private mutating func write(broken value: EventValue, indent: Int, members: Set<String> = []) {
        var isFirst = true
        switch value {
        case .array(let values):
            writer.write("[")
            for value in values {
                newLine(indent: indent + 1, isFirst: &isFirst)
                write(value, indent: indent + 1, used: 1)
            }
            endLine(indent)
            writer.write("]")
        case .object(let parameters):
            writer.write("{")
            for parameter in parameters {
                newLine(indent: indent + 1, isFirst: &isFirst)
                writer.write(string: parameter.name)
                writer.write(": ")
                if members.contains(parameter.name), !parameter.value.isEmpty {
                    write(broken: parameter.value, indent: indent + 1)
                } else {
                    write(parameter.value, indent: indent + 1, used: parameter.name.utf8.count + 5)
                }
            }
            endLine(indent)
            writer.write("}")
        default: writer.write(value)
        }
    }

    private mutating func endLine(_ indent: Int) {
        writer.write("\n")
        self.indent(indent)
    }

    /// Writes a value to `line` if the text fits into `limit` columns.
    ///
    /// The method stops at the first element beyond the limit. So it is fast even if the value is large.
    ///
    /// - Returns: Whether the text fits.
    private mutating func writeInline(_ value: EventValue, upTo limit: Int) -> Bool {
        switch value {
        case .array(let values) where !values.isEmpty:
            line.write("[")
            for (index, value) in values.enumerated() {
                if index > 0 { line.write(", ") }
                guard writeInline(value, upTo: limit) else { return false }
            }
            line.write("]")
        case .object(let parameters) where !parameters.isEmpty:
            line.write("{ ")
            for (index, parameter) in parameters.enumerated() {
                if index > 0 { line.write(", ") }
                line.write(string: parameter.name)
                line.write(": ")
                guard writeInline(parameter.value, upTo: limit) else { return false }
            }
            line.write(" }")
        case .string(let text) where line.count + text.utf8.count > limit: return false
        default: line.write(value)
        }
        return line.count <= limit
    }
}

extension EventValue {
    /// Whether the value always stays on one line, because it is an empty array or object, or not an array or object.
    fileprivate var isEmpty: Bool {
        switch self {
        case .array(let values): values.isEmpty
        case .object(let parameters): parameters.isEmpty
        default: true
        }
    }
}
