import Trackproof
import TrackproofPlans
import TrackproofPlatform

extension LintRun {
    mutating func lintEvent(_ event: PlannedEvent, _ subject: LintSubject) {
        lintOwner(event, subject)
        // The member `user` of a plan describes traits, not an event. So it needs only an owner.
        if event.isUser(of: plan) { return }
        lintEventName(event, subject)
        lintDestinations(event, subject)
        lintEnd(event, subject)
        lintReferences(event, subject)
        if event.description.isBlank {
            report.add(.descriptionMissing, subject, at: event.place, "the event has no description")
        }
    }

    /// Reports each event without an example.
    ///
    /// If a plan has more than ten events and none has an example, the team probably writes no examples. In this case,
    /// lint reports only one finding about the plan.
    mutating func lintMissingExamples(_ events: [(event: PlannedEvent, subject: LintSubject)]) {
        let tracked = events.filter { !$0.event.isUser(of: plan) && !$0.event.isAtEnd }
        var missing = tracked.filter { $0.event.examples.isEmpty }
        if missing.count > 10, missing.count == tracked.count {
            // The one finding leaves out events for which the plan sets a special severity. The loop below reports
            // them.
            let alike = missing.filter { report.hasGeneralSeverity(.exampleMissing, $0.subject) }
            let count = alike.count { !report.isExempt(.exampleMissing, $0.subject) }
            if count > 1 {
                report.add(.exampleMissing, LintSubject(), at: plan.place, "\(count) events have no example")
                missing.removeAll { report.hasGeneralSeverity(.exampleMissing, $0.subject) }
            }
        }
        for (event, subject) in missing {
            report.add(.exampleMissing, subject, at: event.place, "the event has no example")
        }
    }

    private mutating func lintOwner(_ event: PlannedEvent, _ subject: LintSubject) {
        // If the plan lists no owners, an event can name any owner.
        if plan.owners.isEmpty { return }
        for owner in event.owners where !owners.contains(owner.name) {
            let message = report.unknown("owner", owner.name, among: owners.list)
            report.add(.ownerUnknown, subject, at: owner.place, message)
        }
        if event.owners.isEmpty, !event.isUser(of: plan) {
            report.add(.ownerMissing, subject, at: event.place, "the event has no owner")
        }
    }

    private mutating func lintEnd(_ event: PlannedEvent, _ subject: LintSubject) {
        if let expires = event.expires {
            if expires.name < today {
                report.add(.expired, subject, at: expires.place, "the last day was \(expires.name)")
            } else if let days = CalendarDay.days(from: today, to: expires.name), days <= 30 {
                report.add(
                    .expiresSoon, subject, at: expires.place, "the last day is \(expires.name), \(Self.words(days))")
            }
        }
        if event.isDeprecated, event.replacedBy == nil {
            report.add(
                .deprecatedWithoutReplacement, subject, at: event.place,
                "the event is deprecated, and \"replaced_by\" does not say what replaces it")
        }
    }

    private static func words(_ days: Int) -> String {
        switch days {
        case 0: "today"
        case 1: "tomorrow"
        default: "in \(days) days"
        }
    }

    mutating func lintDescription(_ linted: LintedSchema) {
        guard linted.role == .parameter, linted.schema.description.isBlank, !linted.schema.isForbiddenEverywhere,
            !linted.isPartial,
            !types.isDescribed(linted.schema)
        else { return }
        report.add(.descriptionMissing, linted.subject, at: linted.place, "the parameter has no description")
    }
}

extension PlannedEvent {
    /// Returns whether the event is the member `user` of the plan.
    func isUser(of plan: TrackingPlan) -> Bool { plan.user?.place == place }
}

extension String? {
    /// Whether the description is missing: it has no words, or its first word is `TODO`.
    fileprivate var isBlank: Bool {
        guard let word = self?.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).first else {
            return self?.allSatisfy(\.isWhitespace) ?? true
        }
        return word == "TODO"
    }
}

/// Calculations with dates.
enum CalendarDay {
    /// Returns the number of days from `first` to `last`, or `nil` if one of them is not a date as `YYYY-MM-DD`.
    static func days(from first: String, to last: String) -> Int? {
        guard let first = EventTime(first + "T00:00:00Z"), let last = EventTime(last + "T00:00:00Z") else { return nil }
        return Int((last.millisecondsSince1970 - first.millisecondsSince1970) / 86_400_000)
    }
}

/// What lint knows about all parameters of an event together. Events that include the same shared groups begin with the
/// same value, and add their own parameters to a copy.
struct ParametersTogether {
    typealias Columns = [Destination: [ExactText: (name: String, place: PlanPlace)]]

    /// The names of the parameters that do not belong to a variant.
    private(set) var names: Set<ExactText> = []
    /// The number of these parameters, without those that apps must not send.
    private(set) var count = 0
    private(set) var isAnyRequired = false
    fileprivate var similar = SimilarNames()
    /// The first parameter of each column of a destination.
    fileprivate var columns: Columns = [:]

    /// Adds parameters that do not belong to a variant.
    fileprivate mutating func declare(_ parameters: [PlanProperty]) {
        for parameter in parameters {
            names.insert(ExactText(parameter.name))
            if parameter.schema.isForbiddenEverywhere { continue }
            count += 1
            isAnyRequired = isAnyRequired || parameter.schema.isRequiredAnywhere
        }
    }
}

