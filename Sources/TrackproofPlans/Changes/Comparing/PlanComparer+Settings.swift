internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// Severities, exemptions, and the settings of the whole plan.
extension PlanComparer {
    /// Compares the severities of all events.
    mutating func compareSeverities() {
        let place = place("")
        for id in old.severities.ids.union(new.severities.ids).sorted(by: { $0.rawValue < $1.rawValue }) {
            let (before, after) = (old.severities.general(id), new.severities.general(id))
            if before == after { continue }
            addSeverity(id, before, after, place, canOccur: canOccur(id))
        }
    }

    /// Returns whether any event can have a finding under the new plan.
    private mutating func canOccur(_ id: FindingID) -> Bool {
        if id == .unplannedEvent || new.plan.user != nil { return true }
        return new.plan.events.indices.contains { canOccur(id, new.plan.events[$0], new.shapes.events[$0]) }
    }

    /// Compares the severities of one event, as far as they differ from those of all events.
    mutating func compareSeverities(_ events: PairedEvents, _ place: ComparisonPlace) {
        let ids = old.severities.ids.union(new.severities.ids)
        if old.severities.specialCount + new.severities.specialCount == 0 { return }
        let (strict, other) = (
            Strictness(old.severities, event: events.old.name), Strictness(new.severities, event: events.new.name)
        )
        for id in ids.sorted(by: { $0.rawValue < $1.rawValue }) {
            let (before, after) = (strict.severity(of: id), other.severity(of: id))
            if before == after { continue }
            if before == old.severities.general(id), after == new.severities.general(id) { continue }
            addSeverity(id, before, after, place, canOccur: canOccur(id, events.new, events.newShape))
        }
    }

    private mutating func addSeverity(
        _ id: FindingID, _ before: Severity?, _ after: Severity?, _ place: ComparisonPlace, canOccur: Bool
    ) {
        let isRaised = after.map { after in before.map { $0 < after } ?? true } ?? false
        let rules = (
            old: old.plan.checkSeverities.last { $0.id == id.rawValue }?.place ?? old.plan.place,
            new: new.plan.checkSeverities.last { $0.id == id.rawValue }?.place ?? new.plan.place
        )
        schemas.add(
            isRaised ? .severityRaised : .severityLowered, place.member("check").member(id.rawValue),
            old: before?.rawValue ?? "ignore", new: after?.rawValue ?? "ignore", rules,
            failure: isRaised && canOccur ? .finding(id) : nil)
    }

    /// Compares the exemptions of an event.
    mutating func compareExemptions(_ events: PairedEvents, _ place: ComparisonPlace) {
        let (before, after) = (Set(events.old.exemptions.map(\.id)), Set(events.new.exemptions.map(\.id)))
        if before == after { return }
        let places = (
            old: events.old.exemptions.first?.place ?? events.old.place,
            new: events.new.exemptions.first?.place ?? events.new.place
        )
        for id in before.subtracting(after).sorted() {
            let finding = FindingID(rawValue: id).flatMap {
                canOccur($0, events.new, events.newShape) ? Failure.finding($0) : nil
            }
            schemas.add(.exemptionRemoved, place.member("allow"), old: id, places, failure: finding)
        }
        for id in after.subtracting(before).sorted() {
            let rules = EventRules(events.newShape, new.shapes)
            schemas.add(
                .exemptionAdded, place.member("allow"), new: id, places,
                failure: schemas.failure(ofExempting: id, in: rules.schemas))
        }
    }

    /// Returns whether an event can have a finding under the new plan.
    private mutating func canOccur(_ id: FindingID, _ event: PlannedEvent, _ shape: EventShape) -> Bool {
        switch id {
        case .wrongPlatform: !event.platforms.isEmpty
        case .outdated: !event.versions.isEmpty
        case .deprecated: event.isDeprecated || event.replacedBy != nil
        case .expired: event.expires != nil
        case .tooEarly: !event.since.isEmpty
        case .unplannedEvent, .wrongKind, .limit, .integerAsFloat, .unchecked: true
        default:
            schemas.charge(new.shapes.size(of: shape)) ? canOccur(id, EventRules(shape, new.shapes)) : true
        }
    }

    // MARK: Settings

    /// Compares what the plans say about names, owners, platforms and lint.
    mutating func compareSettings() {
        let (old, new) = (old.plan, new.plan)
        compare("name", old.name?.quotedForDisplay, new.name?.quotedForDisplay)
        compare("naming.events", old.naming.events?.rawValue, new.naming.events?.rawValue)
        compare("naming.parameters", old.naming.parameters?.rawValue, new.naming.parameters?.rawValue)
        compare("platforms", old.platforms.words, new.platforms.words)
        compare("destinations", old.destinations.words, new.destinations.words)
        compare("owners", old.ownerWords, new.ownerWords)
        compare("lint", old.lintWords, new.lintWords)
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
