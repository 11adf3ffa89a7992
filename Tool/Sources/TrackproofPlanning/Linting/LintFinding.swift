import Trackproof
package import TrackproofPlans
import TrackproofPlatform

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

extension LintFinding {
    /// What a baseline contains of the finding.
    package var key: FindingKey<LintID> { FindingKey(event: event ?? "", path: path, id: id) }
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

/// What a finding of lint is about: an event, a parameter, a type, a shared group or the plan itself.
struct LintSubject: Sendable {
    /// A component of the path to a schema.
    enum PathPart: Sendable, Equatable {
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
            switch part {
            case .member(let name):
                if !text.isEmpty { text += "." }
                text += name.escapedInPath
            case .elements: text += "[]"
            }
        }
        return text
    }
}

/// The exemptions of all events and schemas of a plan, and which of them suppressed a finding of lint.
///
/// An exemption applies to an event or a schema and to everything inside the event or schema. If several exemptions
/// could suppress a finding, the innermost exemption suppresses it, and only this exemption counts as used.
struct ExemptionScopes {
    private struct Scope {
        let outer: Int?
        let subject: LintSubject
        let exemptions: [NameWithPlace]
        /// For each id, the index in `exemptions` of the first exemption with this id.
        let indices: [String: Int]
        var used: Set<Int> = []
    }

    private var scopes: [Scope] = []

    /// Adds the exemptions of an event or a schema, and returns the scope for findings inside the event or schema.
    mutating func add(_ exemptions: [NameWithPlace], of subject: LintSubject) -> Int? {
        if exemptions.isEmpty { return subject.scope }
        let indices = Dictionary(
            exemptions.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        scopes.append(Scope(outer: subject.scope, subject: subject, exemptions: exemptions, indices: indices))
        return scopes.count - 1
    }

    /// Returns whether an exemption suppresses a finding with this id, and marks the exemption as used.
    mutating func takes(_ id: LintID, in scope: Int?) -> Bool {
        var next = scope
        while let scope = next {
            if let index = scopes[scope].indices[id.rawValue] {
                scopes[scope].used.insert(index)
                return true
            }
            next = scopes[scope].outer
        }
        return false
    }

    /// The exemptions that did not suppress any finding.
    var unused: [(exemption: NameWithPlace, subject: LintSubject)] {
        scopes.enumerated().flatMap { number, scope in
            // An exemption from "unused-exemption" also applies to findings about other exemptions of the same event or
            // schema.
            var subject = scope.subject
            subject.scope = number
            return scope.exemptions.indices.filter { !scope.used.contains($0) }.map { (scope.exemptions[$0], subject) }
        }
    }
}
