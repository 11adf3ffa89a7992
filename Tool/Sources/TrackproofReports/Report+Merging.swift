import TrackproofJSON
import TrackproofPlanning

extension Report {
    /// Adds the runs and the results of another report.
    ///
    /// This method adds up findings of the same plan and source, and coverages of the same plan. If this report already
    /// contains all runs of the other report, the method adds only the problems of the other report.
    ///
    /// If one of the reports failed, the merged report fails too. If no section of the merged report has the failure,
    /// ``problems`` has it.
    ///
    /// - Throws: ``DocumentError`` if this report contains some runs of the other report, but not all of them. These
    ///   runs would count twice, because a report has only the counts of all its runs together.
    package mutating func merge(_ other: Report) throws {
        let known = Set(runs.map(\.id))
        let repeated = other.runs.filter { known.contains($0.id) }
        let isKnown = repeated.count == other.runs.count && !repeated.isEmpty
        if let run = repeated.first, !isKnown {
            throw DocumentError(
                place: run.name,
                message: "two reports contain the run \(run.id), and one of them contains other runs too; "
                    + "merge only reports without common runs")
        }
        for problem in other.problems where !problems.contains(problem) { problems.append(problem) }
        if isKnown {
            if isPassed, !other.isPassed {
                problems.append("two reports contain the run \(repeated[0].id), and only one of them passed")
            }
            return
        }
        nameRuns()
        var other = other
        other.nameRuns()
        // The history of one report does not describe the merged report.
        history = nil
        owners.merge(other.owners)
        for section in other.sections { merge(section, of: other) }
        runs += other.runs
    }

    /// Sets the run of each comparison, if the report has one run.
    ///
    /// In the merged report, which has several runs, each comparison then still names its run.
    private mutating func nameRuns() {
        guard runs.count == 1, let run = runs.first else { return }
        sections = sections.map { section in
            guard var comparison = section as? ComparisonSection, comparison.run == nil else { return section }
            comparison.run = run.id
            return comparison
        }
    }

    private mutating func merge(_ section: any ReportSection, of other: Report) {
        for index in sections.indices {
            guard let merged = sections[index].merged(with: section) else { continue }
            if merged.isPassed {
                // The sum hides the failure of one part, for example that no events were checked.
                if !sections[index].isPassed { problems.append(failure(of: sections[index])) }
                if !section.isPassed { problems.append(other.failure(of: section)) }
            }
            sections[index] = merged
            return
        }
        sections.append(section)
    }

    /// Returns a sentence that says which runs failed a check, and why.
    private func failure(of section: any ReportSection) -> String {
        let names = runs.prefix(3).map(\.name).joined(separator: ", ") + (runs.count > 3 ? ", …" : "")
        return "\(names): \(section.title): \(section.headline)"
    }
}

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
