@_spi(Tooling) internal import TrackproofPlans

extension PlanCoverage {
    /// Returns the coverage of a plan by the events of both coverages.
    ///
    /// The coverages may count different parts of the plan, because runs on one platform count only the parts of that
    /// platform.
    func merged(with other: PlanCoverage) -> PlanCoverage {
        var items = map.items
        var indices = Dictionary(items.enumerated().map { (ItemKey($1), $0) }, uniquingKeysWith: { first, _ in first })
        var seen: [String: [Int]] = [:]
        for platform in allPlatforms { seen[platform] = items.indices.filter { isSeen($0, on: platform) } }
        // A part is listed after the part that contains it, so the new index of the parent is already known.
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

/// The identity of a part of a plan.
private struct ItemKey: Hashable {
    let kind: CoverageItem.Kind
    let event: String
    let path: String
    let detail: String?

    init(_ item: CoverageItem) { (kind, event, path, detail) = (item.kind, item.event, item.path, item.detail) }
}
