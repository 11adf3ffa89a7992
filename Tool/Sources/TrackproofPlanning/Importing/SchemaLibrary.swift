import TrackproofPlans
import TrackproofSnapshots

/// A document of JSON Schema. References that begin with `#` lead to schemas in the same document.
final class SchemaDocument {
    let root: PlanNode
    /// The name of the document in names of types, such as the name of its event.
    let name: String

    init(_ root: PlanNode, name: String) { (self.root, self.name) = (root, name) }

    /// Returns the node at a JSON pointer (RFC 6901), or `nil` if there is no such node.
    func node(at pointer: [String]) -> PlanNode? {
        pointer.reduce(Optional(root)) { node, name in
            if let elements = node?.elements, !elements.isEmpty {
                return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            }
            return node?[name]
        }
    }
}

/// The documents of an import that refer to each other by their paths or ids.
struct SchemaLibrary {
    private var documents: [String: SchemaDocument] = [:]

    /// Adds a document under its path or its id.
    mutating func add(_ document: SchemaDocument, id: String) {
        let key = Self.key(id)
        if documents[key] == nil { documents[key] = document }
    }

    /// Returns the document with an id. If there is none, returns the document whose path ends with the id.
    func document(_ id: String, from base: String) -> SchemaDocument? {
        if let document = documents[Self.key(id)] { return document }
        let folder = base.split(separator: "/").dropLast()
        return documents[Self.key((folder + [Substring(id)]).joined(separator: "/"))]
    }

    /// Returns the parts of an id or path that identify a document: without dots, an ending, and a slash at the start.
    private static func key(_ id: String) -> String {
        var parts: [Substring] = []
        for part in id.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let path = parts.joined(separator: "/")
        let ending = [".schema.json", ".json", ".yaml", ".yml"].first { path.hasSuffix($0) } ?? ""
        return String(path.dropLast(ending.count))
    }
}

/// The named types of the imported plan: the schemas to which other schemas refer.
struct ImportedTypes {
    /// A type that a schema refers to, and that is not converted yet.
    struct Pending {
        let name: String
        let node: PlanNode
        let document: SchemaDocument
        let place: PlanPlace
    }

    private struct Key: Hashable {
        let document: ObjectIdentifier
        let pointer: [String]
    }

    /// The names that a plan cannot give to a type.
    static let reserved: Set<String> = ["null", "boolean", "integer", "number", "string", "array", "object"]

    private(set) var items: [FormattedItem] = []
    private var names: [Key: String] = [:]
    private var nodes: [String: PlanNode] = [:]
    private var pending: [Pending] = []
    /// For each type, the types that describe the same value as the type.
    private var sameValue: [String: Set<String>] = [:]

    /// Returns the name of the type for a schema at a pointer, and adds the type if it is new.
    ///
    /// - Returns: The name, and whether the plan had to choose another name than the last part of the pointer.
    mutating func name(
        _ node: PlanNode, at pointer: [String], of document: SchemaDocument, from place: PlanPlace
    ) -> (name: String, isNew: Bool, isRenamed: Bool) {
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
        pending.append(Pending(name: name, node: node, document: document, place: place))
        return (name, true, name != short)
    }

    /// Removes and returns a type that is not converted yet.
    mutating func next() -> Pending? { pending.isEmpty ? nil : pending.removeFirst() }

    mutating func append(_ item: FormattedItem) { items.append(item) }

    /// Returns whether a schema at a pointer became a type.
    func isUsed(_ pointer: [String], of document: SchemaDocument) -> Bool {
        names[Key(document: ObjectIdentifier(document), pointer: pointer)] != nil
    }

    /// Notes that a type describes the same value as another type, as with `allOf: [other]`.
    ///
    /// - Returns: `false` if the other type already describes the same value as the type. A check would never end.
    mutating func connect(_ type: String, to other: String) -> Bool {
        var visited: Set<String> = []
        var open = [other]
        while let name = open.popLast() {
            if name == type { return false }
            if visited.insert(name).inserted { open += sameValue[name, default: []] }
        }
        sameValue[type, default: []].insert(other)
        return true
    }
}

extension PlanNode {
    /// Whether a reference is inside the node.
    fileprivate var hasReference: Bool {
        members.contains { $0.name == "$ref" || $0.value.hasReference } || elements.contains(where: \.hasReference)
    }
}
