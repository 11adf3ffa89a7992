import Trackproof
import TrackproofPlans

/// The layout's paths as positions in ``LayoutTree``, and the layout's rules in dictionaries that are fast to search.
struct LayoutSlots: Sendable {
    typealias Slot = LayoutTree.Slot

    private(set) var tree = LayoutTree()
    let event: [Slot]
    let kind: [Slot]
    let parameters: [Slot]
    let traits: [Slot]
    let version: [Slot]
    let platform: [Slot]
    let time: [Slot]
    let extras: [(name: String, slot: Slot, isNumber: Bool)]
    let shown: [String: ArchiveLayout.ShownName]
    /// The names of the parameters that the vendor's SDK adds, or `nil` if it adds no parameters.
    let ownNames: IgnoredNames?

    init(_ layout: ArchiveLayout?) {
        var tree = LayoutTree()
        func slots(_ paths: [FieldPath]?) -> [Slot] { (paths ?? []).map { tree.insert($0) } }
        event = slots(layout?.event)
        kind = slots(layout?.kind)
        parameters = layout?.form == .columns ? [] : slots(layout?.parameters)
        traits = slots(layout?.traits)
        version = slots(layout?.version)
        platform = slots(layout?.platform)
        time = slots(layout?.time)
        extras = (layout?.extras ?? []).map { ($0.name, tree.insert($0.path), $0.isNumber) }
        self.tree = tree
        shown = Dictionary((layout?.shown ?? []).map { ($0.event, $0) }) { first, _ in first }
        ownNames = layout?.ignoredNames
    }
}
