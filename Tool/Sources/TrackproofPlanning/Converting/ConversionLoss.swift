import Trackproof
import TrackproofJSON
package import TrackproofPlans
import TrackproofPlatform

/// A part of a tracking plan that the converted plan lacks, or has in another form.
package struct ConversionLoss: Sendable, Hashable {
    /// How much a loss matters.
    package enum Weight: String, Sendable, CaseIterable {
        /// The loss changes which events fit the plan.
        case rule
        /// The loss changes only information about the plan, such as an id or a date.
        case information
    }

    /// What the conversion did with the part.
    package enum Outcome: Sendable, Hashable {
        case leftOut
        case changed(to: String)
    }

    /// The place of the part in the file that was read.
    package let place: PlanPlace
    /// The place of the first of two parts, if the lost part is the second. Otherwise `nil`.
    package let first: PlanPlace?
    /// The name of the event, or `nil` if the part does not belong to an event.
    package let event: String?
    /// The path of the parameter, such as `items[].sku`, or `nil` if the part does not belong to a parameter.
    package let parameter: String?
    /// The kind of the part. Losses of the same kind are counted together.
    package let kind: String
    /// The part itself, such as a pattern.
    package let found: String
    package let outcome: Outcome
    package let weight: Weight
    /// Whether the converted plan lacks the complete event or parameter.
    package let isWhole: Bool
}

extension ConversionLoss {
    /// The loss as a line of JSON, without a line break.
    package var json: String {
        var members = place.members
        if let event { members["event"] = .string(event) }
        if let parameter { members["parameter"] = .string(parameter) }
        members["weight"] = .string(weight.rawValue)
        members["kind"] = .string(kind)
        members["found"] = .string(found)
        if let first { members["first"] = .object(first.members) }
        switch outcome {
        case .leftOut: members["outcome"] = .string("left out")
        case .changed(let form):
            members["outcome"] = .string("changed")
            members["to"] = .string(form)
        }
        return EventValue.object(members).json
    }
}

extension PlanPlace {
    fileprivate var members: EventParameters {
        ["file": .string(file), "line": .integer(Int64(line)), "column": .integer(Int64(column))]
    }
}

/// The name of an event, and the path of a parameter or a property in it.
struct ConversionPath: Hashable {
    var event: String?
    private(set) var parameter: String?

    init(event: String? = nil) { self.event = event }

    /// Returns the path of a parameter, or of a property of the object at this path.
    func property(_ name: String) -> ConversionPath {
        var path = self
        path.parameter = parameter.map { $0 + "." + name } ?? name
        return path
    }

    /// The path of the elements of the list at this path.
    var element: ConversionPath {
        var path = self
        path.parameter = (parameter ?? "") + "[]"
        return path
    }
}

/// The number of events or parameters, by how well the converted plan describes them.
package struct ConversionCounts: Sendable, Equatable {
    /// The number of events or parameters that the converted plan describes without a loss of rules.
    package var complete = 0
    /// The number of events or parameters that the converted plan describes with a loss of rules.
    package var partial = 0
    /// The number of events or parameters that the converted plan lacks.
    package var missing = 0
}
