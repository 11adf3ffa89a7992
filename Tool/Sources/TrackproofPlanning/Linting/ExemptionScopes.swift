import TrackproofPlans

/// The exemptions of all events and schemas of a plan, and which of them suppressed a finding of lint.
///
/// An exemption applies to an event or a schema and to everything inside the event or schema. If several exemptions
/// could suppress a finding, the innermost exemption suppresses it, and only this exemption counts as used.
struct ExemptionScopes {
    private struct Scope {
        let outer: Int?
        let subject: LintSubject
        let exemptions: [Exemption]
        /// For each id, the index in `exemptions` of the first exemption with this id.
        let indices: [String: Int]
        var used: Set<Int> = []
    }

    private var scopes: [Scope] = []

    /// Adds the exemptions of an event or a schema, and returns the scope for findings inside the event or schema.
    mutating func add(_ exemptions: [Exemption], of subject: LintSubject) -> Int? {
        if exemptions.isEmpty { return subject.scope }
        let indices = Dictionary(
            exemptions.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
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
    var unused: [(exemption: Exemption, subject: LintSubject)] {
        scopes.enumerated().flatMap { number, scope in
            // An exemption from "unused-exemption" also applies to findings about other exemptions of the same event or
            // schema.
            var subject = scope.subject
            subject.scope = number
            return scope.exemptions.indices.filter { !scope.used.contains($0) }.map { (scope.exemptions[$0], subject) }
        }
    }
}
