import TrackproofPlans

extension PlanNode {
    /// The members if the node is an object, and otherwise no members.
    var members: [PlanMember] { if case .object(let members) = content { members } else { [] } }

    /// The elements if the node is a list, and otherwise no elements.
    var elements: [PlanNode] { if case .array(let elements) = content { elements } else { [] } }

    /// The text if the node is a string.
    var string: String? { if case .string(let text) = content { text } else { nil } }

    /// The value if the node is a boolean.
    var bool: Bool? { if case .bool(let value) = content { value } else { nil } }

    var isObject: Bool { if case .object = content { true } else { false } }

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

    /// The value of a member, or `nil` if the node is not an object or lacks the member. A new member is the last.
    subscript(_ name: String) -> PlanNode? {
        get { members.first { $0.name == name }?.value }
        set {
            var members = members
            if let index = members.firstIndex(where: { $0.name == name }) {
                if let newValue { members[index].value = newValue } else { members.remove(at: index) }
            } else if let newValue {
                members.append(PlanMember(name, at: newValue.place, newValue))
            }
            content = .object(members)
        }
    }

    /// Sets or removes a member whose value has the place of the node.
    mutating func set(_ name: String, _ content: Content?) { self[name] = content.map { PlanNode($0, at: place) } }

    mutating func append(_ others: [PlanMember]) { content = .object(members + others) }

    /// Adds schemas to `allOf`.
    mutating func require(_ schemas: [PlanNode]) { set("allOf", .array((self["allOf"]?.elements ?? []) + schemas)) }

    /// Returns a member if its value is a text that is not empty, and otherwise no member.
    func text(_ name: String) -> [PlanMember] {
        members.first { $0.name == name && $0.value.string?.isEmpty == false }.map { [$0] } ?? []
    }

    /// Returns whether lists and objects in the node are nested at most `depth` levels deep.
    func isNested(atMost depth: Int) -> Bool {
        switch content {
        case .array(let elements): depth > 0 && elements.allSatisfy { $0.isNested(atMost: depth - 1) }
        case .object(let members): depth > 0 && members.allSatisfy { $0.value.isNested(atMost: depth - 1) }
        case .null, .bool, .number, .string: true
        }
    }

    /// The value as a text for losses.
    var summary: String { string ?? shortDescription }

    /// The value, which should be a schema, as a text for losses. Distinguishes the text "false" from `false`.
    var schemaSummary: String { (string == nil ? "" : "a text ") + shortDescription }
}

extension PlanNode {
    /// Creates an object whose members have its place. It lacks the members that are `nil`.
    init(_ members: KeyValuePairs<String, Content?>, at place: PlanPlace) {
        let own = members.compactMap { name, content in content.map { PlanMember(name, $0, at: place) } }
        self.init(.object(own), at: place)
    }
}

extension PlanNode.Content {
    /// Creates a text, or `nil` if there is no text.
    static func text(_ text: String?) -> PlanNode.Content? { text.map { .string($0) } }

    /// Creates `true`, or `nil` if the value is false.
    static func flag(_ value: Bool) -> PlanNode.Content? { value ? .bool(true) : nil }

    /// Creates a list, or `nil` if it would be empty.
    static func list(_ elements: [PlanNode]) -> PlanNode.Content? { elements.isEmpty ? nil : .array(elements) }

    /// Creates an object, or `nil` if it would be empty.
    static func filled(_ members: [PlanMember]) -> PlanNode.Content? { members.isEmpty ? nil : .object(members) }

    /// Creates a list of texts.
    static func texts(_ texts: [String], at place: PlanPlace) -> PlanNode.Content {
        .array(texts.map { PlanNode(.string($0), at: place) })
    }

    /// Creates one text, or a list of several texts.
    static func oneOrMore(_ texts: [String], at place: PlanPlace) -> PlanNode.Content {
        texts.count == 1 ? .string(texts[0]) : .texts(texts, at: place)
    }
}

extension PlanMember {
    /// Creates a member whose value has the place of the member.
    init(_ name: String, _ content: PlanNode.Content, at place: PlanPlace) {
        self.init(name, at: place, PlanNode(content, at: place))
    }

    /// Returns the member with another name.
    func named(_ name: String) -> PlanMember { PlanMember(name, at: place, value) }

    /// Whether the member carries no information. For example, `not: {}` and `const: null` are rules.
    var isBlank: Bool { value.isBlank && !["not", "if", "const", "enum", "anyOf", "oneOf"].contains(name) }
}

extension Sequence {
    /// Returns the elements in groups with the same key. The groups are in the order of their first elements.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        var groups: [[Element]] = []
        var indices: [Key: Int] = [:]
        for element in self {
            let index = indices[key(element), default: groups.count]
            if index == groups.count { groups.append([]) }
            indices[key(element)] = index
            groups[index].append(element)
        }
        return groups
    }
}
