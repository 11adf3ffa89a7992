internal import Trackproof

/// The rules for the events of one name, as they are put together.
struct VolatileTree {
    private(set) var shape: VolatileShape?
    private(set) var children: [ExactText: VolatileTree] = [:]

    var isEmpty: Bool { shape == nil && children.isEmpty }

    /// Adds a rule; it overrules the one that stands there.
    mutating func insert(_ shape: VolatileShape, at path: ArraySlice<String>) {
        guard let first = path.first else {
            self.shape = shape
            return
        }
        children[ExactText(first), default: VolatileTree()].insert(shape, at: path.dropFirst())
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
