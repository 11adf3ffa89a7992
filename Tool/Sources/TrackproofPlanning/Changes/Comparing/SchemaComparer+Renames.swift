import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension SchemaComparer {
    /// Returns the old and the new name of each member that was probably renamed.
    mutating func renamedMembers(
        _ removed: [ExactText], _ added: [ExactText], _ old: MemberRules, _ new: MemberRules
    ) -> [(ExactText, ExactText)] {
        guard !removed.isEmpty, !added.isEmpty else { return [] }
        let limit = RenameSearch.limit
        // Each pair counts as ten steps, because the comparison of two names takes longer than most steps.
        guard charge(min(removed.count, limit) * min(added.count, limit) * 10 + removed.count + added.count) else {
            return []
        }
        return RenameSearch.pairs(removed.map { candidate($0, old) }, added.map { candidate($0, new) })
            .map { (removed[$0.old], added[$0.new]) }
    }

    /// Returns a member with its traits: its types and its schema.
    private func candidate(_ name: ExactText, _ rules: MemberRules) -> RenameSearch.Candidate {
        guard let schema = rules.objects.members[name] else { return .init(name: name.text, traits: []) }
        let space = table.space(of: schema)
        // A member that apps must not send gets a trait that no other member has, so the search does not pair it.
        if space.isNever { return .init(name: name.text, traits: [-1 - schema]) }
        // For lists and objects, the traits do not include the types. Otherwise two objects with different members would look
        // similar.
        if space.types.isSubset(of: [.array, .object, .null]) {
            return .init(name: name.text, traits: [classes.values[schema]])
        }
        return .init(name: name.text, traits: [-1 - Int(space.types.rawValue), classes.values[schema]])
    }
}
