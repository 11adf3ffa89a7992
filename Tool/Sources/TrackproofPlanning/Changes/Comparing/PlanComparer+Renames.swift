import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// An event of the old plan, and the event of the new plan that replaces it under another name.
struct EventRename {
    /// The index of the event in the old plan.
    let old: Int
    /// The index of the event in the new plan.
    let new: Int
    /// The index of the new plan's event that still has the old name, or `nil` if there is no such event.
    let kept: Int?
}

extension PlanComparer {
    /// Returns the renamed events: first those that `replaced_by` names, then those with similar names and parameters.
    ///
    /// - Parameters:
    ///   - removed: The indices of the events of the old plan whose names the new plan does not have.
    ///   - added: The indices of the events of the new plan whose names the old plan does not have.
    ///   - olds: The indices of all events of the old plan, by name.
    ///   - news: The indices of all events of the new plan, by name.
    mutating func renamedEvents(
        _ removed: [Int], _ added: [Int], _ olds: [ExactText: Int], _ news: [ExactText: Int]
    ) -> [EventRename] {
        var free = Dictionary(
            added.map { (ExactText(new.plan.events[$0].name), $0) }, uniquingKeysWith: { first, _ in first })
        var renames: [EventRename] = []
        for index in removed {
            guard let name = old.plan.events[index].replacedBy?.name,
                let other = free.removeValue(forKey: ExactText(name))
            else { continue }
            renames.append(EventRename(old: index, new: other, kept: nil))
        }
        for (kept, event) in new.plan.events.enumerated() {
            guard let name = event.replacedBy?.name, let index = olds[ExactText(event.name)],
                let other = free.removeValue(forKey: ExactText(name))
            else { continue }
            renames.append(EventRename(old: index, new: other, kept: kept))
        }
        let gone = Set(renames.map(\.old))
        let left = removed.filter { !gone.contains($0) }
        return renames + similarEvents(left, free.values.sorted())
    }

    private mutating func similarEvents(_ removed: [Int], _ added: [Int]) -> [EventRename] {
        guard schemas.charge(renamesAmong: removed.count, added.count) else { return [] }
        var traits: [Trait: Int] = [:]
        return EventKind.allCases.flatMap { kind in
            let olds = removed.filter { old.plan.events[$0].kind == kind }
            let news = added.filter { new.plan.events[$0].kind == kind }
            return RenameSearch.pairs(
                olds.map { candidate(old, $0, &traits) }, news.map { candidate(new, $0, &traits) }
            ).map { EventRename(old: olds[$0.old], new: news[$0.new], kept: nil) }
        }
    }

    /// A parameter and its schema. The more traits two events share, the more likely one is a rename of the other.
    private struct Trait: Hashable {
        let name: ExactText
        let schema: Int
        let isRequired: Bool
    }

    private func candidate(_ side: Side, _ index: Int, _ traits: inout [Trait: Int]) -> RenameSearch.Candidate {
        let graph = schemas.graph
        let members = TypeRules(side.events[index].parameters, for: nil, graph).members(graph)
        var own: Set<Int> = []
        for (name, schemas) in members.members {
            let trait = Trait(
                name: name, schema: graph.classes[schemas.first ?? SchemaGraph.any],
                isRequired: members.isRequired(name))
            own.insert(traits.number(of: trait))
        }
        return RenameSearch.Candidate(name: side.plan.events[index].name, traits: own)
    }
}
