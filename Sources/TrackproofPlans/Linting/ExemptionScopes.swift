/// The exemptions of events and schemas, each with the part of the plan to which it applies.
///
/// An exemption applies to an event or a schema and to everything inside. If several exemptions have the id of a
/// finding, the innermost exemption suppresses the finding, and the outer exemptions do not.
struct ExemptionScopes {
    private struct Scope {
        let outer: Int?
        let subject: LintSubject
        let exemptions: [Exemption]
        /// The index of the first exemption of each id.
        let indices: [String: Int]
        var used: Set<Int> = []
    }

    private var scopes: [Scope] = []

    /// Adds the exemptions of an event or a schema, and returns the scope for the findings inside.
    mutating func add(_ exemptions: [Exemption], of subject: LintSubject) -> Int? {
        if exemptions.isEmpty { return subject.scope }
        let indices = Dictionary(
            exemptions.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        scopes.append(Scope(outer: subject.scope, subject: subject, exemptions: exemptions, indices: indices))
        return scopes.count - 1
    }

    /// Returns whether an exemption suppresses a finding, and marks the exemption as used.
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

    /// The exemptions that suppressed no finding.
    var unused: [(exemption: Exemption, subject: LintSubject)] {
        scopes.enumerated().flatMap { number, scope in
            // An exemption of "unused-exemption" also applies to the other exemptions in the same list.
            var subject = scope.subject
            subject.scope = number
            return scope.exemptions.indices.filter { !scope.used.contains($0) }.map { (scope.exemptions[$0], subject) }
        }
    }
}
