package import Trackproof
import TrackproofJSON
package import TrackproofPlanning
import TrackproofPlatform

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
        /// The share of planted mistakes that were noticed, in percent, or `nil` if no mistakes were planted.
        package var score: Double?
        /// The duration in seconds, or `nil` if it was not measured.
        package var seconds: Double?
    }

    /// A problem of one event, such as a missing parameter, which occurred in some of the runs.
    package struct Problem: Sendable, Hashable {
        /// The event's name.
        ///
        /// If the problem is not about an event, this is the name of the run, comparison or plan that failed. The name
        /// is empty if the problem is about the whole report.
        package var event: String
        /// The path of the parameter in a finding of a plan. Empty if the problem is not about a parameter.
        package var path = ""
        /// The kind of difference or the id of the finding, such as `missing` or `not-in-enum`.
        package var kind: String
        /// The name of the check that found the problem, such as a snapshot's path.
        ///
        /// The name is empty if the problem is about the whole report.
        package var check = ""
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
        /// The share of events with the problem in the last run, or `nil` if it is unknown.
        package var share: FindingShare?
        /// The share of events with the problem in the run before, or `nil` if it is unknown.
        package var earlier: FindingShare?

        /// Whether the share of events with the problem has risen in the last run.
        package var hasRisen: Bool {
            guard let share, let earlier else { return false }
            return share.isRise(from: earlier)
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
    }
}

extension HistorySummary {
    /// The run before the last run, or `nil` if there are fewer than two runs.
    package var previous: Run? { runs.dropLast().last }

    /// Returns whether a problem began or recovered in the last run.
    ///
    /// A flaky problem is never new, because it comes and goes.
    package func isNew(_ problem: Problem) -> Bool {
        switch problem.state {
        case .failing: problem.since.id == runs.last?.id
        case .recovered: problem.since.id == previous?.id
        case .flaky: false
        }
    }

    /// The problems that are failing or flaky, and the problems that recovered in the last run.
    var currentProblems: [Problem] { problems.filter { $0.state != .recovered || isNew($0) } }

    /// The events that did not occur in the last run, each with the day when the event was last seen.
    var notSeen: [(event: String, day: String)] {
        guard let last = runs.last else { return [] }
        return lastSeen.filter { $0.time < last.started }.map { ($0.event, String($0.time.description.prefix(10))) }
    }
}

extension HistorySummary.Problem {
    /// The problem in one sentence, such as "purchase (missing) has been failing since 2026-11-20, revision 8f1c2d3."
    var sentence: Sentence {
        let parameter: Sentence? = path.isEmpty ? nil : " \(code: path)"
        let subject: Sentence =
            event.isEmpty ? "The run (\(words: kind))" : "\(name: event)\(parameter) (\(words: kind))"
        let revision = since.revision.map { ", revision \($0.cut(to: 12))" } ?? ""
        return switch state {
        case .failing: "\(subject) has been failing since \(words: since.day)\(words: revision).\(rise)"
        case .flaky:
            "\(subject) \(since.revision == nil ? "" : "is ")\(words: stateName): \(failureCount) of \(runCount) runs have this problem."
        case .recovered: "\(subject) recovered. The last run with this problem was on \(words: since.day)."
        }
    }

    /// The state for people. Without a revision, the problem is not called flaky: the app, or the checked archive, can
    /// have changed between the runs.
    var stateName: String {
        state == .flaky && since.revision == nil ? "comes and goes" : state.rawValue
    }

    /// A sentence about the rise of the share, or `nil` if it has not risen.
    private var rise: Sentence? {
        guard hasRisen, let share, let earlier else { return nil }
        return " Its share of events has risen from \(words: earlier.value.percent) to \(words: share.value.percent)."
    }
}

