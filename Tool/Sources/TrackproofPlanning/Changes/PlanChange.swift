import Trackproof
package import TrackproofPlans
import TrackproofText

/// A change between an old and a new version of a tracking plan.
package struct PlanChange: Sendable, Hashable {
    /// The kind of the change.
    package let kind: Kind
    /// The event's name, or an empty text if the change applies to the plan itself, such as to its name.
    package internal(set) var event: String
    /// The path of the changed value in the event, such as `items[].sku`. Empty if the event itself changed.
    package let path: String
    /// If the value belongs to a variant, the condition of the variant, such as `"method" is "card"`. Otherwise `nil`.
    package let condition: String?
    /// The old plan's text or rule that changed, such as `string`, or `nil` if the old plan has no such rule.
    package let old: String?
    /// The new plan's text or rule, such as `integer`, or `nil` if the new plan has no such rule.
    package let new: String?
    /// The file and line of the old rule, or `nil` if the comparison knows no such line.
    package internal(set) var oldPlace: PlanPlace?
    /// The file and line of the new rule, or `nil` if the comparison knows no such line.
    package internal(set) var newPlace: PlanPlace?
    /// Whether the events that released apps send still fit the new plan.
    package internal(set) var releasedApps: Verdict
    /// Whether queries and columns that were made for the old plan still work.
    package let readers: Verdict
    /// Whether code that uses the types generated from the old plan still compiles with the types from the new plan.
    package let generatedCode: Verdict

    /// The apps, people or code that a change affects.
    package enum Audience: String, Sendable, CaseIterable {
        /// The apps that were released with the old plan.
        case releasedApps = "released-apps"
        /// The people and programs that read the recorded events, for example with queries.
        case readers
        /// The code that uses types generated from the plan.
        case generatedCode = "generated-code"
    }

    /// The effect of a change on an audience.
    package struct Verdict: Sendable, Hashable {
        /// How bad the effect is.
        package let level: Level
        /// The reason for the level, as one sentence.
        package let reason: String
    }

    /// How bad a change is for an audience.
    package enum Level: String, Sendable, CaseIterable, Comparable {
        /// The change has no effect that needs attention.
        case ok
        /// The change may need attention.
        case warns
        /// The change breaks what worked with the old plan.
        case breaks

        /// Returns whether `left` is less bad than `right`.
        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .ok: 0
            case .warns: 1
            case .breaks: 2
            }
        }
    }

    /// Returns the effect of the change on an audience.
    package func verdict(for audience: Audience) -> Verdict {
        switch audience {
        case .releasedApps: releasedApps
        case .readers: readers
        case .generatedCode: generatedCode
        }
    }

    /// The worst level of the three verdicts.
    package var level: Level { max(releasedApps.level, readers.level, generatedCode.level) }
}

extension PlanChange {
    /// Returns whether a report lists this change before `other`: by level, worst first, then by event, path and kind.
    func precedes(_ other: PlanChange) -> Bool {
        if level != other.level { return level > other.level }
        if !event.isExactly(other.event) { return event.precedesExactly(other.event) }
        if !path.isExactly(other.path) { return path.precedesExactly(other.path) }
        let pairs = [
            (condition, other.condition), (kind.rawValue, other.kind.rawValue), (old, other.old), (new, other.new),
        ]
        for (own, others) in pairs where !own.isExactly(others) { return (own ?? "").precedesExactly(others ?? "") }
        return false
    }
}
