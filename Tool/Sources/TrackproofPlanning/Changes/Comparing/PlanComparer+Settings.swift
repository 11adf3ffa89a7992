import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension PlanComparer {
    /// Compares the severities that the plans set for all events.
    mutating func compareSeverities() {
        for id in ids(of: old.plan.checkSeverities + new.plan.checkSeverities) {
            let place = place("")
            addSeverity(id, place.old.severity(of: id), place.new.severity(of: id), place)
        }
    }

    /// Compares the severities of one event that differ from the severities for all events.
    mutating func compareSeverities(_ events: PairedEvents, _ place: ComparisonPlace) {
        let rules = (old.plan.checkSeverities + new.plan.checkSeverities).filter { $0.events != nil }
        if rules.isEmpty { return }
        guard schemas.charge(rules.count) else { return schemas.addUncompared(place, events.places) }
        let general = self.place("")
        for id in ids(of: rules) {
            let before = old.severities.severity(of: id, event: events.old.name)
            let after = new.severities.severity(of: id, event: events.new.name)
            if before == general.old.severity(of: id), after == general.new.severity(of: id) { continue }
            addSeverity(id, before, after, place)
        }
    }

    private func ids(of rules: [SeverityRule]) -> [FindingID] {
        Set(rules.map(\.id)).sorted().compactMap { FindingID(rawValue: $0) }
    }

    private mutating func addSeverity(
        _ id: FindingID, _ before: Severity?, _ after: Severity?, _ place: ComparisonPlace
    ) {
        if before == after { return }
        let isRaised = after.map { after in before.map { $0 < after } ?? true } ?? false
        let rules = (
            old: old.plan.checkSeverities.last { $0.id == id.rawValue }?.place ?? old.plan.place,
            new: new.plan.checkSeverities.last { $0.id == id.rawValue }?.place ?? new.plan.place
        )
        schemas.add(
            isRaised ? .severityRaised : .severityLowered, place.member("check").member(id.rawValue),
            old: before?.rawValue ?? "ignore", new: after?.rawValue ?? "ignore", rules,
            failure: isRaised ? .finding(id) : nil)
    }

    mutating func compareExemptions(_ events: PairedEvents, _ place: ComparisonPlace) {
        let (before, after) = (Set(events.old.exemptions.map(\.id)), Set(events.new.exemptions.map(\.id)))
        if before == after { return }
        let places = (
            old: events.old.exemptions.first?.place ?? events.old.place,
            new: events.new.exemptions.first?.place ?? events.new.place
        )
        for id in before.subtracting(after).sorted() {
            schemas.add(
                .exemptionRemoved, place.member("allow"), old: id, places,
                failure: FindingID(rawValue: id).map { .finding($0) })
        }
        for id in after.subtracting(before).sorted() {
            schemas.add(.exemptionAdded, place.member("allow"), new: id, places)
        }
    }

    // MARK: Settings

    mutating func compareSettings() {
        let (old, new) = (old.plan, new.plan)
        compare("name", old.name?.quotedForDisplay, new.name?.quotedForDisplay)
        compare("naming.events", old.naming.events?.rawValue, new.naming.events?.rawValue)
        compare("naming.parameters", old.naming.parameters?.rawValue, new.naming.parameters?.rawValue)
        compare("platforms", old.platforms.words, new.platforms.words)
        compareDestinations()
        compare("owners", old.ownerWords, new.ownerWords)
        compare("lint", old.lintWords, new.lintWords)
    }

    private mutating func compareDestinations() {
        let (before, after) = (Set(old.plan.destinations.map(\.name)), Set(new.plan.destinations.map(\.name)))
        let limited = Set(Destination.all(of: old.plan))
        for destination in new.plan.destinations where !before.contains(destination.name) {
            let isLimited = Destination(named: destination.name).map { !limited.contains($0) } ?? false
            schemas.add(
                .destinationAdded, place("").adding("destinations"), new: destination.name.nameForDisplay,
                (old.plan.place, destination.place), failure: isLimited ? .finding(.limit) : nil)
        }
        for destination in old.plan.destinations where !after.contains(destination.name) {
            schemas.add(
                .destinationRemoved, place("").adding("destinations"), old: destination.name.nameForDisplay,
                (destination.place, new.plan.place))
        }
    }

    private mutating func compare(_ setting: String, _ old: String?, _ new: String?) {
        if old.isExactly(new) { return }
        schemas.add(
            .settingChanged, place("").adding(setting), old: old, new: new, (self.old.plan.place, self.new.plan.place))
    }
}

extension [NameWithPlace] {
    fileprivate var words: String? {
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
