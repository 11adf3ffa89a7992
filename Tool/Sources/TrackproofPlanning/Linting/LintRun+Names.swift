import Foundation
import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

extension LintRun {
    mutating func lintEventName(_ event: PlannedEvent, _ subject: LintSubject) {
        lintStyle(plan.naming.events, event.name, at: event.place, subject)
        lintCharacters(event.name, "name", at: event.place, subject)
        for own in event.names {
            lintCharacters(own.name, "name", at: own.destination.place, subject)
        }
        if event.name.contains("*") {
            report.add(
                .nameWildcard, subject, at: event.place,
                "\"*\" has no special meaning in a name; declare each event, or track the part that varies as a parameter"
            )
        }
    }

    mutating func lintName(_ linted: LintedSchema) {
        guard let name = linted.name, linted.role != .type, !linted.isCondition else { return }
        lintStyle(plan.naming.parameters, name, at: linted.place, linted.subject)
        lintCharacters(name, "name", at: linted.place, linted.subject)
    }

    /// Reports characters in a name or a value that people do not see, or take for other characters.
    mutating func lintCharacters(_ text: String, _ what: String, at place: PlanPlace, _ subject: LintSubject) {
        if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return }
        let composed = text.precomposedStringWithCanonicalMapping
        let hidden = text.hiddenScalars.map(\.codePointAndName).listed(upTo: 3)
        if !hidden.isEmpty {
            report.add(
                .hiddenCharacter, subject, at: place,
                "the \(what) \(text.quotedForMessages) contains \(hidden), which people do not see or take for another "
                    + "character")
        } else if !composed.isExactly(text) {
            let difference = text.difference(fromLookalike: composed) ?? ""
            report.add(
                .hiddenCharacter, subject, at: place,
                "the \(what) \(text.quotedForMessages) has \(difference), which nobody sees")
        }
    }

    private mutating func lintStyle(
        _ style: NameStyle?, _ name: String, at place: PlanPlace, _ subject: LintSubject
    ) {
        guard let style, !style.fits(name) else { return }
        let right = style.name(name)
        // Some names cannot have the style. For example, a name without letters cannot be in PascalCase.
        let startsWithDigit = right.unicodeScalars.first?.properties.numericType != nil
        let advice =
            if style.fits(right) { "; write \(right.quotedForMessages)" } else {
                startsWithDigit && style != .titleCase ? "; such a name does not begin with a digit" : ""
            }
        report.add(.nameStyle, subject, at: place, "the name is not in \(style.rawValue)\(advice)")
    }

    mutating func lintSimilarEvents(_ events: [(event: PlannedEvent, subject: LintSubject)]) {
        var names = SimilarNames()
        for (event, subject) in events where !event.isUser(of: plan) {
            lintSimilarity(of: event.name, at: event.place, subject, isShared: false, among: &names)
        }
    }

    /// Adds a name to the names of other events or parameters, and reports it if it is similar to one of them.
    mutating func lintSimilarity(
        of name: String, at place: PlanPlace, _ subject: LintSubject, isShared: Bool, among names: inout SimilarNames
    ) {
        guard let found = names.add(name, at: place) else { return }
        report.add(
            .nameSimilar, subject, at: place, isShared: isShared,
            "the name differs from \(found.name.quotedForMessages) (\(found.place)) only "
                + (name.difference(fromLookalike: found.name).map { "by " + $0 } ?? found.difference.rawValue))
    }

    /// Returns the subject for findings about a parameter, with the exemptions of the parameter.
    func subject(of parameter: PlanProperty, in subject: LintSubject) -> LintSubject {
        var inside = subject.inside(.member(parameter.name))
        inside.scope = scopes[parameter.place] ?? subject.scope
        return inside
    }
}

extension LintRun {
    /// Reports an event's replacement and its platforms if the plan does not declare them.
    mutating func lintReferences(_ event: PlannedEvent, _ subject: LintSubject) {
        if let name = event.replacedBy, !events.contains(name.name) {
            let message = report.unknown("event", name.name, among: events.list)
            report.add(.unknownReference, subject, at: name.place, message)
        }
        let named = event.platforms + (event.since + event.ends).map(\.platform)
        lintPlatforms(named.filter { $0.name != TrackingPlan.allPlatforms }, subject)
    }

    /// Reports the platforms in the presence of a parameter that the plan does not declare.
    mutating func lintPresence(_ linted: LintedSchema) {
        guard let presence = linted.schema.presence else { return }
        lintPlatforms(presence.platforms.map(\.platform), linted.subject)
    }

