internal import Trackproof
@_spi(Tooling) internal import TrackproofArchives
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofPlans

extension Report {
    /// Adds the runs and the results of another report.
    ///
    /// This method adds up findings of the same plan and source, and coverages of the same plan. If this
    /// report already contains all runs of the other report, the method changes nothing.
    ///
    /// - Throws: ``DocumentError`` if this report contains some runs of the other report, but not all of them. These
    ///   runs would count twice, because a report has only the counts of all its runs together.
    package mutating func merge(_ other: Report) throws {
        let known = Set(runs.map(\.id))
        let repeated = other.runs.filter { known.contains($0.id) }
        if repeated.count == other.runs.count, !other.runs.isEmpty { return }
        if let run = repeated.first {
            throw DocumentError(
                place: run.name,
                message: "two reports contain the run \(run.id), and one of them contains other runs too; "
                    + "merge only reports without common runs")
        }
        nameRuns()
        var other = other
        other.nameRuns()
        // The history of one report does not describe the merged report.
        history = nil
        problems += other.problems
        owners.merge(other.owners)
        runs += other.runs
        for section in other.sections { merge(section) }
    }

    /// Sets the run of each comparison, if the report has one run.
    ///
    /// In the merged report, which has several runs, each comparison then still names its run.
    private mutating func nameRuns() {
        guard runs.count == 1, let run = runs.first else { return }
        sections = sections.map { section in
            guard case .comparison(var comparison) = section, comparison.run == nil else { return section }
            comparison.run = run.id
            return .comparison(comparison)
        }
    }

    private mutating func merge(_ section: ReportSection) {
        for index in sections.indices {
            switch (sections[index], section) {
            case (.findings(var mine), .findings(let theirs)) where mine.canMerge(theirs):
                mine.recordings += theirs.recordings.filter { !mine.recordings.contains($0) }
                mine.tally.merge(theirs.tally)
                if let archive = theirs.archive { mine.archive?.merge(archive) } else { mine.archive = nil }
                sections[index] = .findings(mine)
                return
            case (.coverage(var mine), .coverage(let theirs)) where mine.canMerge(theirs):
                mine.coverage = mine.coverage.merged(with: theirs.coverage)
                sections[index] = .coverage(mine)
                return
            default: continue
            }
        }
        sections.append(section)
    }
}

extension FindingsSection {
    fileprivate func canMerge(_ other: FindingsSection) -> Bool {
        (plan, source, failOn) == (other.plan, other.source, other.failOn)
    }
}

extension CoverageSection {
    fileprivate func canMerge(_ other: CoverageSection) -> Bool {
        (plan, minimum) == (other.plan, other.minimum)
    }
}
