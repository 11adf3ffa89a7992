internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// Members that have another name in the new plan.
extension SchemaComparer {
    /// Returns the old and the new name of each member that was probably renamed.
    mutating func renamedMembers(
        _ removed: [ExactText], _ added: [ExactText], _ old: MemberRules, _ new: MemberRules
    ) -> [(ExactText, ExactText)] {
        guard !removed.isEmpty, !added.isEmpty else { return [] }
        let limit = RenameSearch.limit
        // A pair counts as ten steps, because the time for a pair grows with the lengths of the names.
        guard charge(min(removed.count, limit) * min(added.count, limit) * 10 + removed.count + added.count) else {
            return []
        }
        return RenameSearch.pairs(removed.map { candidate($0, old) }, added.map { candidate($0, new) })
            .map { (removed[$0.old], added[$0.new]) }
    }

    /// Returns a member as a candidate. Its traits stand for its types and its schema.
    private func candidate(_ name: ExactText, _ rules: MemberRules) -> RenameSearch.Candidate {
        guard let schema = rules.objects.members[name] else { return .init(name: name.text, traits: []) }
        let space = table.space(of: schema)
        // A member that apps must not send shares no trait with other members.
        if space.isNever { return .init(name: name.text, traits: [-1 - schema]) }
        // Two lists with different contents have little in common, and so have two objects.
        if space.types.isSubset(of: [.array, .object, .null]) {
            return .init(name: name.text, traits: [classes.values[schema]])
        }
        return .init(name: name.text, traits: [-1 - Int(space.types.rawValue), classes.values[schema]])
    }
}
