import TrackproofPlans

/// The plan that an importer builds: the members of the plan's file in their order.
struct ImportedPlan {
    var name: String?
    var description: String?
    /// Whether parameters that the plan does not declare break the plan.
    var isClosed = false
    /// The owners, in their order. Each has a list of addresses, which can be empty.
    private(set) var owners: [(name: String, addresses: [String])] = []
    private var ownerNames: Set<String> = []
    var platforms: [String] = []
    var shared = ImportedMembers()
    /// The names of the parameters in the shared groups that all events include.
    var sharedNames: [String] = []
    /// The names of the shared groups that all events include.
    var defaults: [String] = []
    var events = ImportedMembers()
    var user: FormattedItem?
    /// Further members, whose names begin with `x-`.
    var others: [FormattedItem] = []

    /// Adds an owner if the plan does not have it yet.
    mutating func addOwner(_ name: String, addresses: [String] = []) {
        if ownerNames.insert(name).inserted { owners.append((name, addresses)) }
    }

    /// Adds the traits of the user, if there are any.
    mutating func addUser(_ traits: ImportedObject, _ run: ImportRun) throws(PlanErrors) {
        if traits.properties.isEmpty { return }
        let converter = SchemaConverter(run, SchemaDocument(traits.node, name: "user"))
        let schema = try EventSchema(traits.node, ConversionPath(event: "user"), converter)
        user = FormattedItem("user", .object(schema.members(isClosedByDefault: isClosed)))
        run.countEvent()
    }

    /// Returns the first members of a variant of an event: its condition and its description.
    static func variant(when name: String, _ values: [PlanNode], _ texts: [String]) -> [FormattedItem] {
        let list = values.map { FormattedValue(data: $0) }
        let when = FormattedItem(name, list.count == 1 ? list[0] : .list(list))
        let text = texts.filter { !$0.isEmpty }.joined(separator: ": ")
        return [FormattedItem("when", .object([when], inBraces: true))]
            + (text.isEmpty ? [] : [FormattedItem("description", .prose(text))])
    }

    /// Returns the member `owner` of an event that has these owners, or `nil` if it has no owner.
    func owner(_ names: [String]) -> FormattedItem? {
        if names.isEmpty { return nil }
        return FormattedItem("owner", names.count == 1 ? .text(names[0]) : .list(names.map(FormattedValue.text)))
    }

    /// Returns the text of the plan's file.
    ///
    /// - Parameters:
    ///   - types: The named types.
    ///   - header: The lines of the comment at the top of the file, without `#`.
    func yaml(types: [FormattedItem], header: [String]) -> String {
        var members = [FormattedItem("plan", .word("1"))]
        if let name { members.append(FormattedItem("name", .text(name))) }
        if let description { members.append(FormattedItem("description", .prose(description))) }
        if !isClosed { members.append(FormattedItem("closed", .word("false"))) }
        members += others
        if !owners.isEmpty {
            let items = owners.map { FormattedItem($0.name, .list($0.addresses.map(FormattedValue.text))) }
            members.append(FormattedItem("owners", .object(items)))
        }
        if !platforms.isEmpty { members.append(FormattedItem("platforms", .list(platforms.map(FormattedValue.text)))) }
        if !types.isEmpty { members.append(FormattedItem("types", .object(types))) }
        if !shared.isEmpty { members.append(FormattedItem("shared", .object(shared.items))) }
        if !defaults.isEmpty { members.append(FormattedItem("defaults", .list(defaults.map(FormattedValue.text)))) }
        members.append(FormattedItem("events", .object(events.items)))
        if let user { members.append(user) }
        let root = FormattedItem()
        root.leading = header.map { .comment("# " + $0, column: 0) }
        root.value = .object(members)
        return FormattedFileWriter.text(FormattedFile(root: root))
    }
}

extension FormattedValue {
    /// Creates a text of words. The writer breaks it into several lines if it is long. Line breaks of the text stay.
    static func prose(_ text: String) -> FormattedValue {
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

    /// Creates a value with the content of a node of another file.
    init(data node: PlanNode) {
        switch node.content {
        case .null: self = .word("null")
        case .bool(let value): self = .word(value ? "true" : "false")
        case .number(let number): self = .word(number.text)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { FormattedValue(data: $0) })
        case .object(let members):
            self = .object(members.map { FormattedItem($0.name, FormattedValue(data: $0.value)) }, inBraces: true)
        }
    }
}

extension PlanNode {
    /// The members if the node is an object, and otherwise no members.
    var members: [PlanMember] { if case .object(let members) = content { members } else { [] } }

    /// The elements if the node is a list, and otherwise no elements.
    var elements: [PlanNode] { if case .array(let elements) = content { elements } else { [] } }

    /// The text if the node is a string.
    var string: String? { if case .string(let text) = content { text } else { nil } }

    /// The value if the node is a boolean.
    var bool: Bool? { if case .bool(let value) = content { value } else { nil } }

    /// Whether the node is null, or an empty text, list or object. Such a node carries no information.
    var isBlank: Bool {
        switch content {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .bool, .number: false
        }
    }

    /// Returns the value of a member, or `nil` if the node is not an object or lacks the member.
    subscript(_ name: String) -> PlanNode? { members.first { $0.name == name }?.value }

    /// Returns whether lists and objects in the node are nested at most `depth` levels deep.
    func isNested(atMost depth: Int) -> Bool {
        switch content {
        case .array(let elements): depth > 0 && elements.allSatisfy { $0.isNested(atMost: depth - 1) }
        case .object(let members): depth > 0 && members.allSatisfy { $0.value.isNested(atMost: depth - 1) }
        case .null, .bool, .number, .string: true
        }
    }
}

extension PlanMember {
    /// Whether the member carries no information. For example, `not: {}` and `const: null` are rules.
    var isBlank: Bool { value.isBlank && !["not", "if", "const", "enum", "anyOf", "oneOf"].contains(name) }
}