    private mutating func lintPlatforms(_ named: [NameWithPlace], _ subject: LintSubject) {
        if platforms.list.isEmpty { return }
        for platform in named where !platforms.contains(platform.name) {
            let message = report.unknown("platform", platform.name, among: platforms.list)
            report.add(.unknownReference, subject, at: platform.place, message)
        }
    }

    /// Reports destinations whose limits are not known.
    mutating func lintPlanReferences() {
        for destination in plan.destinations where Destination(named: destination.name) == nil {
            let nearest = report.suggestion(for: destination.name, among: Destination.names)
            let advice =
                nearest.isEmpty ? "; the known destinations are " + Destination.names.joined(separator: ", ") : nearest
            report.add(
                .unknownReference, LintSubject(), at: destination.place,
                "unknown destination \(destination.name.quotedForMessages)\(advice)")
        }
    }

    /// Reports events that replace each other in a cycle, so that no event of the cycle is the one to track.
    mutating func lintReplacementCycles(_ events: [(event: PlannedEvent, subject: LintSubject)]) {
        let indices = Dictionary(
            events.enumerated().map { (ExactText($1.event.name), $0) }, uniquingKeysWith: { first, _ in first })
        // Follows the replacements from each event. `walks` stores for each visited event at which event the walk
        // began. If a walk reaches an event of the same walk, there is a new cycle. If it reaches an event of an
        // earlier walk, it stops, because the earlier walk has already found any cycle there.
        var walks = [Int](repeating: -1, count: events.count)
        for start in events.indices {
            var index = start
            while walks[index] < 0 {
                walks[index] = start
                guard let next = events[index].event.replacedBy.flatMap({ indices[ExactText($0.name)] }) else { break }
                index = next
                if walks[index] == start { addCycle(from: index, events, indices) }
            }
        }
    }

    private mutating func addCycle(
        from start: Int, _ events: [(event: PlannedEvent, subject: LintSubject)], _ indices: [ExactText: Int]
    ) {
        var members: [Int] = []
        var index = start
        repeat {
            members.append(index)
            guard let next = events[index].event.replacedBy.flatMap({ indices[ExactText($0.name)] }) else { return }
            index = next
        } while index != start
        // The message shows the cycle from the event that is first in the plan.
        guard let least = members.min(), let shift = members.firstIndex(of: least) else { return }
        let (event, subject) = events[least]
        let names = (members[shift...] + members[..<shift]).map { events[$0].event.name.quotedForMessages }
        let shown = names.prefix(10) + (names.count > 10 ? ["…"] : []) + [event.name.quotedForMessages]
        report.add(
            .referenceCycle, subject, at: event.replacedBy?.place ?? event.place,
            "the replacements form a cycle: " + shown.joined(separator: " → "))
    }
}

extension LintRun {
    /// Reports each example with an error. Lint finds errors with ``PlanChecker``, as if an app had tracked the
    /// example.
    mutating func lintExamples(_ events: [(event: PlannedEvent, subject: LintSubject)]) {
        let judged = events.filter { !$0.event.examples.isEmpty }
        if judged.isEmpty { return }
        let checker = PlanChecker(plan(of: judged.map(\.event)))
        for (event, subject) in judged {
            for (index, example) in event.examples.enumerated() {
                guard let reason = reason(example, event, checker) else { continue }
                report.add(
                    .exampleInvalid, subject, at: example.place, "example \(index + 1) does not fit: \(reason)")
            }
        }
    }

    /// Returns the plan with only `events`, and without their older versions and names at destinations.
    private func plan(of events: [PlannedEvent]) -> TrackingPlan {
        var part = plan
        part.user = nil
        part.events = []
        for event in events {
            var event = event
            event.names = []
            event.versions = []
            if event.isUser(of: plan) { part.user = event } else { part.events.append(event) }
        }
        return part
    }

    private func reason(_ example: PlanNode, _ event: PlannedEvent, _ checker: PlanChecker) -> String? {
        guard case .object(let parameters) = example.eventValue else {
            return "expected an object of parameters, found \(example.shortDescription.cut(to: 100))"
        }
        let name = event.isUser(of: plan) ? "" : event.name
        let tracked = RecordedEvent(Event(name, parameters, kind: event.kind))
        let findings = checker.findings(for: tracked, CheckContext(today: today))
        return findings.first { $0.id.defaultSeverity == .error }?.descriptionOfValue
    }
}
