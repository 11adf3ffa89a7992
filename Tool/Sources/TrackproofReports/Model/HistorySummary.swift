package import Trackproof

/// The summary of a history of runs: the last runs, and the problems that began, continued or ended in these runs.
package struct HistorySummary: Sendable, Hashable {
    /// The last runs, the oldest first.
    package var runs: [Run]
    /// The problems that occurred in these runs: first failing problems, then flaky problems, then recovered problems.
    package var problems: [Problem]
    /// The names of the events in the history, each with the time when the event was last seen.
    package var lastSeen: [Sighting]

    /// One run of the history.
    package struct Run: Sendable, Hashable {
        package var id: String
        package var started: EventTime
        package var revision: String?
        package var branch: String?
        package var isPassed: Bool
        /// The number of differences in all comparisons, including comparisons of what SDKs sent.
        package var differenceCount: Int
        /// The number of findings in the checks against plans.
        package var findingCount: Int
        /// The share of the plan that was seen, in percent, or `nil` if it was not measured.
        package var coverage: Double?
        /// The duration in seconds, or `nil` if it was not measured.
        package var seconds: Double?

        package init(
            id: String, started: EventTime, revision: String? = nil, branch: String? = nil, isPassed: Bool,
            differenceCount: Int, findingCount: Int, coverage: Double? = nil, seconds: Double? = nil
        ) {
            self.id = id
            self.started = started
            self.revision = revision
            self.branch = branch
            self.isPassed = isPassed
            self.differenceCount = differenceCount
            self.findingCount = findingCount
            self.coverage = coverage
            self.seconds = seconds
        }
    }

    /// A problem of one event, such as a missing parameter, which occurred in some of the runs.
    package struct Problem: Sendable, Hashable {
        /// The event's name.
        ///
        /// If the problem is not about an event, this is the name of the run, comparison or plan that failed. The name
        /// is empty if the problem is about the whole report.
        package var event: String
        /// The kind of difference or the id of the finding, such as `missing` or `not-in-enum`.
        package var kind: String
        /// The name of the check that found the problem, such as a snapshot's path.
        ///
        /// The name is empty if the problem is about the whole report.
        package var check: String
        package var state: State
        /// A run with the problem. The state determines which run this is.
        ///
        /// For a failing problem, this is the first of the consecutive runs with the problem. For a flaky problem, this
        /// is the first run with the problem. For a recovered problem, this is the last run with the problem.
        package var since: Run
        /// The number of runs with the problem, among the last 100 runs that count for the problem.
        package var failureCount: Int
        /// The number of runs that count for the problem, at most 100.
        ///
        /// A run counts if the run has the problem or shows that the problem is absent.
        package var runCount: Int

        package init(
            event: String, kind: String, check: String = "", state: State, since: Run, failureCount: Int, runCount: Int
        ) {
            self.event = event
            self.kind = kind
            self.check = check
            self.state = state
            self.since = since
            self.failureCount = failureCount
            self.runCount = runCount
        }
    }

    /// The state of a problem.
    package enum State: String, Sendable, CaseIterable {
        /// The last run that counts for the problem has the problem.
        case failing
        /// The problem comes and goes although the app does not change.
        case flaky
        /// The last run that counts for the problem no longer has the problem.
        case recovered
    }

    /// The name of an event, and the time when the event was last seen.
    package struct Sighting: Sendable, Hashable {
        package var event: String
        package var time: EventTime

        package init(event: String, time: EventTime) {
            self.event = event
            self.time = time
        }
    }

    package init(runs: [Run], problems: [Problem], lastSeen: [Sighting]) {
        self.runs = runs
        self.problems = problems
        self.lastSeen = lastSeen
    }
}
