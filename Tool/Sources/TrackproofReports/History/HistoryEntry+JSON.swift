internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

extension HistoryEntry {
    /// The entry on one line, in version 1 of the history format:
    ///
    /// `{"history":1,"id":"…","started":"…","passed":false,"differences":1,"findings":0,"checks":["walk.json"],`
    /// `"problems":[{"event":"purchase","kind":"missing","check":0,"count":1}],"seen":{"login":1}}`
    package var line: String {
        let sorted = problems.sorted { $0.key < $1.key }.map { problem, count -> EventValue in
            let members: EventParameters = [
                "event": problem.event, "kind": problem.kind, "check": checks.firstIndex(of: problem.check),
                "count": count,
            ]
            return .object(members)
        }
        let names = seen.sorted { $0.key < $1.key }.map { EventParameter($0.key, .integer(Int64($0.value))) }
        let members: EventParameters = [
            "history": 1, "id": run.id, "started": run.started.description,
            "seconds": run.seconds.map { ($0 * 1000).rounded() / 1000 }, "revision": run.revision,
            "branch": run.branch, "passed": run.isPassed, "differences": run.differenceCount,
            "findings": run.findingCount, "coverage": run.coverage.map { ($0 * 100).rounded() / 100 },
            "checks": EventValue.array(checks.map(EventValue.string)), "problems": EventValue.array(sorted),
            "seen": EventValue.object(EventParameters(names)), "leftOut": leftOut == 0 ? nil : leftOut,
        ]
        return EventValue.object(members).json
    }

    /// Reads an entry.
    ///
    /// - Parameters:
    ///   - line: One line of a file.
    ///   - place: The file and the number of the line, for errors.
    /// - Throws: ``ReportError`` if the line is not an entry of version 1. Unknown members are ignored.
    init(line: some Collection<UInt8>, place: String) throws(ReportError) {
        let value: EventValue
        do {
            value = try EventValue(json: Array(line), of: place)
        } catch {
            throw ReportError(place: place, message: "not JSON")
        }
        let object = try ReportObject(value, at: place)
        guard object.value("history")?.integer == 1 else {
            throw ReportError(place: place, message: "not an entry of version 1 of the history")
        }
        self.init(try HistorySummary.Run(object))
        checks = try object.texts("checks")
        for (value, path) in try object.elements("problems") {
            let members = try ReportObject(value, at: path)
            let check = try members.optionalCount("check").flatMap { checks.indices.contains($0) ? checks[$0] : nil }
            let problem = Problem(
                event: try members.text("event"), kind: try members.text("kind"), check: check ?? "")
            problems[problem] = try members.count("count")
        }
        if object.value("seen") != nil {
            let names = try object.object("seen")
            for entry in try object.entries("seen") { seen[entry.name] = try names.count(entry.name) }
        }
        leftOut = try object.optionalCount("leftOut") ?? 0
    }
}
