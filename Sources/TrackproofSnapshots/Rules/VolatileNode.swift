/// Where the volatile values are, below one place in an event's parameters; made once for the events of a name.
final class VolatileNode {
    let matcher: ShapeMatcher?
    let shape: VolatileShape?
    // Nearly always two or three: to compare them all is cheaper than to hash each parameter's name.
    private let members: [(name: String, node: VolatileNode)]
    private let elements: [Int: VolatileNode]
    private let anyElement: VolatileNode?

    init(_ tree: VolatileTree) {
        shape = tree.shape
        matcher = tree.shape.map(ShapeMatcher.init)
        let any = tree.children["*"]
        anyElement = any.map { VolatileNode($0) }
        var elements: [Int: VolatileNode] = [:]
        for (name, child) in tree.children {
            // What holds for any index holds for this one too, where it has no rule of its own.
            if let index = Int(name) { elements[index] = VolatileNode(any.map(child.completed) ?? child) }
        }
        self.elements = elements
        members = tree.children.map { ($0, VolatileNode($1)) }
    }

    /// The node of an object's member.
    func member(_ name: String) -> VolatileNode? {
        for member in members where member.name == name { return member.node }
        return nil
    }

    /// The node of an array's element: of its index, else of any.
    func element(_ index: Int) -> VolatileNode? {
        elements.isEmpty ? anyElement : elements[index] ?? anyElement
    }
}

/// The rules for the events of one name, as they are put together.
struct VolatileTree {
    private(set) var shape: VolatileShape?
    private(set) var children: [String: VolatileTree] = [:]

    var isEmpty: Bool { shape == nil && children.isEmpty }

    /// Adds a rule; it overrules the one that stands there.
    mutating func insert(_ shape: VolatileShape, at path: ArraySlice<String>) {
        guard let first = path.first else {
            self.shape = shape
            return
        }
        children[first, default: VolatileTree()].insert(shape, at: path.dropFirst())
    }

    /// The tree with the rules of another where it has none.
    func completed(with other: VolatileTree) -> VolatileTree {
        var result = self
        if shape == nil { result.shape = other.shape }
        for (name, child) in other.children {
            result.children[name] = result.children[name].map { $0.completed(with: child) } ?? child
        }
        return result
    }
}
