package import Trackproof
package import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// The changes between an old and a new version of a tracking plan.
///
/// ```swift
/// let difference = PlanDifference(old: released, new: edited)
/// difference.changes.filter { $0.releasedApps.level == .breaks }
/// ```
package struct PlanDifference: Sendable {
    /// The changes, sorted by level, worst first, then by event and path.
    package let changes: [PlanChange]

    /// Compares two plans.
    ///
    /// - Parameters:
    ///   - old: The plan of the released apps.
    ///   - new: The plan that is to replace the old plan.
    package init(old: TrackingPlan, new: TrackingPlan) {
        var comparer = PlanComparer(old, new)
        changes = comparer.changes().sorted { $0.precedes($1) }
    }

    /// The worst level of all changes, or `ok` if there are no changes.
    package var level: PlanChange.Level { changes.map(\.level).max() ?? .ok }

    /// A suggestion about which number of the plan's version to raise for the new plan.
    package var suggestedVersion: VersionSuggestion { VersionSuggestion(changes) }
}

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
            "subject": subject.rawValue, "direction": direction.rawValue, "event": event, "path": path,
            "condition": condition, "old": old, "new": new,
        ]
        members["oldPlace"] = oldPlace?.json
        members["newPlace"] = newPlace?.json
        members["verdicts"] = .object(
            EventParameters(
                Audience.allCases.map { EventParameter($0.rawValue, .object(verdict(for: $0).members)) }))
        return members
    }
}

extension PlanChange.Verdict {
    fileprivate var members: EventParameters { ["level": level.rawValue, "reason": reason] }
}

/// A suggestion about which number of a plan's version to raise, by the rules of Semantic Versioning 2.0.0.
package struct VersionSuggestion: Sendable, Hashable {
    /// A number of a version, such as the first number.
    package enum Bump: String, Sendable, CaseIterable {
        /// The first number. A change breaks something that worked with the old plan.
        case major
        /// The second number. The events or rules are different, but no change breaks anything.
        case minor
        /// The third number. Only descriptions, examples, owners or settings are different.
        case patch
        /// None of the three numbers, because there is no change.
        case none
    }

    /// The number to raise.
    package let bump: Bump
    /// The reason for raising this number, as one sentence.
    package let reason: String

    /// - Parameter changes: The changes, sorted by level, worst first.
    init(_ changes: [PlanChange]) {
        let breaking = changes.filter { $0.level == .breaks }
        if let first = breaking.first {
            bump = .major
            let audiences = PlanChange.Audience.allCases.filter { audience in
                breaking.contains { $0.verdict(for: audience).level == .breaks }
            }
            reason =
                "\(breaking.count.counted("change")) \(breaking.count == 1 ? "breaks" : "break") "
                + "\(audiences.map(\.words).joinedWithAnd); the first is \(first.title)."
        } else if let first = changes.first(where: { $0.direction != .documentation }) {
            bump = .minor
            reason = "Events or rules are different, and no change breaks anything; the first change is \(first.title)."
        } else if changes.isEmpty {
            bump = .none
            reason = "The plans do not differ."
        } else {
            bump = .patch
            reason = "Only descriptions, examples, owners or settings are different."
        }
    }
}

extension [String] {
    /// The elements, joined for a sentence: "a, b and c".
    fileprivate var joinedWithAnd: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

extension PlanChange.Audience {
    /// The audience, as a text for a sentence: "released apps".
    var words: String {
        switch self {
        case .releasedApps: "released apps"
        case .readers: "readers of the data"
        case .generatedCode: "generated code"
        }
    }
}

extension PlanChange {
    /// The event, the path and the change, such as `purchase: price: type changed`.
    var title: String {
        var parts: [String] = event.isEmpty ? [] : [event.safeForDisplay]
        if !path.isEmpty { parts.append(path.safeForDisplay) }
        return (parts + [words]).joined(separator: ": ")
    }
}
