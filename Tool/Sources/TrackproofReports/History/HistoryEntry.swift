/// One run in a history: a short summary of its report.
package struct HistoryEntry: Sendable, Hashable {
    /// The run. A report with several runs, for example of all shards, is one run here.
    package var run: HistorySummary.Run
    /// The sorted ids of the report's runs, or no ids if there is one run or more than ``HistoryLimits/parts`` runs.
    package var parts: [String] = []
    /// The names of everything that can pass or fail: comparisons, checks against plans, coverages, and runs.
    package var checks: [String] = []
    /// The names of the checks against a plan. Such a check says nothing about events that did not occur.
    package var planChecks: Set<String> = []
    /// The names of the checks that perhaps missed problems.
    ///
    /// For example, a check could compare nothing, or the entry leaves out problems of the check.
    package var partialChecks: Set<String> = []
    /// The problems of the run, each with the number of times that the problem occurred.
    package var problems: [Problem: Int] = [:]
    /// The number of events that were seen, for each event name.
    package var seen: [String: Int] = [:]
    /// The number of problems, names and checks that the entry leaves out because of ``HistoryLimits``.
    package var leftOut = 0

    /// A problem of a run, without the details of a difference or a finding.
    package struct Problem: Sendable, Hashable, Comparable {
        /// The event's name.
        ///
        /// If the problem is not about an event, this is the name of the run, comparison or plan that failed. The name
        /// is empty if the problem is about the whole report, for example a missing run.
        package var event: String
        /// The kind of difference, the id of the finding, `coverage` or `failure`.
        package var kind: String
        /// The name of the check that found the problem: an element of ``HistoryEntry/checks``.
        ///
        /// The name is empty if the problem is about the whole report.
        package var check: String

        /// Creates a problem.
        package init(event: String, kind: String, check: String) {
            (self.event, self.kind, self.check) = (event, kind, check)
        }

        /// Returns whether `left` comes before `right`, in the order of event, kind and check.
        package static func < (left: Problem, right: Problem) -> Bool {
            (left.event, left.kind, left.check) < (right.event, right.kind, right.check)
        }
    }

    /// Creates the entry of a run without checks and problems.
    package init(_ run: HistorySummary.Run) { self.run = run }

    /// Returns whether the run would have found the problem if the problem still existed.
    ///
    /// The result is `false` if the run did not make the check that finds the problem, or made this check only in part.
    /// For most findings of a plan, the result is also `false` if the run has no event of the problem's name.
    func showsAbsence(of problem: Problem) -> Bool {
        if problem.check.isEmpty { return true }
        guard checks.contains(problem.check), !partialChecks.contains(problem.check) else { return false }
        return !planChecks.contains(problem.check) || !problem.needsEvent || seen[problem.event] != nil
    }
}
