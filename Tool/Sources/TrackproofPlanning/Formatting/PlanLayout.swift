import TrackproofPlans

/// The layout of a YAML file that an importer or an exporter writes.
///
/// The layout of a node follows from its place in the file: which objects and lists are in braces and brackets, which
/// texts may be broken into lines, and the order of the members of a schema.
indirect enum PlanLayout {
    case plan, event, variant
    /// A schema. It is in braces if no schema inside it has properties.
    case schema
    /// A value in braces or brackets.
    case data
    /// A part of another tool's file. An object is on several lines, and also a list with objects.
    case foreign
    /// An object whose members all have the same layout.
    case members(PlanLayout)
    /// A list whose elements all have the same layout. It is in brackets if none of them is on several lines.
    case elements(PlanLayout)

    /// Returns the text of a file.
    ///
    /// - Parameters:
    ///   - header: The lines of the comment at the top of the file, without `#`.
    ///   - comments: The comments of the imported files. Events, parameters and properties get those at their places.
    func text(_ node: PlanNode, header: [String] = [], comments: SourceComments? = nil) -> String {
        let root = FormattedItem()
        root.leading = header.map { .comment("# " + $0, column: 0) }
        root.value = value(node, comments)
        return FormattedFileWriter.text(FormattedFile(root: root))
    }

    private func value(_ node: PlanNode, isProse: Bool = false, _ comments: SourceComments?) -> FormattedValue {
        switch node.content {
        case .null: return .word("null")
        case .bool(let value): return .word("\(value)")
        case .number(let number): return .word(number.text)
        case .string(let text): return isProse ? .prose(text) : .text(text)
        case .array(let elements):
            let values = elements.map { element.value($0, comments) }
            return .list(values, inBrackets: values.allSatisfy(\.isFlow))
        case .object(let members):
            let items = ordered(members).map { item($0, comments) }
            switch self {
            case .data: return .object(items, inBraces: true)
            case .schema: return .object(items, inBraces: items.allSatisfy { $0.value?.isFlow == true })
            default: return .object(items)
            }
        }
    }

    private func item(_ member: PlanMember, _ comments: SourceComments?) -> FormattedItem {
        let inner = layout(of: member.name)
        let isCommented = if case .members = self { true } else { member.name == "user" }
        // If a line has an event and its parameters, the comments before the line are those of the event.
        let leading = isCommented ? comments?.take(at: member.place) ?? [] : []
        let item = FormattedItem(member.name, inner.value(member.value, isProse: isProse(member.name), comments))
        item.leading = leading.map { .comment($0, column: 0) }
        return item
    }

    private func ordered(_ members: [PlanMember]) -> [PlanMember] {
        guard case .schema = self else { return members }
        let positions = members.enumerated().map { (SchemaKeyword.position(of: $1.name), $0) }
        return positions.sorted(by: <).map { members[$0.1] }
    }

    /// Whether the text of a member consists of words, so that it may be broken into lines.
    private func isProse(_ name: String) -> Bool {
        if case .data = self { return false }
        return ["description", "title", "$comment"].contains(name) || name.hasPrefix("x-")
    }

    /// The layout of the elements of a list.
    private var element: PlanLayout { if case .elements(let inner) = self { inner } else { self } }

    /// Returns the layout of the value of a member.
    private func layout(of name: String) -> PlanLayout {
        switch (self, name) {
        case (.members(let inner), _): inner
        case (.plan, "events"), (.event, "versions"): .members(.event)
        case (.plan, "user"): .event
        case (.plan, "owners"): .members(.data)
        case (.plan, "shared"): .members(.members(.schema))
        case (.plan, "types"), (.event, "parameters"), (.variant, "parameters"), (.variant, "properties"):
            .members(.schema)
        case (.event, "rules"): .schema
        case (.event, "variants"): .elements(.variant)
        case (.schema, _): SchemaKeyword(rawValue: name)?.layout ?? .data
        // The values that a property of RudderStack allows.
        case (.foreign, "enum"), (.foreign, "match"): .data
        case (.foreign, _): .foreign
        default: .data
        }
    }
}

extension SchemaKeyword {
    fileprivate var layout: PlanLayout {
        switch form {
        case .schema: .schema
        case .schemas: .elements(.schema)
        case .properties, .patternProperties: .members(.schema)
        case .variants: .elements(.variant)
        default: .data
        }
    }
}

extension FormattedValue {
    fileprivate var isFlow: Bool { if case .collection(let collection) = self { collection.isFlow } else { true } }

    /// Creates a text of words. The writer breaks it into several lines if it is long. Line breaks of the text stay.
    fileprivate static func prose(_ text: String) -> FormattedValue {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.count > 1, lines.last?.isEmpty == false, !lines.contains(where: YAMLText.hasHidden),
            let block = BlockScalar(text, isFolded: false, lines: lines, indentation: 0)
        {
            return .scalar(FormattedScalar(value: text, style: .block(block)))
        }
        var scalar = FormattedScalar(value: text, style: .doubleQuoted)
        scalar.isMultiline = true
        return .scalar(scalar)
    }
}
