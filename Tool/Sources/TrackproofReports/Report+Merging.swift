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
