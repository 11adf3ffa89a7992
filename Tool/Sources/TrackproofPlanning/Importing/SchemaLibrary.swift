import TrackproofPlans

/// A document of JSON Schema. References that begin with `#` lead to schemas in the same document.
final class SchemaDocument {
    let root: PlanNode
    /// The name of the document in names of types, such as the name of its event.
    let name: String
    /// Whether the keyword `variants` of an object is a list of variants: objects with `when` or `default`, and with
    /// `properties` and `required`. JSON Schema has no such keyword.
    let hasVariants: Bool

    init(_ root: PlanNode, name: String, hasVariants: Bool = false) {
        (self.root, self.name, self.hasVariants) = (root, name, hasVariants)
    }

    /// Whether the draft of the document ignores keywords beside `$ref`, as the drafts up to 7 do.
    var ignoresKeywordsBesideReferences: Bool { root["$schema"]?.string?.contains("/draft-0") == true }

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

    /// Returns the document with an id. If no document has the id, returns the document whose path ends with the id.
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
        return parts.joined(separator: "/").withoutSchemaEnding
    }
}
