internal import Trackproof

/// A change between an old and a new version of a tracking plan.
@_spi(Tooling) public struct PlanChange: Sendable, Hashable {
    /// The kind of the change.
    public let kind: Kind
    /// The event's name. Empty if the change is about the whole plan.
    public internal(set) var event: String
    /// The path of the value, such as `items[].sku`. Empty if the change is about the whole event.
    public let path: String
    /// The condition of the variant that the value belongs to, such as `"method" is "card"`.
    public let condition: String?
    /// What the old plan says, or `nil` if it says nothing.
    public let old: String?
    /// What the new plan says, or `nil` if it says nothing.
    public let new: String?
    /// The place in the old plan, or `nil` if there is none.
    public internal(set) var oldPlace: PlanPlace?
    /// The place in the new plan, or `nil` if there is none.
    public internal(set) var newPlace: PlanPlace?
    /// Whether events that released apps send still fit the plan.
    public internal(set) var releasedApps: Verdict
    /// Whether existing queries and columns still work.
    public let readers: Verdict
    /// Whether code that uses the generated types still compiles.
    public let generatedCode: Verdict

    /// The apps, people or code that a change affects.
    public enum Audience: String, Sendable, CaseIterable {
        /// The apps that were released with the old plan.
        case releasedApps = "released-apps"
        /// The people and programs that read the data.
        case readers
        /// The code that uses types generated from the plan.
        case generatedCode = "generated-code"
    }

    /// What a change means for an audience.
    public struct Verdict: Sendable, Hashable {
        /// How bad the change is.
        public let level: Level
        /// The reason, as one sentence.
        public let reason: String
    }

    /// How bad a change is for an audience.
    public enum Level: String, Sendable, CaseIterable, Comparable {
        /// The change has no effect that needs attention.
        case ok
        /// The change may need attention.
        case warns
        /// The change breaks what worked with the old plan.
        case breaks

        /// Returns whether `left` is less bad.
        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .ok: 0
            case .warns: 1
            case .breaks: 2
            }
        }
    }

    /// Returns what the change means for an audience.
    public func verdict(for audience: Audience) -> Verdict {
        switch audience {
        case .releasedApps: releasedApps
        case .readers: readers
        case .generatedCode: generatedCode
        }
    }

    /// The worst of the three verdicts.
    public var level: Level { max(releasedApps.level, readers.level, generatedCode.level) }
}

extension PlanChange {
    /// Returns whether the change comes before `other` in a list: first the worst level, then by event, path and kind.
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