extension LintRun {
    /// Reports what is wrong with all parameters of an event together.
    mutating func lintTogether(_ event: PlannedEvent, _ subject: LintSubject) {
        let ofVariants = event.variants.flatMap(\.parameters)
        let shared = sharedParameters(of: event, subject.use)
        var together = shared
        together.declare(event.parameters)
        lintNothingRequired(event, together, subject)
        if !event.variants.isEmpty {
            lintConditions(event.variants, declaring: plan.parameters(of: event) + ofVariants, subject)
        }
        lintParameterCount(event, together, subject)
        // A parameter of the event is compared with those of the groups, and not the other way round. A variant can refine
        // a parameter of a group, so the name of the refined parameter is not new.
        var seen: Set<ExactText> = []
        let own = (event.parameters + ofVariants).filter { parameter in
            let name = ExactText(parameter.name)
            return !shared.names.contains(name) && seen.insert(name).inserted
        }
        for parameter in own.sorted(by: { $0.place.precedes($1.place) }) {
            lint(parameter, self.subject(of: parameter, in: subject), isShared: false, &together)
        }
    }

    /// Returns the parameters of the groups that an event includes, without those that the event replaces.
    private mutating func sharedParameters(of event: PlannedEvent, _ use: DestinationUse?) -> ParametersTogether {
        let groups = plan.groups(of: event)
        let names = groups.map(\.name)
        let replaced = Set(event.parameters.map { ExactText($0.name) })
        if let known = shared[use]?[names], known.names.isDisjoint(with: replaced) { return known }
        let all = groups.flatMap(\.parameters).lastOfEachName
        let parameters = all.filter { !replaced.contains(ExactText($0.name)) }
        var together = ParametersTogether()
        together.declare(parameters)
        var subject = LintSubject()
        subject.use = use
        for parameter in parameters.sorted(by: { $0.place.precedes($1.place) }) {
            lint(parameter, self.subject(of: parameter, in: subject), isShared: true, &together)
        }
        if parameters.count == all.count { shared[use, default: [:]][names] = together }
        return together
    }

    /// Reports a parameter that people, or a destination, could confuse with an earlier parameter of the event.
    private mutating func lint(
        _ parameter: PlanProperty, _ subject: LintSubject, isShared: Bool, _ together: inout ParametersTogether
    ) {
        lintSimilarity(of: parameter.name, at: parameter.place, subject, isShared: isShared, among: &together.similar)
        lintColumns(parameter, subject, isShared: isShared, &together.columns)
    }

    private mutating func lintNothingRequired(
        _ event: PlannedEvent, _ together: ParametersTogether, _ subject: LintSubject
    ) {
        if event.isUser(of: plan) || event.isAtEnd { return }
        let ofVariants = event.variants.flatMap(\.parameters)
        let isRequired = together.isAnyRequired || ofVariants.contains(where: \.schema.isRequiredAnywhere)
        if together.count + ofVariants.count > 0, !isRequired {
            report.add(
                .nothingRequired, subject, at: event.place,
                "no parameter is required, so an event without any parameter fits")
        }
    }

    /// Reports wrong conditions of the variants of an object.
    mutating func lintVariants(_ linted: LintedSchema) {
        let variants = linted.schema.variants
        if variants.isEmpty || linted.isPartial { return }
        let properties = linted.schema.properties + variants.flatMap(\.parameters)
        lintConditions(variants, declaring: properties, linted.subject)
    }

    /// Reports conditions of variants that name an undeclared parameter, or a value that the parameter cannot have.
    ///
    /// - Parameter properties: All declared parameters. The first parameter with a name counts.
    private mutating func lintConditions(
        _ variants: [PlanVariant], declaring properties: [PlanProperty], _ subject: LintSubject
    ) {
        let declared = Dictionary(
            properties.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        let conditions = variants.flatMap(\.when)
        // Each variant names a value of the same parameter, so all values of a parameter are judged together.
        let values = Dictionary(grouping: conditions) { ExactText($0.name.name) }.mapValues { $0.flatMap(\.values) }
        var misfits: [ExactText: [PlanPlace: String]] = [:]
        for (name, own) in conditions {
            let text = ExactText(name.name)
            guard let parameter = declared[text] else {
                let known = declared.keys.map(\.text).sorted()
                let message = report.unknown("parameter", name.name, among: known)
                report.add(.unknownReference, subject, at: name.place, message)
                continue
            }
            if misfits[text] == nil {
                let found = judge.misfits(among: values[text] ?? [], parameter.schema, isPart: false)
                misfits[text] = Dictionary(found.map { ($0.value.place, $0.reason) }, uniquingKeysWith: { $1 })
            }
            let wrong = own.compactMap { value in misfits[text]?[value.place].map { (value, $0) } }
            for (value, reason) in wrong {
                let effect = wrong.count == own.count ? "no event belongs to the variant: " : ""
                report.add(
                    .variantUnreachable, subject, at: value.place,
                    "\(effect)\(name.name.quotedForDisplay) is never \(value.descriptionForMessages): \(reason)")
            }
        }
    }
}

extension LintRun {
    mutating func lintUsage() {
        let events = plan.eventsAndUser.flatMap { [$0] + $0.versions.map(\.event) }
        let used = plan.namesOfTypes(
            in: events.flatMap(\.schemas) + plan.shared.flatMap(\.parameters).map(\.schema))
        for type in plan.types where !used.contains(type.name) {
            report.add(.unusedType, subject(of: type, in: LintSubject()), at: type.place, "no event uses the type")
        }
        let included = Set((events.flatMap(\.includes) + plan.defaults).map(\.name))
        for group in plan.shared where !included.contains(group.name) {
            report.add(
                .unusedShared, LintSubject(path: [.member(group.name)]), at: group.place,
                "no event includes the group")
        }
    }
}
