import Trackproof
import TrackproofPlans
import TrackproofText

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

/// A parameter that an event can have, with the subject for findings about it.
struct LintedParameter {
    let parameter: PlanProperty
    let subject: LintSubject
    /// Whether the parameter is from a shared group, and the event does not declare it again.
    let isShared: Bool

    init(_ parameter: PlanProperty, _ subject: LintSubject, isShared: Bool) {
        (self.parameter, self.subject, self.isShared) = (parameter, subject, isShared)
    }
}

extension LintRun {
    /// Reports what is wrong with all parameters of an event together.
    mutating func lintTogether(_ event: PlannedEvent, _ subject: LintSubject) {
        let common = plan.parameters(of: event)
        let own = event.parameters + event.variants.flatMap(\.parameters)
        let names = Set(own.map { ExactText($0.name) })
        // A parameter of the event is compared with those of the groups, and not the other way round.
        let shared = common.filter { !names.contains(ExactText($0.name)) }.sorted { $0.place.precedes($1.place) }
        var seen: Set<ExactText> = []
        let distinct = own.filter { seen.insert(ExactText($0.name)).inserted }.sorted { $0.place.precedes($1.place) }
        let all =
            shared.map { LintedParameter($0, self.subject(of: $0, in: LintSubject()), isShared: true) }
            + distinct.map { LintedParameter($0, self.subject(of: $0, in: subject), isShared: false) }
        lintSimilarParameters(all)
        lintNothingRequired(event, common, subject)
        if !event.variants.isEmpty { lintConditions(event.variants, declaring: common + own, subject) }
        lintParameterCount(event, common, subject)
        lintColumns(all, subject)
    }

    private mutating func lintNothingRequired(
        _ event: PlannedEvent, _ common: [PlanProperty], _ subject: LintSubject
    ) {
        if event.isUser(of: plan) || event.isAtEnd { return }
        let all = common.filter { !$0.schema.isForbiddenEverywhere } + event.variants.flatMap(\.parameters)
        if !all.isEmpty, !all.contains(where: \.schema.isRequiredAnywhere) {
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
