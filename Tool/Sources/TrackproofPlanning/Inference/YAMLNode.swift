/// A value to write to a YAML file, with comments.
indirect enum YAMLNode {
    /// A text, with quotes if it needs them.
    case text(String)
    /// A word that must not have quotes, such as `true` or `1`.
    case word(String)
    /// An array on one line: `[…]`.
    case list([YAMLNode])
    /// An object on one line: `{…}`.
    case flow([YAMLMember])
    /// An object with a line for each member, or with several lines if the member's value needs them.
    case block([YAMLMember])
}

/// A member of a YAML object.
struct YAMLMember {
    let name: String
    let node: YAMLNode
    /// The texts of the comment after the member. A writer ignores these texts inside of `{…}`.
    let notes: [String]

    init(_ name: String, _ node: YAMLNode, notes: [String] = []) {
        self.name = name
        self.node = node
        self.notes = notes
    }
}

extension YAMLNode {
    /// Whether the value fits on one line.
    var isFlow: Bool {
        switch self {
        case .text, .word, .list, .flow: true
        case .block(let members): members.isEmpty
        }
    }

    /// The value on one line.
    private var line: String {
        switch self {
        case .text(let text): YAMLText.scalar(text)
        case .word(let word): word
        case .list(let nodes): "[" + nodes.map(\.line).joined(separator: ", ") + "]"
        case .flow(let members), .block(let members):
            "{" + members.map { "\(YAMLText.scalar($0.name)): \($0.node.line)" }.joined(separator: ", ") + "}"
        }
    }

    /// Appends the members of a block, with `indent` spaces in front of each.
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
