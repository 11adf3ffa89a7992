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
        compareKind(events, place)
        comparePlatforms(events, place)
        compareSince(events, place)
        // `unaffected` has a value only for a renamed event. Without this condition, the report of a renamed event
        // could also say that the event is no longer replaced and that its names at destinations changed.
        if unaffected == nil {
            compareEnds(events, place)
            compareNames(events, place)
        }
        compareNotes(events, place)
        compareExemptions(events, place)
        compareSeverities(events, place)
        compareParameters(events, place)
    }

    private mutating func compareKind(_ events: PairedEvents, _ place: ComparisonPlace) {
        if events.old.kind == events.new.kind { return }
        schemas.add(
            .kindChanged, place, old: events.old.kind.rawValue, new: events.new.kind.rawValue, events.places,
            failure: .finding(.wrongKind))
    }

    private mutating func comparePlatforms(_ events: PairedEvents, _ place: ComparisonPlace) {
        let (before, after) = (Set(events.old.platforms.map(\.name)), Set(events.new.platforms.map(\.name)))
        if before == after { return }
        let places = (
            old: events.old.platforms.first?.place ?? events.old.place,
            new: events.new.platforms.first?.place ?? events.new.place
        )
        // An empty set means that all platforms track the event.
        let words = (before.platformWords, after.platformWords)
        if before.isEmpty || (!after.isEmpty && !before.isSubset(of: after)) {
            schemas.add(
                .platformRemoved, place, old: words.0, new: words.1, places, failure: .finding(.wrongPlatform))
        }
        if after.isEmpty || (!before.isEmpty && !after.isSubset(of: before)) {
            schemas.add(.platformAdded, place, old: words.0, new: words.1, places)
        }
    }

    private mutating func compareSince(_ events: PairedEvents, _ place: ComparisonPlace) {
        let platforms = Set((events.old.since + events.new.since).map(\.platform.name)).sorted()
        for platform in platforms {
            let before = events.old.since.first { $0.platform.name == platform }
            let after = events.new.since.first { $0.platform.name == platform }
            if before?.version == after?.version { continue }
            let isLater = after.map { after in before.map { $0.version < after.version } ?? true } ?? false
            schemas.add(
                isLater ? .sinceLater : .sinceEarlier, place.member("since").member(platform),
                old: before?.version.description.safeForDisplay, new: after?.version.description.safeForDisplay,
                (before?.platform.place ?? events.old.place, after?.platform.place ?? events.new.place),
                failure: isLater ? .finding(.tooEarly) : nil)
        }
    }

    private mutating func compareNames(_ events: PairedEvents, _ place: ComparisonPlace) {
        let destinations = Set((events.old.names + events.new.names).map(\.destination.name)).sorted()
        for destination in destinations {
            let before = events.old.names.first { $0.destination.name == destination }
            let after = events.new.names.first { $0.destination.name == destination }
            let (one, other) = (before?.name ?? events.old.name, after?.name ?? events.new.name)
            if one.isExactly(other) { continue }
            schemas.add(
                .destinationNameChanged, place.member("names").member(destination), old: one.quotedForDisplay,
                new: other.quotedForDisplay,
                (before?.destination.place ?? events.old.place, after?.destination.place ?? events.new.place),
                failure: .finding(.unplannedEvent))
        }
    }

    private mutating func compareNotes(_ events: PairedEvents, _ place: ComparisonPlace) {
        let (old, new) = (events.old, events.new)
        if !old.description.isExactly(new.description) {
            schemas.add(
                .descriptionChanged, place, old: old.description?.quotedForDisplay,
                new: new.description?.quotedForDisplay, events.places)
        }
        if !(old.owner?.name).isExactly(new.owner?.name) {
            schemas.add(
                .ownerChanged, place, old: old.owner?.name.quotedForDisplay, new: new.owner?.name.quotedForDisplay,
                (old.owner?.place ?? old.place, new.owner?.place ?? new.place))
        }
        if old.examples.map({ CanonicalValue($0) }) != new.examples.map({ CanonicalValue($0) }) {
            schemas.add(
                .examplesChanged, place, old: old.examples.count.counted("example"),
                new: new.examples.count.counted("example"),
                (old.examples.first?.place ?? old.place, new.examples.first?.place ?? new.place))
        }
    }

    // MARK: The end of an event

    private mutating func compareEnds(_ events: PairedEvents, _ place: ComparisonPlace) {
        let (old, new) = (events.old, events.new)
        let wasDeprecated = old.isDeprecated || old.replacedBy != nil
        let deprecated: Failure? = wasDeprecated ? nil : .finding(.deprecated)
        if old.isDeprecated != new.isDeprecated {
            schemas.add(
                new.isDeprecated ? .deprecated : .noLongerDeprecated, place, events.places,
                failure: new.isDeprecated ? deprecated : nil)
        }
        if !(old.replacedBy?.name).isExactly(new.replacedBy?.name) {
            let isReplaced = new.replacedBy != nil
            schemas.add(
                isReplaced ? .replaced : .noLongerReplaced, place, old: old.replacedBy?.name.quotedForDisplay,
                new: new.replacedBy?.name.quotedForDisplay,
                (old.replacedBy?.place ?? old.place, new.replacedBy?.place ?? new.place),
                failure: isReplaced ? deprecated : nil)
        }
        compareExpiry(events, place)
    }

    private mutating func compareExpiry(_ events: PairedEvents, _ place: ComparisonPlace) {
        let (old, new) = (events.old.expires, events.new.expires)
        if old?.name == new?.name { return }
        // Days are written as YYYY-MM-DD, so the alphabetical order of the texts is also the order of the days.
        let isSooner = new.map { new in old.map { new.name < $0.name } ?? true } ?? false
        let isDeprecated = events.new.isDeprecated || events.new.replacedBy != nil
        // If the event is deprecated, a later last day or no last day can make events of released apps fail. After the
        // old last day, the old plan reports `expired` as a warning, but the new plan reports `deprecated` as an error.
        let isWorse = isDeprecated && old != nil && place.old.accepts(.expired) && !place.old.accepts(.deprecated)
        schemas.add(
            isSooner ? .expiresSooner : .expiresLater, place, old: old?.name, new: new?.name,
            (old?.place ?? events.old.place, new?.place ?? events.new.place),
            failure: isSooner ? .finding(.expired) : (isWorse ? .finding(.deprecated) : nil))
    }
}

extension PairedEvents {
    /// The places of the event's name in both plans.
    var places: (old: PlanPlace?, new: PlanPlace?) { (old.place, new.place) }
}

extension Set<String> {
    fileprivate var platformWords: String {
        isEmpty ? "all platforms" : sorted().map(\.nameForDisplay).joined(separator: ", ")
    }
}
