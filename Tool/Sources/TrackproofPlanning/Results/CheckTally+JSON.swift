package import Trackproof
import TrackproofJSON
import TrackproofPlans

extension EventParameters {
    /// Creates an object with a number for each name, sorted by name.
    package init(_ counts: NameCounts) {
        self.init(counts.sorted.map { EventParameter($0.name, .integer(Int64($0.count))) })
    }
}

extension CheckTally {
    /// The result as JSON on one line, in version 1 of the format.
    package var json: String { EventValue.object(members).json + "\n" }

    /// The members of the JSON object in ``json``.
    package var members: EventParameters {
        var members: EventParameters = [
            "check": 1, "events": eventCount, "planned": fittingCount,
            "findings": EventValue.array(sortedGroups.map { .object(self.members($0)) }),
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
        members["names"] = .object(EventParameters(plannedNames.values))
        let unplanned = unplannedNames.values
        if !unplanned.isEmpty { members["unplannedNames"] = .object(EventParameters(unplanned)) }
        return members
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
            "found": EventValue.array(group.samples.map { .string($0) }), "nearest": finding.nearest,
            "owner": finding.owner, "count": group.count, "events": group.eventCount,
            "share": share(of: group),
            "first": EventValue.object(members(group.first)), "last": EventValue.object(members(group.last)),
            "plan": finding.planPlace.map { EventValue.object(members($0)) },
        ]
    }

    /// Returns the members of the JSON object for the place of an event.
    package func members(_ place: EventPlace) -> EventParameters {
        ["file": place.origin, "number": place.number, "part": place.part == 0 ? nil : Int64(clamping: place.part)]
    }

    private func members(_ place: PlanPlace) -> EventParameters {
        ["file": place.file, "line": place.line, "column": place.column]
    }
}
