package import Trackproof
package import TrackproofJSON
import TrackproofPlans
import TrackproofPlatform

extension NameCounts: EventValueConvertible {
    /// An object with a number for each name, sorted by name.
    package var eventValue: EventValue? {
        .object(EventParameters(sorted.map { EventParameter($0.name, .integer(Int64($0.count))) }))
    }
}

extension CheckTally {
    /// The result as JSON on one line, in version 1 of the format.
    package var json: String { EventValue.object(members).json + "\n" }

    /// The members of the JSON object in ``json``.
    package var members: EventParameters {
        var members: EventParameters = [
            "check": 1, "events": eventCount, "planned": fittingCount,
            "findings": sortedGroups.map { self.members($0) },
        ]
        let uncounted = uncounted.sorted { $0.key > $1.key }
        if !uncounted.isEmpty {
            members["unlisted"] = .integer(Int64(uncountedFindings))
            members["unlistedBySeverity"] = .object(
                EventParameters(uncounted.map { EventParameter($0.key.rawValue, .integer(Int64($0.value))) }))
        }
        return members
    }

    /// The members in ``members``, and the members that ``init(_:)`` needs in addition to read the result again.
    package var membersOfReport: EventParameters {
        var members = members
        members["findings"] = .array(sortedGroups.map { .object(membersOfReport($0)) })
        let unplanned = unplannedNames.values
        return members.merging([
            "names": plannedNames.values, "skippedEvents": skippedCount > 0 ? skippedCount : nil,
            "ignoredEvents": ignoredCount > 0 ? ignoredCount : nil,
            "unplannedNames": unplanned.isEmpty ? nil : unplanned,
        ])
    }

    /// Returns the members that ``members`` and ``membersOfReport`` have for a group of findings.
    package func membersOfReport(_ group: FindingGroup) -> EventParameters {
        var members = members(group)
        // `path` and the first text in `found` can come from different findings of the group. `sample` has the path and
        // the text of one finding.
        members["sample"] = .object(["path": group.sample.path, "found": group.sample.found])
        return members
    }

    private func members(_ group: FindingGroup) -> EventParameters {
        let finding = group.sample
        return [
            "id": group.key.id.rawValue, "severity": group.severity.rawValue, "event": group.key.event,
            "path": group.key.path, "expected": finding.expected,
            "found": group.samples, "nearest": finding.nearest, "owner": finding.owner, "count": group.count,
            "events": group.eventCount, "share": share(of: group).value, "accepted": group.accepted?.members,
            "first": group.first.json, "last": group.last.json, "plan": finding.planPlace?.json,
        ]
    }
}

extension CheckTally {
    /// Reads a tally from the JSON object that ``membersOfReport`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        let groups = try object.objects("findings").map(FindingGroup.init)
        self.init(
            eventCount: try object.count("events"), fittingCount: try object.count("planned"),
            skippedCount: try object.optionalCount("skippedEvents") ?? 0,
            ignoredCount: try object.optionalCount("ignoredEvents") ?? 0,
            eventCounts: try object.counts("names"),
            unplannedCounts: try object.optionalCounts("unplannedNames") ?? [:],
            groups: groups, uncounted: try object.uncounted())
    }
}

extension DocumentObject {
    /// Reads, for each severity, the number of findings that are in no group.
    fileprivate func uncounted() throws(DocumentError) -> [Severity: Int] {
        guard let all = try optionalCount("unlisted") else { return [:] }
        var result: [Severity: Int] = [:]
        for (name, count) in try counts("unlistedBySeverity").sorted {
            guard let severity = Severity(rawValue: name) else {
                throw DocumentError(
                    place: path("unlistedBySeverity"), message: "expected the member names error, warning or info")
            }
            result[severity] = count
        }
        guard result.values.reduce(0, +) == all else {
            throw DocumentError(place: path("unlisted"), message: "expected the sum of \"unlistedBySeverity\"")
        }
        return result
    }

    /// Reads the member `name` as ``counts(_:)`` does. Returns `nil` if the member is absent or null.
    package func optionalCounts(_ name: String) throws(DocumentError) -> NameCounts? {
        try value(name) == nil ? nil : counts(name)
    }

    /// Reads the member `name`, whose value is an object with a number of events for each name.
    package func counts(_ name: String) throws(DocumentError) -> NameCounts {
        var counts = NameCounts()
        for entry in try entries(name) {
            guard let count = entry.value.integer, 0...(1 << 53) ~= count else {
                throw DocumentError(place: path(name), message: "expected an object whose values are numbers of events")
            }
            counts[entry.name] = Int(count)
        }
        return counts
    }
}

extension FindingGroup {
    fileprivate init(_ object: DocumentObject) throws(DocumentError) {
        self.init(
            try PlanFinding(object), count: try object.count("count"), eventCount: try object.count("events"),
            first: try EventPlace(object.object("first")), last: try EventPlace(object.object("last")),
            samples: try object.texts("found").map(\.safeForDisplay))
        accepted = try object.optionalObject("accepted").map(FindingShare.init)
    }
}

extension PlanFinding {
    /// Reads the finding that represents a group from the group's JSON object.
    ///
    /// A finding has only words that are safe to show. The initializer escapes other words, because somebody else can
    /// have written the JSON.
    package init(_ object: DocumentObject) throws(DocumentError) {
        let sample = try object.object("sample")
        self.init(
            id: try object.choice("id"), severity: try object.choice("severity"), event: try object.text("event"),
            path: try sample.text("path"), expected: try object.text("expected").safeForDisplay,
            found: try sample.text("found").safeForDisplay,
            nearest: try object.optionalText("nearest"), owner: try object.optionalText("owner"),
            planPlace: try object.optionalObject("plan").map(PlanPlace.init))
    }
}

extension PlanPlace {
    /// The place as a JSON object with the members `file`, `line` and `column`.
    package var json: EventValue { .object(["file": file, "line": line, "column": column]) }

    /// Reads a place from the JSON object that ``json`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init(
            file: try object.text("file"), line: try object.count("line"), column: try object.count("column"))
    }
}

extension EventPlace {
    /// The place as a JSON object with the members `file`, `number` and, if it is not 0, `offset`.
    var json: EventValue {
        .object(["file": origin, "number": number, "offset": offset == 0 ? nil : Int64(clamping: offset)])
    }

    /// Reads a place from the JSON object that ``json`` describes.
    package init(_ object: DocumentObject) throws(DocumentError) {
        self.init(
            try object.text("file"), offset: UInt64(try object.optionalCount("offset") ?? 0),
            number: try object.count("number"))
    }
}
