internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// The rules for the members of an object, or for the parameters of an event.
struct MemberRules {
    let objects: ObjectSpace
    /// The schemas of parameters that only variants of an event declare, by name.
    var variants: [ExactText: [Int]] = [:]
    var rules: [SchemaRule] = []
    let place: PlanPlace?

    func isRequired(_ name: ExactText) -> Bool { objects.required.contains(name) }

    /// Returns the place of a keyword.
    func place(_ keyword: SchemaKeyword) -> PlanPlace? { rules.first { $0.keyword == keyword }?.place ?? place }
}

extension MemberRules {
    init(_ objects: ObjectSpace, _ node: SpaceNode) {
        self.init(objects: objects, rules: node.rules, place: node.place)
    }
}