extension HistorySummary {
    /// How the share of noticed mistakes has changed in the last run, such as `−4 since Tuesday`.
    ///
    /// `nil` if the share has not changed by at least one percent, or if no earlier run has planted mistakes.
    var scoreChange: String? {
        guard let last = runs.last, let score = last.score,
            let earlier = runs.dropLast().last(where: { $0.score != nil }), let before = earlier.score,
            abs(score - before) < 1e6
        else { return nil }
        let points = Int(score.rounded()) - Int(before.rounded())
        if points == 0 { return nil }
        return "\(points > 0 ? "+" : "−")\(abs(points)) since \(earlier.dayName(for: last.started))"
    }
}

extension HistorySummary.Run {
    /// The day of the week of the run if it was less than a week before `now`; otherwise its date.
    fileprivate func dayName(for now: EventTime) -> String {
        let length: Int64 = 86_400_000
        let (day, today) = (started.millisecondsSince1970 / length, now.millisecondsSince1970 / length)
        guard 0..<7 ~= today - day else { return self.day }
        // 1970-01-01 was a Thursday.
        let names = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
        return names[Int(day % 7)]
    }

    /// The day of the run in UTC, such as `2026-11-20`.
    var day: String { String(started.description.prefix(10)) }
}

extension HistorySummary {
    /// The history as JSON: `{"runs":[…],"problems":[…],"lastSeen":{"purchase":"2026-11-23T04:00:00.000Z"}}`.
    ///
    /// The member `since` of a problem is an object with the members of a run.
    var members: EventParameters {
        let seen = lastSeen.map { EventParameter($0.event, .string($0.time.description)) }
        return [
            "runs": EventValue.array(runs.map { .object($0.members) }),
            "problems": EventValue.array(problems.map { .object($0.members) }),
            "lastSeen": EventValue.object(EventParameters(seen)),
        ]
    }

    init(_ object: DocumentObject) throws(DocumentError) {
        var lastSeen: [Sighting] = []
        let seen = try object.object("lastSeen")
        for entry in try object.entries("lastSeen") {
            lastSeen.append(Sighting(event: entry.name, time: try seen.time(entry.name)))
        }
        self.init(
            runs: try object.objects("runs").map(Run.init), problems: try object.objects("problems").map(Problem.init),
            lastSeen: lastSeen)
    }
}

extension HistorySummary.Run {
    fileprivate var members: EventParameters {
        [
            "id": id, "started": started.description, "revision": revision, "branch": branch, "passed": isPassed,
            "differences": differenceCount, "findings": findingCount,
            "coverage": coverage, "mutants": score, "seconds": seconds?.wholeMilliseconds,
        ]
    }

    /// Reads the members of a run, which are the same in a file of the history and in the history of a JSON report.
    init(_ object: DocumentObject) throws(DocumentError) {
        self.init(
            id: try object.text("id"), started: try object.time("started"),
            revision: try object.optionalText("revision"), branch: try object.optionalText("branch"),
            isPassed: try object.flag("passed"), differenceCount: try object.optionalCount("differences") ?? 0,
            findingCount: try object.optionalCount("findings") ?? 0,
            coverage: try object.optionalNumber("coverage"), score: try object.optionalNumber("mutants"),
            seconds: try object.optionalNumber("seconds"))
    }
}

extension HistorySummary.Problem {
    fileprivate var members: EventParameters {
        [
            "event": event, "path": path.isEmpty ? nil : path, "kind": kind, "check": check.isEmpty ? nil : check,
            "state": state.rawValue, "since": EventValue.object(since.members), "failures": failureCount,
            "runs": runCount, "share": share.map { .object($0.members) },
            "earlier": earlier.map { .object($0.members) },
        ]
    }

    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        self.init(
            event: try object.text("event"), path: try object.optionalText("path") ?? "",
            kind: try object.text("kind"), check: try object.optionalText("check") ?? "",
            state: try object.choice("state"), since: try HistorySummary.Run(object.object("since")),
            failureCount: try object.count("failures"), runCount: try object.count("runs"),
            share: try object.optionalObject("share").map(FindingShare.init),
            earlier: try object.optionalObject("earlier").map(FindingShare.init))
    }
}
