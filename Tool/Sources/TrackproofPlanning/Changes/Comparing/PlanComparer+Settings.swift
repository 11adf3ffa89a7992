import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension PlanComparer {
    /// Compares what the plans say of all events.
    mutating func compareSettings() {
        let (old, new) = (old, new)
        let place = place("")
        let settings = [
            ("name", old.plan.name?.quotedForDisplay, new.plan.name?.quotedForDisplay),
            ("naming.events", old.plan.naming.events?.rawValue, new.plan.naming.events?.rawValue),
            ("naming.parameters", old.plan.naming.parameters?.rawValue, new.plan.naming.parameters?.rawValue),
            ("platforms", old.plan.platforms.words, new.plan.platforms.words),
            ("owners", old.plan.ownerWords, new.plan.ownerWords), ("lint", old.plan.lintWords, new.plan.lintWords),
        ]
        let ids = Set((old.plan.checkSeverities + new.plan.checkSeverities).map(\.id)).compactMap(FindingID.init)
        report(place) { difference in
            for (setting, before, after) in settings {
                difference.compare(.setting, .documentation, path: setting, before, after, (nil, nil))
            }
            Self.compareDestinations(old.plan, new.plan, &difference)
            for id in ids {
                Self.addSeverity(
                    id, (old, nil, place.old.severity(of: id)), (new, nil, place.new.severity(of: id)), &difference)
            }
        }
    }

    private static func compareDestinations(
        _ old: TrackingPlan, _ new: TrackingPlan, _ difference: inout SchemaDifference
    ) {
        let (before, after) = (Set(old.destinations.map(\.name)), Set(new.destinations.map(\.name)))
        let limited = Set(Destination.all(of: old))
        for destination in new.destinations where !before.contains(destination.name) {
            let isLimited = Destination(named: destination.name).map { !limited.contains($0) } ?? false
            difference.add(
                .destination, .added, path: "destinations", new: destination.name.nameForDisplay,
                (nil, destination.place), effect: isLimited ? .finding(.limit) : .none)
        }
        for destination in old.destinations where !after.contains(destination.name) {
            difference.add(
                .destination, .removed, path: "destinations", old: destination.name.nameForDisplay,
                (destination.place, nil))
        }
    }

    /// Compares the severities of one event that differ from the severities for all events.
    func compareSeverities(_ events: Pair, _ difference: inout SchemaDifference) {
        let rules = (old.plan.checkSeverities + new.plan.checkSeverities).filter { $0.events != nil }
        if rules.isEmpty { return }
        let general = place("")
        for id in Set(rules.map(\.id)).compactMap(FindingID.init) {
            let before = old.severities.severity(of: id, event: events.old.name)
            let after = new.severities.severity(of: id, event: events.new.name)
            if before == general.old.severity(of: id), after == general.new.severity(of: id) { continue }
            Self.addSeverity(id, (old, events.old.name, before), (new, events.new.name, after), &difference)
        }
    }

    /// Adds a change if the severities of a finding differ. `event` is `nil` for the severities for all events.
    private static func addSeverity(
        _ id: FindingID, _ old: (side: Side, event: String?, severity: Severity?),
        _ new: (side: Side, event: String?, severity: Severity?), _ difference: inout SchemaDifference
    ) {
        let (before, after) = (old.severity, new.severity)
        if before == after { return }
        let isRaised = after.map { after in before.map { $0 < after } ?? true } ?? false
        func place(_ side: Side, _ event: String?) -> PlanPlace? {
            side.severities.rule(for: id.rawValue, event: event)?.place
        }
        difference.add(
            .severity, isRaised ? .narrowed : .widened, path: "check." + id.rawValue, old: before?.rawValue ?? "ignore",
            new: after?.rawValue ?? "ignore", (place(old.side, old.event), place(new.side, new.event)),
            effect: isRaised ? .finding(id) : .none)
    }
}

extension [NameWithPlace] {
    /// The names in sorted order, with commas between them, or `nil` if there are no names.
    var words: String? {
        isEmpty ? nil : map(\.name).sorted().map(\.nameForDisplay).joined(separator: ", ")
    }
}

extension TrackingPlan {
    fileprivate var ownerWords: String? {
        let words = owners.map { "\($0.name.nameForDisplay): \($0.members.sorted().joined(separator: " "))" }
        return words.isEmpty ? nil : words.sorted().joined(separator: ", ")
    }

    fileprivate var lintWords: String? {
        let words = lintSeverities.map { rule in
            (rule.events.map { $0 + "." } ?? "") + "\(rule.id): \(rule.severity?.rawValue ?? "ignore")"
        }
        return words.isEmpty ? nil : words.sorted().joined(separator: ", ")
    }
}
