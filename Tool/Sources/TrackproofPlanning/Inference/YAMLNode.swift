/// A value that an inference writes to a YAML file, with comments.
indirect enum YAMLNode {
    /// A text. It gets quotes if YAML needs them.
    case text(String)
    /// A value that must not get quotes, such as `true` or `1`.
    case word(String)
    /// A list in brackets, on one line: `[…]`.
    case list([YAMLNode])
    /// An object in braces, on one line: `{…}`.
    case flow([YAMLMember])
    /// An object without braces. Each member begins a new line.
    case block([YAMLMember])
}

struct YAMLMember {
    let name: String
    let node: YAMLNode
    /// The parts of the comment at the end of the member's line. Ignored if the member is inside of `{…}`.
    let notes: [String]

    init(_ name: String, _ node: YAMLNode, notes: [String] = []) {
        self.name = name
        self.node = node
        self.notes = notes
    }
}

extension YAMLNode {
    /// Whether the value can be on one line.
    var isFlow: Bool {
        switch self {
        case .text, .word, .list, .flow: true
        case .block(let members): members.isEmpty
        }
    }

    /// The value, written on one line.
    private var line: String {
        switch self {
        case .text(let text): YAMLText.scalar(text)
        case .word(let word): word
        case .list(let nodes): "[" + nodes.map(\.line).joined(separator: ", ") + "]"
        case .flow(let members), .block(let members):
            "{" + members.map { "\(YAMLText.scalar($0.name)): \($0.node.line)" }.joined(separator: ", ") + "}"
        }
    }

    /// Appends the members of a block to `text`, each on a new line after `indent` spaces.
    func write(to text: inout String, indent: Int = 0) {
        guard case .block(let members) = self else { return }
        for member in members {
            text += String(repeating: " ", count: indent) + YAMLText.scalar(member.name) + ":"
            if member.node.isFlow { text += " " + member.node.line }
            if !member.notes.isEmpty { text += "  # " + member.notes.joined(separator: "; ") }
            text += "\n"
            if !member.node.isFlow { member.node.write(to: &text, indent: indent + 2) }
        }
    }
}
