import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

/// A problem of a report in one sentence.
struct ReportedProblem {
    let sentence: Sentence
    /// The team that owns the event, or `nil` if no plan names a team.
    let owner: String?
    /// The number of problems in the report that have this sentence.
    var count = 1
}

/// The most important problems of a report, without repetitions.
struct ProblemList {
    /// The problems. The most important problems come first.
    private(set) var problems: [ReportedProblem] = []
    /// The number of problems that are left out because of `limit`.
    private(set) var otherCount = 0
    private let limit: Int
    private var places: [Sentence: Int] = [:]

    /// Creates a list of the problems of a report.
    ///
    /// - Parameter limit: The maximum number of problems in the list.
    init(_ report: Report, limit: Int) {
        self.limit = limit
        for failure in report.failures { add("\(words: failure)") }
        var differences: [Difference] = []
        for case .comparison(let section) in report.sections {
            for failure in section.failures { add("\(words: failure)") }
            differences += section.comparison.differences
        }
        for kind in Difference.Kind.byImportance {
            for difference in differences where difference.kind == kind {
                add(difference.sentence, owner: report.owners.owner(of: difference))
            }
        }
        for case .findings(let section) in report.sections { add(section) }
        for case .coverage(let section) in report.sections { add(section) }
    }

    private mutating func add(_ section: FindingsSection) {
        for group in section.tally.sortedGroups where group.severity >= section.failOn {
            add(group.sentence, owner: group.sample.owner)
        }
        if section.tally.eventCount == 0 {
            add("No events were checked against the plan.")
        } else if section.failsWithoutGroup {
            add("The check found more findings than the report lists.")
        }
    }

    private mutating func add(_ section: CoverageSection) {
        if section.isPassed { return }
        if section.coverage.eventCount == 0 {
            add("The recordings contain no events of the plan.")
        } else {
            add("The recordings show only \(words: section.coverage.ratio().percentText) of the plan.")
        }
    }

    private mutating func add(_ sentence: Sentence, owner: String? = nil) {
        if let place = places[sentence] {
            problems[place].count += 1
        } else if problems.count < limit {
            places[sentence] = problems.count
            problems.append(ReportedProblem(sentence: sentence, owner: owner))
        } else {
            otherCount += 1
        }
    }
}

extension Difference.Kind {
    /// All kinds, in the order of their importance. The kinds that lose the most data come first.
    fileprivate static let byImportance: [Difference.Kind] = [
        .missing, .renamed, .changed, .unexpected, .duplicated, .moved,
    ]
}
