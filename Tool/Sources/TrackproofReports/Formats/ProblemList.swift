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
        let rows = report.sections.flatMap(\.allRows).filter { $0.outcome == .failed }
        for (_, rows) in Dictionary(grouping: rows, by: \.rank).sorted(by: { $0.key < $1.key }) {
            for row in rows {
                add("\(row.sentence)\(report.extent(of: row))", owner: report.owners.owner(of: row))
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

extension Report {
    /// Returns the number of events with a problem and their share as a sentence after a space, or `nil` if each row is
    /// about one event.
    fileprivate func extent(of row: any ReportRow) -> Sentence? {
        guard row.share != nil else { return nil }
        let trend = history?.problems.first {
            ($0.event, $0.path, $0.kind)
                == (row.events.first?.nameOfHistory ?? "", row.path.nameOfHistory, row.kind) && $0.share != nil
        }
        return row.extent(after: trend?.earlier).map { " \(words: $0)." }
    }
}
