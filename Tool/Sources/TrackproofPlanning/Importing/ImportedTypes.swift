import TrackproofPlans
import TrackproofSnapshots

/// The named types of the imported plan: the schemas to which other schemas refer.
struct ImportedTypes {
    /// A type that a schema refers to, and that is not converted yet.
    struct Pending {
        let name: String
        let node: PlanNode
        let converter: SchemaConverter
    }

    private struct Key: Hashable {
        let document: ObjectIdentifier
        let pointer: [String]
    }

    /// The names that a plan cannot give to a type.
    static let reserved: Set<String> = ["null", "boolean", "integer", "number", "string", "array", "object"]

    private(set) var items: [PlanMember] = []
    private var names: [Key: String] = [:]
    private var nodes: [String: PlanNode] = [:]
    private var pending: [Pending] = []
    /// For each type, the types that describe the same value as the type.
    private var sameValue: [String: Set<String>] = [:]

    /// Returns the name of the type for a schema at a pointer, and adds the type if it is new.
    ///
    /// - Returns: The name, and whether the plan had to choose another name than the last part of the pointer.
    mutating func name(
        _ node: PlanNode, at pointer: [String], _ converter: SchemaConverter
    ) -> (name: String, isNew: Bool, isRenamed: Bool) {
        let document = converter.document
        let key = Key(document: ObjectIdentifier(document), pointer: pointer)
        let short = pointer.last ?? document.name
        if let name = names[key] { return (name, false, false) }
        if let other = nodes[short], !other.hasReference, CanonicalValue(other) == CanonicalValue(node) {
            names[key] = short
            return (short, false, false)
        }
        var name = short
        if nodes[short] != nil || Self.reserved.contains(short) || !ImportRun.canWrite(name: short) {
            let base = document.name + "." + short
            name = base
            var number = 2
            while nodes[name] != nil || !ImportRun.canWrite(name: name) {
                name = "\(base.prefix(200)) \(number)"
                number += 1
            }
        }
        names[key] = name
        nodes[name] = node
        pending.append(Pending(name: name, node: node, converter: SchemaConverter(converter.run, document, type: name)))
        return (name, true, name != short)
    }

    /// Removes and returns a type that is not converted yet.
    mutating func next() -> Pending? { pending.isEmpty ? nil : pending.removeFirst() }

    mutating func append(_ item: PlanMember) { items.append(item) }

    /// Returns whether a schema at a pointer became a type.
    func isUsed(_ pointer: [String], of document: SchemaDocument) -> Bool {
        names[Key(document: ObjectIdentifier(document), pointer: pointer)] != nil
    }

    /// Notes that a type describes the same value as another type, as with `allOf: [other]`.
    ///
    /// - Returns: The kind of the loss if a plan cannot contain the reference, and otherwise `nil`.
    mutating func connect(_ type: String, to other: String) -> String? {
        var levels = levels
        var open = [(name: other, level: levels[type, default: 0] + 1)]
        while let (name, level) = open.popLast() {
            if name == type { return "type that refers to itself for the same value" }
            if level >= Self.chainLimit { return "chain of more than \(Self.chainLimit) types for the same value" }
            if level <= levels[name, default: 0] { continue }
            levels[name] = level
            open += sameValue[name, default: []].map { ($0, level + 1) }
        }
        self.levels = levels
        sameValue[type, default: []].insert(other)
        return nil
    }

    /// For each type, the maximum number of types that refer to it in a chain and describe the same value.
    private var levels: [String: Int] = [:]
    /// The maximum number of types in such a chain. The reader of plans accepts at most 200.
    private static let chainLimit = 150
}

extension PlanNode {
    /// Whether a reference is inside the node.
    fileprivate var hasReference: Bool {
        members.contains { $0.name == "$ref" || $0.value.hasReference } || elements.contains(where: \.hasReference)
    }
}

extension SchemaConverter {
    /// Converts all types to which schemas refer, also those to which only types refer.
    static func finishTypes(_ run: ImportRun) throws(PlanErrors) {
        while let type = run.types.next() {
            let path = ConversionPath().property("types." + type.name)
            let schema = try type.converter.schema(type.node, path)
            run.types.append(PlanMember(type.name, at: type.node.place, schema))
        }
    }
}
