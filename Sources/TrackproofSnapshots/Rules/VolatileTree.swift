internal import Trackproof

/// The rules for the events of one name, or of the names that fit some patterns, combined into a tree.
struct VolatileTree {
    private(set) var shape: VolatileShape?
    private(set) var children: [ExactText: VolatileTree] = [:]
    /// Whether the name of any child is a number, and can thus be an index of an array.
    private(set) var hasIndices = false

    /// Creates the tree of some rules. A later rule overrules an earlier rule.
    init(_ rules: some Sequence<(path: ParameterPath, shape: VolatileShape)> = EmptyCollection()) {
        for (path, shape) in rules { insert(shape, at: path.components[...]) }
    }

    private mutating func insert(_ shape: VolatileShape, at path: ArraySlice<String>) {
        guard let first = path.first else {
            self.shape = shape
            return
        }
        if Int(first) != nil { hasIndices = true }
        children[ExactText(first), default: VolatileTree()].insert(shape, at: path.dropFirst())
    }
}
