package import Trackproof
import TrackproofPlans
import TrackproofSnapshots

extension PlanDifference {
    /// The changes as JSON for programs, in one line:
    /// `{"difference":1,"suggestedVersion":{"bump":…,"reason":…},"changes":[{"subject":…,"direction":…,"event":…,"path":…,…}]}`.
    /// The number 1 is the version of the format.
    package var json: String { members.json + "\n" }

    /// The members of ``json``.
    package var members: EventParameters {
        var document: EventParameters = ["difference": 1]
        document["suggestedVersion"] = .object([
            "bump": suggestedVersion.bump.rawValue, "reason": suggestedVersion.reason,
        ])
        document["changes"] = .array(changes.map { .object($0.members) })
        return document
    }
}

extension PlanChange {
    /// The change as a JSON object. If a property is `nil`, the object has no member for the property.
    package var members: EventParameters {
        var members: EventParameters = [
            "subject": .string(subject.rawValue), "direction": .string(direction.rawValue), "event": .string(event),
            "path": .string(path),
        ]
        if let condition { members["condition"] = .string(condition) }
        if let old { members["old"] = .string(old) }
        if let new { members["new"] = .string(new) }
        if let oldPlace { members["oldPlace"] = .object(oldPlace.members) }
        if let newPlace { members["newPlace"] = .object(newPlace.members) }
        members["verdicts"] = .object(
            EventParameters(
                Audience.allCases.map { EventParameter($0.rawValue, .object(verdict(for: $0).members)) }))
        return members
    }
}

extension PlanChange.Verdict {
    fileprivate var members: EventParameters { ["level": level.rawValue, "reason": reason] }
}

extension PlanPlace {
    fileprivate var members: EventParameters { ["file": file, "line": line, "column": column] }
}
