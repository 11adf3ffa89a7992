import TrackproofPlanning

extension PlanCoverage {
    /// Returns a coverage that counts the events of this coverage and of another coverage of the same plan.
    ///
    /// The two coverages can contain different parts of the plan, because a run on one platform counts only the parts
    /// for that platform.
    func merged(with other: PlanCoverage) -> PlanCoverage {
        var items = map.items
        var indices = Dictionary(items.enumerated().map { (ItemKey($1), $0) }, uniquingKeysWith: { first, _ in first })
        var seen: [String: [Int]] = [:]
        for platform in allPlatforms { seen[platform] = items.indices.filter { isSeen($0, on: platform) } }
        // In `other.map.items`, each part comes after its parent, which is the part that contains it. So `newIndices`
        // already has the parent's new index.
        var newIndices: [Int] = []
        for item in other.map.items {
            let index = indices[ItemKey(item)] ?? items.count
            newIndices.append(index)
            if index < items.count { continue }
            indices[ItemKey(item)] = index
            items.append(
                CoverageItem(
                    kind: item.kind, event: item.event, path: item.path, detail: item.detail, owner: item.owner,
                    platforms: item.platforms, place: item.place, parent: item.parent.map { newIndices[$0] }))
        }
        for platform in other.allPlatforms {
            let others = newIndices.indices.filter { other.isSeen($0, on: platform) }.map { newIndices[$0] }
            seen[platform, default: []] += others
        }
        return PlanCoverage(
            CoverageMap(items: items), eventCount: eventCount + other.eventCount,
            unplannedCount: unplannedCount + other.unplannedCount, seen: seen)
    }
}

/// The key of a part of a plan, which is the same in each coverage of the plan.
private struct ItemKey: Hashable {
    let kind: CoverageItem.Kind
    let event: String
    let path: String
    let detail: String?

    init(_ item: CoverageItem) { (kind, event, path, detail) = (item.kind, item.event, item.path, item.detail) }
}
