import Trackproof
package import TrackproofPlans
import TrackproofPlatform

/// A change between an old and a new version of a tracking plan.
package struct PlanChange: Sendable, Hashable {
    /// What changed, such as the type of a value.
    package let subject: Subject
    /// How it changed, for example whether fewer values are allowed than before.
    package let direction: Direction
    /// The event's name, or an empty text if the change applies to the plan itself, such as to its name.
    package internal(set) var event: String
    /// The path of the changed value in the event, such as `items[].sku`. Empty if the event itself changed.
    package internal(set) var path: String
    /// The condition under which the change applies, such as `"method" is "card"` for a value of a variant, or `the
    /// platform is ios`. `nil` if it always applies.
    package internal(set) var condition: String?
    /// The old plan's text or rule that changed, such as `string`, or `nil` if the old plan has no such rule.
    package let old: String?
    /// The new plan's text or rule, such as `integer`, or `nil` if the new plan has no such rule.
    package let new: String?
    /// The file and line of the old rule, or `nil` if the old plan has no such rule, or the comparison does not know it.
    package internal(set) var oldPlace: PlanPlace?
    /// The file and line of the new rule, or `nil` if the new plan has no such rule, or the comparison does not know it.
    package internal(set) var newPlace: PlanPlace?
    /// Whether the events that released apps send still fit the new plan.
    package internal(set) var releasedApps: Verdict
    /// Whether queries and columns that were made for the old plan still work.
    package let readers: Verdict
    /// Whether code that uses the types generated from the old plan still compiles with the types from the new plan.
    package let generatedCode: Verdict

    /// What a change changes. Its raw value is its id in reports.
    package enum Subject: String, Sendable, CaseIterable {
        /// An event, a parameter, a variant of an event, or an entry of `versions`.
        case event, parameter, variant, version
        /// The kind of an event, such as `track`.
        case kind
        /// Which apps and app versions track an event, and for how long.
        case platforms, since, expiry, deprecation, replacement
        /// The name under which a destination receives an event.
        case destinationName = "destination-name"
        /// The name of a function, an argument, a type or a value in generated Swift.
        case swiftName = "swift-name"
        /// Whether a parameter is required.
        case presence
        /// Whether a parameter is required if another parameter is present (`dependentRequired`).
        case dependency
        /// A parameter that apps must not send (`never`), and that the other plan does not declare.
        case prohibition
        /// The parameters that the plan does not declare.
        case otherParameters = "other-parameters"
        /// The schema of the names of properties (`propertyNames`).
        case propertyNames = "property-names"
        /// The rules for a value.
        case type, null, values, range, length, pattern, format
        /// The number of elements of a list or of properties of an object, and whether elements must differ.
        case items, properties
        /// The schemas of `anyOf` and `oneOf`.
        case alternatives
        /// The schemas of `not` and `if`, or several schemas that apply together.
        case conditions
        /// Whether a value can contain personal data, and which.
        case personalData = "personal-data"
        /// How a check reports findings.
        case severity, exemption, destination
        /// Information for people and for code, which does not decide whether an event fits the plan.
        case description, owner, examples, setting, `default`
    }

    /// How a change changes its subject.
    package enum Direction: String, Sendable, CaseIterable {
        /// Only the new plan has it.
        case added
        /// Only the old plan has it.
        case removed
        /// The new plan has it under another name.
        case renamed
        /// The new plan allows less than the old plan.
        case narrowed
        /// The new plan allows more than the old plan.
        case widened
        /// The new plan allows something else.
        case changed
        /// The rules are different, and the comparison cannot say which of them allow more.
        case notCompared = "not-compared"
        /// Only information for people is different.
        case documentation

        /// The direction, as a text for reports after the name of the subject.
        package var words: String {
            switch self {
            case .documentation: "changed"
            case .notCompared: "changed, cannot be compared"
            default: rawValue
            }
        }
    }

    /// The subject and the direction, as a text for reports: "range narrowed".
    package var words: String { subject.rawValue.replacing("-", with: " ") + " " + direction.words }

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
    /// Returns whether a report lists this change before `other`: by level, worst first, then by event, path and subject.
    func precedes(_ other: PlanChange) -> Bool {
        if level != other.level { return level > other.level }
        if !event.isExactly(other.event) { return event.precedesExactly(other.event) }
        if !path.isExactly(other.path) { return path.precedesExactly(other.path) }
        let pairs = [
            (condition, other.condition), (subject.rawValue, other.subject.rawValue),
            (direction.rawValue, other.direction.rawValue), (old, other.old), (new, other.new),
        ]
        for (own, others) in pairs where !own.isExactly(others) { return (own ?? "").precedesExactly(others ?? "") }
        return false
    }
}

