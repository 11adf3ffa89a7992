import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

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
