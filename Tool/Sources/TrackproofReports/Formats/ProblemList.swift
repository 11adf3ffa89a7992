import TrackproofPlanning

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
        let earlier = report.history?.earlierShares ?? [:]
        let rows = report.sections.flatMap { section in
            section.allRows.filter { $0.outcome == .failed }.map { (row: $0, check: section.nameInHistory) }
        }
        for (_, rows) in Dictionary(grouping: rows, by: \.row.rank).sorted(by: { $0.key < $1.key }) {
            for (row, check) in rows {
                let share = row.share == nil ? nil : earlier[HistoryEntry.Problem(row, in: check)]
                let extent: Sentence? = row.extent(after: share).map { " \(words: $0)." }
                add("\(row.sentence)\(extent)", owner: report.owners.owner(of: row))
            }
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

extension HistorySummary {
    /// For the problems of the last run, the shares of events in the run before.
    fileprivate var earlierShares: [HistoryEntry.Problem: FindingShare] {
        let known = problems.filter { $0.share != nil }.compactMap { problem in
            problem.earlier.map { share in
                (
                    HistoryEntry.Problem(
                        event: problem.event, path: problem.path, kind: problem.kind, check: problem.check), share
                )
            }
        }
        return Dictionary(known, uniquingKeysWith: { first, _ in first })
    }
}