// A change of a rule has one direction, and the effect on an audience follows from the direction. The subject decides only
// whether the audience sees the rule at all, and in a few cases how.
extension PlanChange.Verdict {
    static func ok(_ reason: String) -> Self { Self(level: .ok, reason: reason) }
    static func warns(_ reason: String) -> Self { Self(level: .warns, reason: reason) }
    static func breaks(_ reason: String) -> Self { Self(level: .breaks, reason: reason) }

    /// The effect of a change on queries and columns.
    static func forReaders(_ subject: PlanChange.Subject, _ direction: PlanChange.Direction, isInteger: Bool) -> Self {
        let isOfApps = PlanChange.Subject.ofApps.contains(subject)
        return switch (subject, direction) {
        case _ where PlanChange.Subject.ofChecks.contains(subject): .ok("The form of correct rows stays the same.")
        case (_, .removed) where isOfApps, (_, .widened) where isOfApps: .ok("At least the same apps send rows.")
        case _ where isOfApps: .warns("Fewer apps send the event.")
        case (.kind, _): .breaks("Queries for the old kind find no new rows.")
        case (.presence, .widened): .warns("NULL can arrive, because apps may leave the value out.")
        case (.type, .widened) where isInteger: .warns("Numbers of the column can have fractions.")
        case (.type, .widened), (.type, .changed): .breaks("The column can have values of another type.")
        case (_, .added): .ok("No query reads it yet.")
        case (_, .removed): .breaks("No new values arrive.")
        case (_, .renamed): .breaks("New values arrive under another name.")
        case (_, .narrowed): .ok("All new values were allowed before.")
        case (_, .widened), (_, .changed): .warns("Values can arrive that were not allowed before.")
        case (_, .documentation): .ok("The form of correct rows stays the same.")
        case (_, .notCompared): .warns("Perhaps values arrive that were not allowed before.")
        }
    }

    /// The effect of a change on code that uses the types generated from the plan.
    static func forGeneratedCode(_ subject: PlanChange.Subject, _ direction: PlanChange.Direction) -> Self {
        let isOfCode = PlanChange.Subject.ofGeneratedCode.contains(subject)
        return switch (subject, direction) {
        case (.deprecation, .added), (.replacement, .added), (.replacement, .changed):
            .warns("The compiler can warn that the declaration is deprecated.")
        case _ where !isOfCode: .ok("The generated declarations do not change.")
        case (.presence, .widened): .ok("A value can be passed for an optional argument.")
        case (.type, .widened): .breaks("The declaration has another type.")
        case (.variant, .added), (.variant, .changed): .warns("Code that handles all variants must handle this one.")
        case (_, .added): .ok("No code uses the declaration yet.")
        case (_, .removed), (_, .renamed): .breaks("The declaration is gone, or has another name.")
        case (_, .narrowed), (_, .changed): .breaks("Code that passes an old value does not compile.")
        case (_, .widened): .warns("Code that reads all values must handle the new values.")
        case (_, .documentation): .ok("The generated declarations do not change.")
        case (_, .notCompared): .warns("Perhaps the declaration changes.")
        }
    }
}

extension PlanChange.Subject {
    /// How a check reports events. These subjects do not change rows that fit the plan.
    fileprivate static let ofChecks: Set<Self> = [
        .version, .prohibition, .severity, .exemption, .destination, .swiftName,
    ]
    /// Which apps send an event.
    fileprivate static let ofApps: Set<Self> = [.platforms, .since, .expiry, .deprecation, .replacement]
    fileprivate static let ofGeneratedCode: Set<Self> = [
        .event, .swiftName, .parameter, .variant, .presence, .type, .null, .values, .alternatives,
    ]
}
