import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension PlanComparer {
    /// Compares an event of the old plan with the corresponding event of the new plan.
    ///
    /// - Parameter unaffected: Why the changes cannot affect released apps, or `nil` if the changes can affect them.
    mutating func compare(_ events: PairedEvents, unaffected: String? = nil) {
        var place = place(events)
        place.unaffected = unaffected
        var difference = SchemaDifference()
        compareKind(events, &difference)
        comparePlatforms(events, &difference)
        compareSince(events, &difference)
        // `unaffected` has a value only for a renamed event. Without this condition, the report of a renamed event
        // could also say that the event is no longer replaced and that its names at destinations changed.
        if unaffected == nil {
            compareEnds(events, place, &difference)
            compareNames(events, &difference)
        }
        compareNotes(events, &difference)
        difference.addExemptions(
            Set(events.old.exemptions.map(\.name)), Set(events.new.exemptions.map(\.name)),
            (
                events.old.exemptions.first?.place ?? events.old.place,
                events.new.exemptions.first?.place ?? events.new.place
            ), path: "allow")
        compareSeverities(events, &difference)
        schemas.report(difference, place)
        compareSchemas(events, place)
    }

    private func compareKind(_ events: PairedEvents, _ difference: inout SchemaDifference) {
        if events.old.kind == events.new.kind { return }
        difference.add(
            .kind, .changed, old: events.old.kind.rawValue, new: events.new.kind.rawValue, events.places,
            effect: .finding(.wrongKind))
    }

    private func comparePlatforms(_ events: PairedEvents, _ difference: inout SchemaDifference) {
        func names(_ event: PlannedEvent) -> Set<String> { Set(event.platforms.map { $0.name.lowercased() }) }
        let (before, after) = (names(events.old), names(events.new))
        if before == after { return }
        // An empty set means that all platforms track the event.
        let isWider = after.isEmpty || (!before.isEmpty && after.isSuperset(of: before))
        let isNarrower = before.isEmpty || (!after.isEmpty && before.isSuperset(of: after))
        difference.add(
            .platforms, isWider ? .widened : (isNarrower ? .narrowed : .changed),
            old: events.old.platforms.words ?? "all platforms", new: events.new.platforms.words ?? "all platforms",
            (
                events.old.platforms.first?.place ?? events.old.place,
                events.new.platforms.first?.place ?? events.new.place
            ), effect: isWider ? .none : .finding(.wrongPlatform))
    }

    private func compareSince(_ events: PairedEvents, _ difference: inout SchemaDifference) {
        compareVersions(events, events.old.since, events.new.since) { name, old, new, words, places in
            let isLater = new.map { new in old.map { $0 < new } ?? true } ?? false
            difference.add(
                .since, isLater ? .narrowed : .widened, path: "since" + name, old: words.0, new: words.1, places,
                effect: isLater ? .finding(.tooEarly) : .none)
        }
    }

    /// Compares the app versions that two events name for each platform, and calls `report` for those that differ.
    private func compareVersions(
        _ events: PairedEvents, _ old: [(platform: NameWithPlace, version: AppVersion)],
        _ new: [(platform: NameWithPlace, version: AppVersion)],
        _ report: (
            _ path: String, _ old: AppVersion?, _ new: AppVersion?, _ words: (String?, String?),
            _ places: (PlanPlace, PlanPlace)
        ) -> Void
    ) {
        let platforms = Set((old + new).map { $0.platform.name.lowercased() }).sorted()
        for platform in platforms {
            let before = old.first { $0.platform.name.isPlatform(platform) }
            let after = new.first { $0.platform.name.isPlatform(platform) }
            if before?.version == after?.version { continue }
            let name = (after ?? before)?.platform.name ?? platform
            report(
                name.memberPath, before?.version, after?.version,
                (before?.version.description.safeForDisplay, after?.version.description.safeForDisplay),
                (before?.platform.place ?? events.old.place, after?.platform.place ?? events.new.place))
        }
    }

    private func compareNames(_ events: PairedEvents, _ difference: inout SchemaDifference) {
        let destinations = Set((events.old.names + events.new.names).map(\.destination.name)).sorted()
        for destination in destinations {
            let before = events.old.names.first { $0.destination.name == destination }
            let after = events.new.names.first { $0.destination.name == destination }
            let (one, other) = (before?.name ?? events.old.name, after?.name ?? events.new.name)
            if one.isExactly(other) { continue }
            difference.add(
                .destinationName, .renamed, path: "names" + destination.memberPath, old: one.quotedForDisplay,
                new: other.quotedForDisplay,
                (before?.destination.place ?? events.old.place, after?.destination.place ?? events.new.place),
                effect: .finding(.unplannedEvent))
        }
    }

    private func compareNotes(_ events: PairedEvents, _ difference: inout SchemaDifference) {
        let (old, new) = (events.old, events.new)
        difference.addSwiftNames(
            old.swift.names, new.swift.names,
            (old.swift.name?.place ?? old.place, new.swift.name?.place ?? new.place))
        if !old.owner.isExactly(new.owner) {
            difference.add(
                .owner, .documentation, old: old.owner?.quotedForDisplay, new: new.owner?.quotedForDisplay,
                (old.owners.first?.place ?? old.place, new.owners.first?.place ?? new.place))
        }
        difference.addNotes(
            (old.description, old.examples.map { CanonicalValue($0) }),
            (new.description, new.examples.map { CanonicalValue($0) }), events.places,
            (old.examples.first?.place ?? old.place, new.examples.first?.place ?? new.place))
    }

    // MARK: The end of an event

    private func compareEnds(_ events: PairedEvents, _ place: ComparisonPlace, _ difference: inout SchemaDifference) {
        let (old, new) = (events.old, events.new)
        let deprecated: Effect = old.isAtEnd ? .none : .finding(.deprecated)
        if old.isDeprecated != new.isDeprecated {
            difference.add(
                .deprecation, new.isDeprecated ? .added : .removed, events.places,
                effect: new.isDeprecated ? deprecated : .none)
        }
        if !(old.replacedBy?.name).isExactly(new.replacedBy?.name) {
            let isReplaced = new.replacedBy != nil
            difference.add(
                .replacement, isReplaced ? (old.replacedBy == nil ? .added : .changed) : .removed,
                old: old.replacedBy?.name.quotedForDisplay, new: new.replacedBy?.name.quotedForDisplay,
                (old.replacedBy?.place ?? old.place, new.replacedBy?.place ?? new.place),
                effect: isReplaced ? deprecated : .none)
        }
        compareExpiry(events, place, &difference)
    }

    private func compareExpiry(_ events: PairedEvents, _ place: ComparisonPlace, _ difference: inout SchemaDifference) {
        compareVersions(events, events.old.ends, events.new.ends) { name, old, new, words, places in
            let isSooner = new.map { new in old.map { new < $0 } ?? true } ?? false
            difference.add(
                .expiry, isSooner ? .narrowed : .widened, path: "expires" + name, old: words.0, new: words.1, places,
                effect: isSooner ? .finding(.expired) : .none)
        }
        let (old, new) = (events.old.expires, events.new.expires)
        if old?.name == new?.name { return }
        // Days are written as YYYY-MM-DD, so the alphabetical order of the texts is also the order of the days.
        let isSooner = new.map { new in old.map { new.name < $0.name } ?? true } ?? false
        // If the event is deprecated, a later last day or no last day can make events of released apps fail. After the
        // old last day, the old plan reports `expired` as a warning, but the new plan reports `deprecated` as an error.
        let isWorse = events.new.isAtEnd && old != nil && place.old.accepts(.expired) && !place.old.accepts(.deprecated)
        difference.add(
            .expiry, isSooner ? .narrowed : .widened, old: old?.name, new: new?.name,
            (old?.place ?? events.old.place, new?.place ?? events.new.place),
            effect: isSooner ? .finding(.expired) : (isWorse ? .finding(.deprecated) : .none))
    }
}
