/// Where the volatile values are, below one place in an event's parameters; made once for the events of a name.
final class VolatileNode {
    let matcher: ShapeMatcher?
    let shape: VolatileShape?
    // Nearly always two or three: to compare them all is cheaper than to hash each parameter's name.
    private let members: [(name: String, node: VolatileNode)]
    private let anyElement: VolatileNode?
    /// The rules for single indices, with those for any where they have none; made into nodes where an event has such
    /// an index, since all that could be asked for would be too many.
    private let elementTrees: [Int: VolatileTree]
    private var elements: [Int: VolatileNode] = [:]
    private let acceptsPlaceholders: Bool

    /// - Parameter acceptsPlaceholders: whether a value that is the shape's placeholder has the shape, as in the events
    ///   of a snapshot.
    init(_ tree: VolatileTree, acceptsPlaceholders: Bool) {
        shape = tree.shape
        matcher = tree.shape.map { ShapeMatcher($0, acceptsPlaceholder: acceptsPlaceholders) }
        self.acceptsPlaceholders = acceptsPlaceholders
        let nodes = tree.children.mapValues { VolatileNode($0, acceptsPlaceholders: acceptsPlaceholders) }
        let any = tree.children["*"]
        anyElement = nodes["*"]
        var elementTrees: [Int: VolatileTree] = [:]
        for (name, child) in tree.children {
            guard let index = Int(name), String(index) == name else { continue }
            elementTrees[index] = any.map(child.completed) ?? child
        }
        self.elementTrees = elementTrees
        members = nodes.map { ($0, $1) }
    }

    /// The node of an object's member.
    func member(_ name: String) -> VolatileNode? {
        for member in members where member.name == name { return member.node }
        return nil
    }

    /// The node of an array's element: of its index, else of any.
    func element(_ index: Int) -> VolatileNode? {
        guard !elementTrees.isEmpty, let tree = elementTrees[index] else { return anyElement }
        if let known = elements[index] { return known }
        let node = VolatileNode(tree, acceptsPlaceholders: acceptsPlaceholders)
        elements[index] = node
        return node
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
