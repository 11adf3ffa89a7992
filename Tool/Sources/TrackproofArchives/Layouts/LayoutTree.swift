import Trackproof
import TrackproofPlans
import TrackproofVendors

/// The paths of a layout as a tree of member names. With this tree, a reader finds out which members it can skip.
struct LayoutTree: Sendable {
    /// The index of a path's value in a list of ``LayoutTree/slotCount`` values.
    typealias Slot = Int

    struct Node: Sendable {
        var slot: Slot?
        /// For each exact name of a member, the index of the member's node.
        var names: [(bytes: [UInt8], node: Int)] = []
        var prefixes: [(bytes: [UInt8], node: Int)] = []
        /// The index of the node for the first element, if a path has `[0]` here.
        var first: Int?
        var isLeaf: Bool { names.isEmpty && prefixes.isEmpty && first == nil }
    }

    private(set) var nodes = [Node()]
    private(set) var slotCount = 0

    /// Adds a path to the tree.
    ///
    /// - Returns: The index at which a reader stores the value at this path.
    mutating func insert(_ path: FieldPath) -> Slot {
        var place = 0
        for component in path.components { place = child(of: place, component) }
        if let slot = nodes[place].slot { return slot }
        nodes[place].slot = slotCount
        slotCount += 1
        return slotCount - 1
    }

    /// The slots of paths with a prefix, such as `payload_*`. Several members of a record can fit such a path.
    var slotsOfPrefixes: Set<Slot> { slots(nodes.flatMap(\.prefixes).map(\.node)) }

    /// The slots of the paths that lead into a node, without the slot of the node itself.
    func slots(under node: Int) -> Set<Slot> {
        slots(nodes[node].names.map(\.node) + nodes[node].prefixes.map(\.node) + (nodes[node].first.map { [$0] } ?? []))
    }

    /// The slots of some nodes, and of the nodes under them.
    private func slots(_ roots: [Int]) -> Set<Slot> {
        var slots: Set<Slot> = []
        var rest = roots
        while let index = rest.popLast() {
            let node = nodes[index]
            if let slot = node.slot { slots.insert(slot) }
            rest += node.names.map(\.node) + node.prefixes.map(\.node) + (node.first.map { [$0] } ?? [])
        }
        return slots
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
    /// Returns the index of the node for a member, or `nil` if no path contains the member.
    @inline(__always)
    func child(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
        for (bytes, node) in names where bytes.count == name.count && bytes.elementsEqual(name) { return node }
        for (bytes, node) in prefixes where bytes.count < name.count && bytes.elementsEqual(name.prefix(bytes.count)) {
            return node
        }
        return nil
    }
}

/// The layout's paths as positions in ``LayoutTree``, and the layout's rules in dictionaries that are fast to search.
///
/// This is a class, because copies of a structure of this size would slow down the reading of each record.
final class LayoutSlots: Sendable {
    typealias Slot = LayoutTree.Slot

    let tree: LayoutTree
    let event: [Slot]
    let schemaVendor: [Slot]
    let definitionVersion: [Slot]
    let kind: [Slot]
    let parameters: [Slot]
    let traits: [Slot]
    let version: [Slot]
    let platform: [Slot]
    let time: [Slot]
    /// The fields that identify a row.
    let identity: [[Slot]]
    let extras: [(name: String, slot: Slot, form: ArchiveLayout.Extra.Form, event: String?)]
    let shown: [String: ShownEvent]
    /// The names of the parameters that the vendor's SDK adds.
    let ownNames: NameList

    init(_ layout: ArchiveLayout) {
        var tree = LayoutTree()
        func slots(_ paths: [FieldPath]) -> [Slot] { paths.map { tree.insert($0) } }
        event = slots(layout.event)
        schemaVendor = slots(layout.schemaVendor)
        definitionVersion = slots(layout.definitionVersion)
        kind = slots(layout.kind)
        parameters = layout.form.excluded == nil ? slots(layout.parameters) : []
        traits = slots(layout.traits)
        version = slots(layout.version)
        platform = slots(layout.platform)
        time = slots(layout.time)
        identity = layout.identity.map(slots)
        extras = layout.extras.map { ($0.name, tree.insert($0.path), $0.form, $0.event) }
        self.tree = tree
        shown = Dictionary(layout.shown.map { ($0.event, $0) }) { first, _ in first }
        ownNames = layout.ownNames
    }
}

extension ArchiveLayout.ParameterForm {
    /// The members of a record that are not parameters, or `nil` if the parameters are in one member of the record.
    var excluded: NameList? { if case .columns(let excluded) = self { excluded } else { nil } }
}

extension ArchiveLayout {
    /// The members of an event in a recording.
    static let recording = {
        var layout = ArchiveLayout(name: "recording", source: .app)
        (layout.event, layout.kind, layout.parameters, layout.time) = (["name"], ["kind"], ["parameters"], ["time"])
        layout.definitionVersion = ["context.context.protocols.event_version"]
        layout.extras = [Extra("error", "error")]
        return layout
    }()
}
