import Trackproof
package import TrackproofPlans
import TrackproofPlatform

/// A linter that finds the weaknesses of a tracking plan.
///
/// ```swift
/// for finding in PlanLinter(plan, today: "2026-11-23").findings() { print(finding) }
/// ```
package struct PlanLinter: Sendable {
    private let plan: TrackingPlan
    private let today: String

    /// Creates a linter.
    ///
    /// - Parameter today: The current day, as `YYYY-MM-DD`. The linter compares it with the last days of events.
    package init(_ plan: TrackingPlan, today: String) {
        self.plan = plan
        self.today = today
    }

    /// Returns the findings, in the order of the plan's files.
    package func findings() -> [LintFinding] {
        var run = LintRun(plan, today: today)
        run.lint()
        return run.report.sorted
    }
}

/// The names that a plan declares for one kind of thing, such as its events.
struct DeclaredNames {
    let list: [String]
    private let set: Set<ExactText>

    init(_ names: [String]) {
        list = names
        set = Set(names.map { ExactText($0) })
    }

    func contains(_ name: String) -> Bool { set.contains(ExactText(name)) }
}

/// A check of a plan by all rules of lint. Each group of rules is an extension in its own file.
struct LintRun {
    let plan: TrackingPlan
    let today: String
    let destinations: [Destination]
    let owners: DeclaredNames
    let events: DeclaredNames
    let platforms: DeclaredNames
    var report: LintReport
    /// A search for the JSON types that each schema of the plan allows.
    var types: ResolvedTypes
    /// For each name, the parameters with this name that lint has visited, with their types.
    var typesOfParameters: [ExactText: [TypedParameter]] = [:]
    /// The parameters of lists of shared groups, by the use of an event's parameters and the names of the groups.
    var shared: [DestinationUse?: [[String]: ParametersTogether]] = [:]
    /// The exemption scopes of parameters and types that have exemptions. The key is the place of their name.
    var scopes: [PlanPlace: Int] = [:]
    var judge: PlanValueJudge

    init(_ plan: TrackingPlan, today: String) {
        self.plan = plan
        self.today = today
        destinations = Destination.all(of: plan)
        owners = DeclaredNames(plan.owners.map(\.name))
        events = DeclaredNames(plan.events.map(\.name))
        platforms = DeclaredNames(plan.platforms.map(\.name))
        report = LintReport(plan)
        types = ResolvedTypes(plan)
        judge = PlanValueJudge(plan)
    }

    mutating func lint() {
        for type in plan.types {
            let subject = LintSubject(path: [.member(type.name)])
            lint(LintedSchema(type.schema, role: .type, name: type, subject))
        }
        for group in plan.shared { lint(group.parameters, LintSubject()) }
        var events: [(event: PlannedEvent, subject: LintSubject)] = []
        for event in plan.eventsAndUser { events.append((event, lint(event))) }
        lintMissingExamples(events)
        lintSimilarEvents(events)
        lintTypeConflicts()
        lintExamples(events)
        lintPlanReferences()
        lintReplacementCycles(events)
        lintUsage()
        report.addUnusedExemptions()
    }

    /// Applies the rules to an event and everything inside it. Returns the subject for further findings about the
    /// event.
    private mutating func lint(_ event: PlannedEvent) -> LintSubject {
        var subject = LintSubject(event: event.name, owner: event.owner, use: DestinationUse(event.kind))
        subject.scope = report.open(event.exemptions, of: subject)
        lintEvent(event, subject)
        lint(event.parameters, subject)
        if !event.variants.isEmpty {
            let declared = Set(plan.parameters(of: event).map { ExactText($0.name) })
            for variant in event.variants { lint(variant.parameters, subject, refining: declared) }
        }
        if let rules = event.rules {
            var linted = LintedSchema(rules, role: .part, subject)
            linted.isPartial = true
            lint(linted)
        }
        lintTogether(event, subject)
        return subject
    }

    /// - Parameter declared: The names of the parameters that the event declares outside of this variant. A variant can
    ///   refine such a parameter, for example by `required: true` alone.
    private mutating func lint(
        _ parameters: [PlanProperty], _ subject: LintSubject, refining declared: Set<ExactText> = []
    ) {
        for parameter in parameters {
            let inside = subject.inside(.member(parameter.name))
            var linted = LintedSchema(parameter.schema, role: .parameter, name: parameter, inside)
            linted.isPartial = declared.contains(ExactText(parameter.name))
            lint(linted)
        }
    }
}
