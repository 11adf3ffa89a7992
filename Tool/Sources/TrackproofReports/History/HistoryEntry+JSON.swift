import Trackproof
package import TrackproofJSON

extension HistoryEntry {
    /// The entry on one line, in version 1 of the history format, without a line break:
    ///
    /// `{"history":1,"id":"…","started":"…","passed":false,"differences":1,"findings":0,"checks":["walk.json"],`
    /// `"problems":[{"event":"purchase","kind":"missing","check":0,"count":1}],"seen":{"login":1}}`
    ///
    /// The member `check` of a problem is the position of a check in the list `checks`. The lists `plans` and `partial`
    /// also contain positions in `checks`. If the line would be longer than ``HistoryLimits/line`` bytes, this property
    /// leaves out the least important problems, names and checks. The member `leftOut` is their number.
    package var line: String {
        var entry = self
        var json = EventValue.object(members).json
        while json.utf8.count >= HistoryLimits.line, entry.halve() { json = EventValue.object(entry.members).json }
        return json
    }

    private var members: EventParameters {
        let positions = Dictionary(checks.enumerated().map { ($1, $0) }) { first, _ in first }
        func list(_ names: Set<String>) -> EventValue? {
            let list = names.compactMap { positions[$0] }.sorted().map { EventValue.integer(Int64($0)) }
            return list.isEmpty ? nil : .array(list)
        }
        let sorted = problems.sorted { $0.key < $1.key }.map { problem, count -> EventValue in
            let members: EventParameters = [
                "event": problem.event, "kind": problem.kind, "check": positions[problem.check], "count": count,
            ]
            return .object(members)
        }
        let seen = seen.sorted { $0.key < $1.key }.map { EventParameter($0.key, .integer(Int64($0.value))) }
        return [
            "history": 1, "id": run.id, "started": run.started.description,
            "seconds": run.seconds?.wholeMilliseconds, "revision": run.revision,
            "branch": run.branch, "passed": run.isPassed, "differences": run.differenceCount,
            "findings": run.findingCount, "coverage": run.coverage,
            "runs": parts.isEmpty ? nil : EventValue.array(parts.map(EventValue.string)),
            "checks": EventValue.array(checks.map(EventValue.string)), "plans": list(planChecks),
            "partial": list(partialChecks), "problems": EventValue.array(sorted),
            "seen": EventValue.object(EventParameters(seen)), "leftOut": leftOut == 0 ? nil : leftOut,
        ]
    }

    /// Reads an entry from one line of a file of the history.
    ///
    /// - Parameters:
    ///   - line: The line, without its line break.
    ///   - place: The file and the number of the line, for errors.
    /// - Throws: ``DocumentError`` if the line is not an entry of version 1. Unknown members are ignored.
    package init(line: some Collection<UInt8>, place: String) throws(DocumentError) {
        let value: EventValue
        do {
            value = try EventValue(json: Array(line), of: place)
        } catch {
            throw DocumentError(place: place, message: "not JSON")
        }
        let object = try DocumentObject(value, at: place)
        guard object.value("history")?.integer == 1 else {
            throw DocumentError(place: place, message: "expected an entry of a history, {\"history\":1,…}")
        }
        self.init(try HistorySummary.Run(object))
        parts = try object.optionalTexts("runs").sorted()
        checks = try object.optionalTexts("checks")
        for (position, path) in try object.optionalElements("plans") { planChecks.insert(try check(position, path)) }
        for (position, path) in try object.optionalElements("partial") {
            partialChecks.insert(try check(position, path))
        }
        for (value, path) in try object.optionalElements("problems") {
            let members = try DocumentObject(value, at: path)
            var name = ""
            if let position = members.value("check") { name = try check(position, members.path("check")) }
            let problem = Problem(event: try members.text("event"), kind: try members.text("kind"), check: name)
            problems[problem] = try members.count("count")
        }
        let names = try object.optionalEntries("seen")
        seen.reserveCapacity(names.count)
        for entry in names {
            guard let count = entry.value.integer, 0...(1 << 53) ~= count else {
                throw DocumentError(
                    place: object.path("seen"), message: "expected an object whose values are numbers of events")
            }
            seen[entry.name] = Int(count)
        }
        leftOut = try object.optionalCount("leftOut") ?? 0
    }

    /// Returns the name of the check at a position in `checks`.
    private func check(_ position: EventValue, _ path: String) throws(DocumentError) -> String {
        guard let index = position.integer.flatMap(Int.init(exactly:)), checks.indices.contains(index) else {
            throw DocumentError(place: path, message: "expected the index of an element of \"checks\"")
        }
        return checks[index]
    }
}
