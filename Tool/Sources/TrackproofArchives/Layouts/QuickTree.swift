/// The names of a ``LayoutTree`` in a form that is fast to search: one block of memory without references.
final class QuickTree: Sendable {
    /// A node: the range of its children, and its slot, or -1 if it has no slot.
    private struct Node {
        var first: Int32 = 0
        var count: Int32 = 0
        var slot: Int32 = -1
        /// The node of the first element of a list, or -1.
        var element: Int32 = -1
        var hasPrefixes = false
        /// The bit N is set if a child has a name of N bytes. The bit 63 stands for 63 and more.
        var lengths: UInt64 = 0
    }

    private struct Child {
        var start: Int32
        var count: Int32
        var node: Int32
        var isPrefix: Bool
    }

    // `nonisolated(unsafe)` is safe here, because nothing changes the memory after `init`.
    private nonisolated(unsafe) let nodes: UnsafeMutablePointer<Node>
    private nonisolated(unsafe) let children: UnsafeMutablePointer<Child>
    private nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>

    /// Whether no field of a layout is inside another field, unless the other field is an object.
    let isUsable: Bool

    /// Creates a tree. If ``isUsable`` is `false`, the tree finds only some of the fields.
    ///
    /// - Parameter objects: The slots of the fields that are objects, such as the parameters.
    init(_ tree: LayoutTree, objects: [LayoutTree.Slot]) {
        isUsable = tree.nodes.allSatisfy { node in
            node.isLeaf || node.slot.map { objects.contains($0) } ?? true
        }
        let names = tree.nodes.flatMap { $0.names + $0.prefixes }
        nodes = .allocate(capacity: tree.nodes.count)
        children = .allocate(capacity: max(1, names.count))
        bytes = .allocate(capacity: max(1, names.reduce(0) { $0 + $1.bytes.count }))
        var (child, byte) = (0, 0)
        for (index, node) in tree.nodes.enumerated() {
            (nodes + index).initialize(
                to: Node(
                    first: Int32(child), count: Int32(node.names.count + node.prefixes.count),
                    slot: Int32(node.slot ?? -1), element: Int32(node.first ?? -1),
                    hasPrefixes: !node.prefixes.isEmpty,
                    lengths: node.names.reduce(0) { $0 | 1 << UInt64(min($1.bytes.count, 63)) }))
            for (place, name) in (node.names + node.prefixes).enumerated() {
                (children + child).initialize(
                    to: Child(
                        start: Int32(byte), count: Int32(name.bytes.count), node: Int32(name.node),
                        isPrefix: place >= node.names.count))
                (bytes + byte).initialize(from: name.bytes, count: name.bytes.count)
                child += 1
                byte += name.bytes.count
            }
        }
    }

    deinit {
        nodes.deallocate()
        children.deallocate()
        bytes.deallocate()
    }

    /// Returns the slot of a node, or -1 if the node has no slot.
    func slot(of node: Int) -> Int { Int(nodes[node].slot) }

    /// Returns the node of the first element of the lists at a node, or -1 if no path leads there.
    func element(of node: Int) -> Int { Int(nodes[node].element) }

    /// Returns whether a node has no children.
    func isLeaf(_ node: Int) -> Bool { nodes[node].count == 0 && nodes[node].element < 0 }

    /// Returns the child of a node for a name, or -1 if there is no such child.
    @inline(__always)
    func child(of node: Int, _ name: UnsafeBufferPointer<UInt8>) -> Int {
        let first = Int(nodes[node].first)
        let children = UnsafeBufferPointer(start: self.children + first, count: Int(nodes[node].count))
        if nodes[node].lengths & 1 << UInt64(min(name.count, 63)) != 0 {
            for child in children where Int(child.count) == name.count && !child.isPrefix && isSame(child, name) {
                return Int(child.node)
            }
        }
        if !nodes[node].hasPrefixes { return -1 }
        for child in children where child.isPrefix && Int(child.count) < name.count && isSame(child, name) {
            return Int(child.node)
        }
        return -1
    }

    /// Returns whether a name begins with the name of a child.
    @inline(__always)
    private func isSame(_ child: Child, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = bytes + Int(child.start)
        // Names of columns differ at the end.
        var place = Int(child.count)
        while place > 0, start[place - 1] == name[place - 1] { place -= 1 }
        return place == 0
    }
}
