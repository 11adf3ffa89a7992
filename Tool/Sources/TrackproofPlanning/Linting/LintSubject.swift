import Trackproof
import TrackproofPlans
import TrackproofText

/// What a finding of lint is about: an event, a parameter, a type, a shared group or the plan itself.
struct LintSubject: Sendable {
    /// A component of the path to a schema.
    enum PathPart: Sendable {
        case member(String)
        /// The elements of a list.
        case elements
    }

    /// The event's name, or `nil` for types, shared groups and the plan itself.
    var event: String?
    var owner: String?
    var path: [PathPart] = []
    /// The index in ``ExemptionScopes`` of the innermost exemptions that apply, or `nil` if no exemption applies.
    var scope: Int?
    /// Whether destinations store the values as parameters or traits. `nil` if lint does not check limits here.
    var use: DestinationUse? = .event

    /// Returns the subject for a schema inside this subject's schema.
    func inside(_ part: PathPart) -> LintSubject {
        var subject = self
        subject.path.append(part)
        return subject
    }

    /// The path as text, such as `items[].sku`.
    var pathText: String {
        var text = ""
        for part in path {
            // A plan can have a finding in each schema of a deep type. With complete paths, the report would be huge.
            if text.utf8.count > 1_000 { return text + "…" }
            switch part {
            case .member(let name):
                if !text.isEmpty { text += "." }
                text += name.cut(to: 200).escapedInPath
            case .elements: text += "[]"
            }
        }
        return text
    }
}
