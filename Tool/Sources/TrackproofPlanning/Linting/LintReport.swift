import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// The findings of lint, without the findings that the plan exempts or ignores.
struct LintReport {
    private(set) var findings: [LintFinding] = []
    private var shared: Set<LintFinding> = []
    private var scopes = ExemptionScopes()
    private let severities: SeverityTable
    /// The number of comparisons of names after which messages have no suggestions. With many unknown and many known
    /// names, the search for similar names would take too long.
    private static let comparisonLimit = 200_000
    private var comparisons = 0

    init(_ plan: TrackingPlan) { severities = SeverityTable(plan.lintSeverities) }

    /// Adds the exemptions of an event or a schema, and returns the scope for findings inside the event or schema.
    mutating func open(_ exemptions: [NameWithPlace], of subject: LintSubject) -> Int? {
        scopes.add(exemptions, of: subject)
    }

    /// Adds a finding if the plan neither exempts nor ignores it.
    ///
    /// - Parameter isShared: Whether lint can have the same finding several times, because several events include a
    ///   shared group.
    mutating func add(
        _ id: LintID, _ subject: LintSubject, at place: PlanPlace, isShared: Bool = false,
        _ message: @autoclosure () -> String
    ) {
        if scopes.takes(id, in: subject.scope) { return }
        guard let severity = severities.severity(of: id.rawValue, event: subject.event, default: id.defaultSeverity)
        else { return }
        let finding = LintFinding(
            id: id, severity: severity, event: subject.event, path: subject.pathText, place: place,
            message: message(), owner: subject.owner)
        if !isShared || shared.insert(finding).inserted { findings.append(finding) }
    }

    /// Returns whether the plan exempts the subject from a finding, and marks the exemption as used.
    mutating func isExempt(_ id: LintID, _ subject: LintSubject) -> Bool { scopes.takes(id, in: subject.scope) }

    /// Returns whether the plan sets no special severity of the finding for the event of the subject.
    func hasGeneralSeverity(_ id: LintID, _ subject: LintSubject) -> Bool {
        func severity(_ event: String?) -> Severity? {
            severities.severity(of: id.rawValue, event: event, default: id.defaultSeverity)
        }
        return severity(subject.event) == severity(nil)
    }

    /// Adds a finding for each exemption that suppressed no finding. Call this method after adding all other findings.
    mutating func addUnusedExemptions() {
        let unused = scopes.unused
        // The first loop can mark exemptions from "unused-exemption" as used, because they can suppress findings about
        // other exemptions. So the search for unused exemptions of this kind must come after the first loop.
        for (exemption, subject) in unused where exemption.name != LintID.unusedExemption.rawValue {
            addUnused(exemption, subject)
        }
        for (exemption, subject) in scopes.unused where exemption.name == LintID.unusedExemption.rawValue {
            var outside = subject
            outside.scope = nil
            addUnused(exemption, outside)
        }
    }

    private mutating func addUnused(_ exemption: NameWithPlace, _ subject: LintSubject) {
        let id = exemption.name
        // Some exemptions are for findings about tracked events. Lint does not check tracked events, so it cannot know
        // whether these exemptions have an effect.
        if FindingID(rawValue: id) != nil { return }
        if LintID(rawValue: id) != nil {
            return add(.unusedExemption, subject, at: exemption.place, "there is no finding \"\(id)\" to exempt")
        }
        let message = unknown("finding id", id, among: Self.ids)
        add(.unusedExemption, subject, at: exemption.place, message)
    }

    private static let ids = Set(FindingID.allCases.map(\.rawValue)).union(LintID.allCases.map(\.rawValue)).sorted()

    /// Returns a message about an unknown name, with the most similar of the known names as a suggestion.
    mutating func unknown(_ what: String, _ name: String, among names: [String]) -> String {
        "unknown \(what) \(name.quotedForMessages)\(suggestion(for: name, among: names))"
    }

    /// Returns the end of a message about an unknown name, such as `; did you mean "price"?`, or an empty text.
    mutating func suggestion(for name: String, among names: [String]) -> String {
        comparisons += names.count
        if comparisons > Self.comparisonLimit { return "" }
        return NameSimilarity.question(about: name.cut(to: 100), among: names.map { $0.cut(to: 100) })
    }

    /// The findings, sorted by their places in the plan's files.
    var sorted: [LintFinding] {
        findings.enumerated().sorted { one, two in
            let (left, right) = (one.element.place, two.element.place)
            return left == right ? one.offset < two.offset : left.precedes(right)
        }.map(\.element)
    }
}
