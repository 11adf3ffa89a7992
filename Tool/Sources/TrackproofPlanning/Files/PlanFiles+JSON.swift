import Trackproof
import TrackproofJSON
import TrackproofPlans

extension PlanFiles {
    /// The plan as one JSON document.
    ///
    /// Numbers keep all their digits. Each event begins a new line, except if all events together fit into 100 bytes.
    package var json: String { node.json }
}

extension PlanNode {
    var json: String { pretty(indent: "") + "\n" }

    /// Returns the node as JSON. If it does not fit into 100 bytes, each member or element begins a new line.
    private func pretty(indent: String) -> String {
        let line = compact
        if line.utf8.count + indent.utf8.count <= 100 { return line }
        let inner = indent + "  "
        switch content {
        case .array(let elements):
            return "[\n" + elements.map { inner + $0.pretty(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            let lines = members.map { inner + $0.name.json + ": " + $0.value.pretty(indent: inner) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        case .null, .bool, .number, .string: return line
        }
    }

    private var compact: String {
        switch content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let number): number.text
        case .string(let text): text.json
        case .array(let elements): "[" + elements.map(\.compact).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { $0.name.json + ": " + $0.value.compact }.joined(separator: ", ") + "}"
        }
    }
}

extension String {
    fileprivate var json: String { EventValue.string(self).json }
}
