package import Trackproof
package import TrackproofSnapshots

extension Comparison {
    /// The comparison for programs, as a JSON object in version 1:
    /// `{"comparison":1,"matched":N,"differences":[{"kind":…,"expected":{…},"actual":{…},"position":{…},…}]}`.
    ///
    /// If the comparison did not examine all events that differ, the member `unexamined` says how many other events
    /// differ.
    package var members: EventParameters { members(isWhole: false) }

    /// The ``members``, and the additional members that are needed to create the text of the comparison again.
    package var membersOfReport: EventParameters { members(isWhole: true) }

    private func members(isWhole: Bool) -> EventParameters {
        var document: EventParameters = ["comparison": 1, "matched": matched]
        document["differences"] = .array(differences.map { $0.json(isWhole: isWhole) })
        if isWhole, changesEveryEvent { document["everyEvent"] = .bool(true) }
        if isWhole, unchangedAfter > 0 { document["unchangedAfter"] = .integer(Int64(unchangedAfter)) }
        if unexamined.expected + unexamined.actual > 0 {
            document["unexamined"] = .object(["expected": unexamined.expected, "actual": unexamined.actual])
        }
        return document
    }
}

extension Difference {
    fileprivate func json(isWhole: Bool) -> EventValue {
        var members = EventParameters()
        members["kind"] = .string(kind.rawValue)
        members["expected"] = expected.map(\.json) ?? .null
        members["actual"] = actual.map(\.json) ?? .null
        members["position"] = .object(
            EventParameters([
                EventParameter("expected", expectedPosition.map { .integer(Int64($0)) } ?? .null),
                EventParameter("actual", actualPosition.map { .integer(Int64($0)) } ?? .null),
            ]))
        members["parameters"] = .array(
            parameters.map { parameter in
                var members = parameter.members
                if isWhole, parameter.isVolatile { members["volatile"] = .bool(true) }
                if isWhole, parameter.hasLookalike { members["lookalike"] = .bool(true) }
                return .object(members)
            })
        if isWhole, unchangedBefore > 0 { members["unchangedBefore"] = .integer(Int64(unchangedBefore)) }
        return .object(members)
    }
}

extension ParameterDifference {
    /// The difference as an object. If there is no expected or no actual value, the object lacks the member for it.
    package var members: EventParameters {
        var members: EventParameters = ["path": path, "change": change.rawValue]
        if let expected { members["expected"] = expected }
        if let actual { members["actual"] = actual }
        return members
    }
}

extension Event {
    fileprivate var json: EventValue {
        var members: EventParameters = ["kind": kind.rawValue]
        if !name.isEmpty || !kind.isIdentity { members["name"] = .string(name) }
        if let user { members["user"] = .string(user) }
        members["parameters"] = .object(parameters)
        return .object(members)
    }
}
