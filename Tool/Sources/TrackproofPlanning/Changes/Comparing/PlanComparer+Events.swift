import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

extension PlanComparer {
    /// Compares an event of the old plan with the corresponding event of the new plan.
    ///
    /// - Parameter unaffected: Why the changes cannot affect released apps, or `nil` if the changes can affect them.
    mutating func compare(_ events: Pair, unaffected: String? = nil) {
        var place = place(events)
        place.unaffected = unaffected
        let (old, new) = (events.old, events.new)
        schemas.begin()
        var difference = SchemaDifference()
        difference.compare(
            .kind, .changed, old.kind.rawValue, new.kind.rawValue, events.places, effect: .finding(.wrongKind))
        comparePlatforms(events, &difference)
        compareVersions(.since, old.since, new.since, events, &difference)
        // `unaffected` has a value only for a renamed event. Without this condition, the report of a renamed event
        // could also say that the event is no longer replaced and that its names at destinations changed.
        if unaffected == nil {
            compareEnds(events, place, &difference)
            compareNames(events, &difference)
        }
        difference.compare(
            .owner, .documentation, old.owner?.quotedForDisplay, new.owner?.quotedForDisplay,
            (old.owners.first?.place ?? old.place, new.owners.first?.place ?? new.place))
        difference.compare(SchemaNotes(old), SchemaNotes(new), events.places)
        compareSeverities(events, &difference)
        schemas.report(difference, place)
        compareSchemas(events, place)
    }

    private func comparePlatforms(_ events: Pair, _ difference: inout SchemaDifference) {
        let (before, after) = (events.old.platforms, events.new.platforms)
        // An empty list means that all platforms track the event.
        func areAll(_ platforms: [NameWithPlace], in others: [NameWithPlace]) -> Bool {
            others.isEmpty
                || !platforms.isEmpty && platforms.allSatisfy { others.map(\.name).contains(where: $0.name.isPlatform) }
        }
        let (isWider, isNarrower) = (areAll(before, in: after), areAll(after, in: before))
        if isWider, isNarrower { return }
        difference.add(
            .platforms, isWider ? .widened : (isNarrower ? .narrowed : .changed), old: before.words ?? "all platforms",
            new: after.words ?? "all platforms",
            (before.first?.place ?? events.old.place, after.first?.place ?? events.new.place),
            effect: isWider ? .none : .finding(.wrongPlatform))
    }

    /// Compares the app versions since which, or until which the apps of each platform track two events.
    private func compareVersions(
        _ subject: PlanChange.Subject, _ old: [(platform: NameWithPlace, version: AppVersion)],
        _ new: [(platform: NameWithPlace, version: AppVersion)], _ events: Pair, _ difference: inout SchemaDifference
    ) {
        for platform in Set((old + new).map { $0.platform.name.lowercased() }) {
            let before = old.first { $0.platform.name.isPlatform(platform) }
            let after = new.first { $0.platform.name.isPlatform(platform) }
            guard before?.version != after?.version, let named = after ?? before else { continue }
            var isNarrower = after != nil
            if let before, let after {
                isNarrower = subject == .since ? before.version < after.version : after.version < before.version
            }
            difference.add(
                subject, isNarrower ? .narrowed : .widened,
                path: (subject == .since ? "since" : "expires") + named.platform.name.memberPath,
                old: before?.version.description.safeForDisplay, new: after?.version.description.safeForDisplay,
                (before?.platform.place ?? events.old.place, after?.platform.place ?? events.new.place),
                effect: isNarrower ? .finding(subject == .since ? .tooEarly : .expired) : .none)
        }
    }

    private func compareNames(_ events: Pair, _ difference: inout SchemaDifference) {
        for destination in Set((events.old.names + events.new.names).map(\.destination.name)) {
            let before = events.old.names.first { $0.destination.name == destination }
            let after = events.new.names.first { $0.destination.name == destination }
            difference.compare(
                .destinationName, .renamed, path: "names" + destination.memberPath,
                (before?.name ?? events.old.name).quotedForDisplay, (after?.name ?? events.new.name).quotedForDisplay,
                (before?.destination.place ?? events.old.place, after?.destination.place ?? events.new.place),
                effect: .finding(.unplannedEvent))
        }
    }

    private func compareEnds(_ events: Pair, _ place: ComparisonPlace, _ difference: inout SchemaDifference) {
        let (old, new) = (events.old, events.new)
        let deprecated: Effect = old.isAtEnd ? .none : .finding(.deprecated)
        if old.isDeprecated != new.isDeprecated {
            difference.add(
                .deprecation, new.isDeprecated ? .added : .removed, events.places,
                effect: new.isDeprecated ? deprecated : .none)
        }
        difference.compare(
            .replacement, old.replacedBy == nil ? .added : (new.replacedBy == nil ? .removed : .changed),
            old.replacedBy?.name.quotedForDisplay, new.replacedBy?.name.quotedForDisplay,
            (old.replacedBy?.place ?? old.place, new.replacedBy?.place ?? new.place),
            effect: new.replacedBy == nil ? .none : deprecated)
        compareVersions(.expiry, old.ends, new.ends, events, &difference)
        let (before, after) = (old.expires, new.expires)
        // Days are written as YYYY-MM-DD, so the alphabetical order of the texts is also the order of the days.
        let isSooner = after.map { after in before.map { after.name < $0.name } ?? true } ?? false
        // If the event is deprecated, a later last day or no last day can make events of released apps fail. After the
        // old last day, the old plan reports `expired` as a warning, but the new plan reports `deprecated` as an error.
        let isWorse = new.isAtEnd && before != nil && place.old.accepts(.expired) && !place.old.accepts(.deprecated)
        difference.compare(
            .expiry, isSooner ? .narrowed : .widened, before?.name, after?.name,
            (before?.place ?? old.place, after?.place ?? new.place),
            effect: isSooner ? .finding(.expired) : (isWorse ? .finding(.deprecated) : .none))
    }
}

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
