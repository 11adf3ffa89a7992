/// One run in a history: a short summary of its report.
package struct HistoryEntry: Sendable, Hashable {
    /// The run. A report with several runs, for example of all shards, is one run here.
    package var run: HistorySummary.Run
    /// The sorted ids of the report's runs. Empty if the report has one run or more than ``HistoryLimits/parts`` runs.
    package var parts: [String] = []
    /// The names of the checks: of comparisons with snapshots and between app and SDKs, of plans, and of the runs.
    package var checks: [String] = []
    /// The checks against a plan. They say nothing about events that did not occur.
    package var planChecks: Set<String> = []
    /// The checks that may have missed problems.
    ///
    /// For example, nothing could be compared, or problems are left out of the entry.
    package var partialChecks: Set<String> = []
    /// The number of times that each problem occurred.
    package var problems: [Problem: Int] = [:]
    /// The number of events of each name that were seen.
    package var seen: [String: Int] = [:]
    /// The number of problems, names and checks that are left out because of ``HistoryLimits``.
    package var leftOut = 0

    /// A problem of a run, without the details of a difference or a finding.
    package struct Problem: Sendable, Hashable, Comparable {
        /// The event's name.
        ///
        /// If the problem is not about an event, this is the name of the run, snapshot, wire or plan that failed. The
        /// name is empty if the problem is about the whole report, for example a missing run.
        package var event: String
        /// The kind of difference, the id of the finding, `coverage` or `failure`.
        package var kind: String
        /// The check that found the problem: an element of ``HistoryEntry/checks``.
        ///
        /// The name is empty if the problem is about the whole report.
        package var check: String

        /// Creates a problem.
        package init(event: String, kind: String, check: String) {
            (self.event, self.kind, self.check) = (event, kind, check)
        }

        /// Returns whether `left` comes first: by event, kind and check.
        package static func < (left: Problem, right: Problem) -> Bool {
            (left.event, left.kind, left.check) < (right.event, right.kind, right.check)
        }
    }

    /// Creates the entry of a run without checks and problems.
    package init(_ run: HistorySummary.Run) { self.run = run }

    /// Returns whether the run can show that a problem is absent.
    ///
    /// A run that did not make the problem's check shows nothing. For most findings of a plan, a run that has no event
    /// of the problem's name shows nothing either.
    func showsAbsence(of problem: Problem) -> Bool {
        if problem.check.isEmpty { return true }
        guard checks.contains(problem.check), !partialChecks.contains(problem.check) else { return false }
        return !planChecks.contains(problem.check) || !problem.needsEvent || seen[problem.event] != nil
    }
}
