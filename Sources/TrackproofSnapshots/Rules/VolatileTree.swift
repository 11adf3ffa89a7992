import Trackproof
import TrackproofText

/// A tree of rules from ``SnapshotSettings/volatile``, with a level for each component of a ``ParameterPath``.
struct VolatileTree {
    private(set) var shape: VolatileShape?
    private(set) var children: [ExactText: VolatileTree] = [:]
    /// Whether the name of any child is an integer, which can be the index of an array's element.
    private(set) var hasIndices = false

    /// Creates a tree from rules. If two rules have the same path, the later rule overrules the earlier rule.
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
