import Trackproof
package import TrackproofPlans
import TrackproofText

/// A weakness of a plan that lint found.
package struct LintFinding: Sendable, Hashable {
    /// The kind of the finding.
    package var id: LintID
    /// The severity that the plan sets for the finding, or the default severity.
    package var severity: Severity
    /// The event's name, or `nil` if the finding is not about an event. For example, it can be about a named type.
    package var event: String?
    /// The path of the parameter, such as `items[].sku`. Empty if the finding is not about a parameter.
    ///
    /// If the finding is about a named type, the path begins with the name of the type.
    package var path: String
    /// The place of the weakness in the plan's file.
    package var place: PlanPlace
    /// What is wrong, as a sentence without a period.
    package var message: String
    /// The team that owns the event, or `nil` if the plan does not name a team.
    package var owner: String?
}

extension LintFinding: CustomStringConvertible {
    /// The finding as one line: `plan.json:3:14: warning: purchase: price: the parameter has no description (id)`.
    package var description: String {
        var text = "\(place): \(severity.rawValue): "
        if let event { text += event.nameForMessages + ": " }
        if !path.isEmpty { text += path.safeForDisplay + ": " }
        return text + "\(message) (\(id.rawValue))"
    }
}
