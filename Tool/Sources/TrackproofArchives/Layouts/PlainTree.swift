/// The names of a ``LayoutTree`` in a form that is fast to search: one block of memory without references.
final class PlainTree: Sendable {
    /// A node: the range of its children, and its slot, or -1 if it has no slot.
    struct Node {
        var first: Int32 = 0
        var count: Int32 = 0
        var slot: Int32 = -1
    }

    private struct Child {
        var start: Int32
        var count: Int32
        var node: Int32
    }

    // `nonisolated(unsafe)` is safe here, because nothing changes the memory after `init`.
    private nonisolated(unsafe) let nodes: UnsafeMutablePointer<Node>
    private nonisolated(unsafe) let children: UnsafeMutablePointer<Child>
    private nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>

    /// Whether a layout has no paths to elements of lists, and no names with wildcards. No field may be inside another
    /// field, unless the other field is the parameters.
    let isPlain: Bool

    /// Creates a tree. If ``isPlain`` is `false`, the tree finds only some of the fields.
    ///
    /// - Parameter parameters: The slots of the parameters.
    init(_ tree: LayoutTree, parameters: [LayoutTree.Slot]) {
        isPlain = tree.nodes.allSatisfy { node in
            node.prefixes.isEmpty && node.first == nil
                && (node.isLeaf || node.slot.map { parameters.contains($0) } ?? true)
        }
        let names = tree.nodes.flatMap(\.names)
        nodes = .allocate(capacity: tree.nodes.count)
        children = .allocate(capacity: max(1, names.count))
        bytes = .allocate(capacity: max(1, names.reduce(0) { $0 + $1.bytes.count }))
        var (child, byte) = (0, 0)
        for (index, node) in tree.nodes.enumerated() {
            (nodes + index).initialize(
                to: Node(first: Int32(child), count: Int32(node.names.count), slot: Int32(node.slot ?? -1)))
            for name in node.names {
                (children + child).initialize(
                    to: Child(start: Int32(byte), count: Int32(name.bytes.count), node: Int32(name.node)))
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

    /// Returns whether a node has no children.
    func isLeaf(_ node: Int) -> Bool { nodes[node].count == 0 }

    /// Returns the child of a node for a name, or -1 if there is no such child.
    @inline(__always)
    func child(of node: Int, _ name: UnsafeBufferPointer<UInt8>) -> Int {
        let first = Int(nodes[node].first)
        for index in first..<(first + Int(nodes[node].count)) where Int(children[index].count) == name.count {
            let start = bytes + Int(children[index].start)
            var place = 0
            while place < name.count, start[place] == name[place] { place += 1 }
            if place == name.count { return Int(children[index].node) }
        }
        return -1
    }
}
