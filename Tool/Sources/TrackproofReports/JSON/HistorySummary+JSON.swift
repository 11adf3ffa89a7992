import Trackproof
import TrackproofJSON

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
        var runs: [Run] = []
        for (value, path) in try object.elements("runs") { runs.append(try Run(DocumentObject(value, at: path))) }
        var problems: [Problem] = []
        for (value, path) in try object.elements("problems") {
            let members = try DocumentObject(value, at: path)
            problems.append(
                Problem(
                    event: try members.text("event"), kind: try members.text("kind"),
                    check: try members.optionalText("check") ?? "", state: try members.choice("state"),
                    since: try Run(members.object("since")), failureCount: try members.count("failures"),
                    runCount: try members.count("runs")))
        }
        var lastSeen: [Sighting] = []
        let seen = try object.object("lastSeen")
        for entry in try object.entries("lastSeen") {
            lastSeen.append(Sighting(event: entry.name, time: try seen.time(entry.name)))
        }
        self.init(runs: runs, problems: problems, lastSeen: lastSeen)
    }
}

extension HistorySummary.Run {
    fileprivate var members: EventParameters {
        [
            "id": id, "started": started.description, "revision": revision, "branch": branch, "passed": isPassed,
            "differences": differenceCount, "findings": findingCount,
            "coverage": coverage, "seconds": seconds?.wholeMilliseconds,
        ]
    }

    /// Reads the members of a run, which are the same in a file of the history and in the history of a JSON report.
    init(_ object: DocumentObject) throws(DocumentError) {
        self.init(
            id: try object.text("id"), started: try object.time("started"),
            revision: try object.optionalText("revision"), branch: try object.optionalText("branch"),
            isPassed: try object.flag("passed"), differenceCount: try object.optionalCount("differences") ?? 0,
            findingCount: try object.optionalCount("findings") ?? 0,
            coverage: try object.optionalNumber("coverage"), seconds: try object.optionalNumber("seconds"))
    }
}

extension HistorySummary.Problem {
    fileprivate var members: EventParameters {
        [
            "event": event, "kind": kind, "check": check.isEmpty ? nil : check, "state": state.rawValue,
            "since": EventValue.object(since.members), "failures": failureCount, "runs": runCount,
        ]
    }
}
