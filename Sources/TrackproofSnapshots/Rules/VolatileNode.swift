/// Where the volatile values are, below one place in an event's parameters; made once for the events of a name.
final class VolatileNode {
    let matcher: ShapeMatcher?
    let shape: VolatileShape?
    // Nearly always two or three: to compare them all is cheaper than to hash each parameter's name.
    private let members: [(name: String, node: VolatileNode)]
    private let elements: [Int: VolatileNode]
    private let anyElement: VolatileNode?

    /// - Parameter acceptsPlaceholders: whether a value that is the shape's placeholder has the shape, as in the events
    ///   of a snapshot.
    init(_ tree: VolatileTree, acceptsPlaceholders: Bool) {
        shape = tree.shape
        matcher = tree.shape.map { ShapeMatcher($0, acceptsPlaceholder: acceptsPlaceholders) }
        // Each child is made once: as a member and as an element it would be twice as much at every level.
        let nodes = tree.children.mapValues { VolatileNode($0, acceptsPlaceholders: acceptsPlaceholders) }
        let any = tree.children["*"]
        anyElement = nodes["*"]
        var elements: [Int: VolatileNode] = [:]
        for (name, child) in tree.children {
            guard let index = Int(name) else { continue }
            // What holds for any index holds for this one too, where it has no rule of its own.
            elements[index] =
                any.map { VolatileNode(child.completed(with: $0), acceptsPlaceholders: acceptsPlaceholders) }
                ?? nodes[name]
        }
        self.elements = elements
        members = nodes.map { ($0, $1) }
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
