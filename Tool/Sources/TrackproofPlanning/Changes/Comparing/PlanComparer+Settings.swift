import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension PlanComparer {
    /// Compares the severities that the plans set for all events.
    private func compareSeverities(_ difference: inout SchemaDifference) {
        let place = place("")
        for id in ids(of: old.plan.checkSeverities + new.plan.checkSeverities) {
            addSeverity(id, (nil, place.old.severity(of: id)), (nil, place.new.severity(of: id)), &difference)
        }
    }

    /// Compares the severities of one event that differ from the severities for all events.
    mutating func compareSeverities(_ events: PairedEvents, _ difference: inout SchemaDifference) {
        let rules = (old.plan.checkSeverities + new.plan.checkSeverities).filter { $0.events != nil }
        if rules.isEmpty { return }
        guard schemas.charge(rules.count) else {
            return difference.add(.severity, .notCompared, events.places, effect: .undecided)
        }
        let general = self.place("")
        for id in ids(of: rules) {
            let before = old.severities.severity(of: id, event: events.old.name)
            let after = new.severities.severity(of: id, event: events.new.name)
            if before == general.old.severity(of: id), after == general.new.severity(of: id) { continue }
            addSeverity(id, (events.old.name, before), (events.new.name, after), &difference)
        }
    }

    private func ids(of rules: [SeverityRule]) -> [FindingID] {
        Set(rules.map(\.id)).sorted().compactMap { FindingID(rawValue: $0) }
    }

    /// Adds a change if the severities of a finding differ. `event` is `nil` for the severities for all events.
    private func addSeverity(
        _ id: FindingID, _ old: (event: String?, severity: Severity?), _ new: (event: String?, severity: Severity?),
        _ difference: inout SchemaDifference
    ) {
        let (before, after) = (old.severity, new.severity)
        if before == after { return }
        let isRaised = after.map { after in before.map { $0 < after } ?? true } ?? false
        let rules = (
            old: self.old.severities.rule(for: id.rawValue, event: old.event)?.place,
            new: self.new.severities.rule(for: id.rawValue, event: new.event)?.place
        )
        difference.add(
            .severity, isRaised ? .narrowed : .widened, path: "check." + id.rawValue, old: before?.rawValue ?? "ignore",
            new: after?.rawValue ?? "ignore", rules, effect: isRaised ? .finding(id) : .none)
    }

    // MARK: Settings

    /// Compares what the plans say of all events.
    mutating func compareSettings() {
        var difference = SchemaDifference()
        let (old, new) = (old.plan, new.plan)
        let settings = [
            ("name", old.name?.quotedForDisplay, new.name?.quotedForDisplay),
            ("naming.events", old.naming.events?.rawValue, new.naming.events?.rawValue),
            ("naming.parameters", old.naming.parameters?.rawValue, new.naming.parameters?.rawValue),
            ("platforms", old.platforms.words, new.platforms.words), ("owners", old.ownerWords, new.ownerWords),
            ("lint", old.lintWords, new.lintWords),
        ]
        for (setting, before, after) in settings where !before.isExactly(after) {
            difference.add(
                .setting, .documentation, path: setting, old: before, new: after, (nil, nil))
        }
        compareDestinations(&difference)
        compareSeverities(&difference)
        schemas.report(difference, place(""))
    }

    private func compareDestinations(_ difference: inout SchemaDifference) {
        let (old, new) = (old.plan, new.plan)
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
