/// The fields of a layout as a tree of names. A reader skips all other fields of a record.
struct LayoutTree: Sendable {
    /// The position of a field's value among ``LayoutTree/slotCount`` values.
    typealias Slot = Int

    struct Node: Sendable {
        var slot: Slot?
        /// The child nodes, by name.
        var names: [(bytes: [UInt8], node: Int)] = []
        var prefixes: [(bytes: [UInt8], node: Int)] = []
        /// The child node for the first element, if the value is a list.
        var first: Int?
        var isLeaf: Bool { names.isEmpty && prefixes.isEmpty && first == nil }
    }

    private(set) var nodes = [Node()]
    private(set) var slotCount = 0

    /// Adds a path.
    ///
    /// - Returns: The slot of the value at the path.
    mutating func insert(_ path: FieldPath) -> Slot {
        var place = 0
        for component in path.components { place = child(of: place, component) }
        if let slot = nodes[place].slot { return slot }
        nodes[place].slot = slotCount
        slotCount += 1
        return slotCount - 1
    }

    private mutating func child(of place: Int, _ component: FieldPath.Component) -> Int {
        let new = nodes.count
        switch component {
        case .name(let name):
            let bytes = Array(name.utf8)
            if let known = nodes[place].names.first(where: { $0.bytes == bytes }) { return known.node }
            nodes[place].names.append((bytes, new))
        case .prefix(let prefix):
            let bytes = Array(prefix.utf8)
            if let known = nodes[place].prefixes.first(where: { $0.bytes == bytes }) { return known.node }
            nodes[place].prefixes.append((bytes, new))
        case .first:
            if let known = nodes[place].first { return known }
            nodes[place].first = new
        }
        nodes.append(Node())
        return new
    }
}

extension LayoutTree.Node {
    /// Returns the child node for a member's name, or `nil` if there is no such node.
    @inline(__always)
    func child(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        for (bytes, node) in names where bytes.count == name.count && bytes.elementsEqual(name) { return node }
        for (bytes, node) in prefixes where bytes.count < name.count && bytes.elementsEqual(name.prefix(bytes.count)) {
            return node
        }
        return nil
    }
}
