internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// The parameters of events, and older forms of events.
extension PlanComparer {
    mutating func compareParameters(_ events: PairedEvents, _ place: ComparisonPlace) {
        if numbers.areEqual(events.oldShape, events.newShape) { return }
        let size = old.shapes.size(of: events.oldShape) + new.shapes.size(of: events.newShape)
        guard schemas.charge(size) else { return schemas.addUncompared(place, events.places) }
        let rules = EventRules(events.oldShape, old.shapes)
        let start = schemas.changes.count
        schemas.compareParameters(rules, EventRules(events.newShape, new.shapes), place)
        let breaks = schemas.changes[start...].contains { $0.releasedApps.level == .breaks }
        if breaks, !events.newShape.versions.isEmpty { soften(from: start, rules, events, place) }
        compareVersions(events, place)
    }

    /// Changes what breaks into a warning if an older form in the new plan takes all events of the old plan.
    private mutating func soften(
        from start: Int, _ rules: EventRules, _ events: PairedEvents, _ place: ComparisonPlace
    ) {
        let severity = place.new.severity(of: .outdated)
        guard severity != .error, takesOlder(rules, events, place) else { return }
        let reason = "An older form under \"versions\" takes what released apps send (outdated)."
        schemas.updateReleasedApps(from: start) { verdict in
            if verdict.level != .breaks { return verdict }
            return severity == nil ? .ok(reason) : .warns(reason)
        }
    }

    /// Returns whether an older form in the new plan takes all events that fit some rules of the old plan.
    private mutating func takesOlder(
        _ rules: EventRules, _ events: PairedEvents, _ place: ComparisonPlace
    ) -> Bool {
        var place = place
        place.new.isStrict = true
        // What the old plan accepts although it is a finding, an older form does not take.
        let accepted = FindingID.ofParameters.filter { place.old.accepts($0) && !place.new.exempt.contains($0) }
        for version in events.newShape.versions {
            guard schemas.charge(new.shapes.size(of: version.shape)) else { return false }
            let older = EventRules(version.shape, new.shapes)
            if accepted.contains(where: { canOccur($0, older) }) { continue }
            if schemas.probe(place, { $0.compareParameters(rules, older, $1) }) == nil { return true }
        }
        return false
    }

    /// Returns whether an event can have a finding of its parameters.
    mutating func canOccur(_ id: FindingID, _ rules: EventRules) -> Bool {
        rules.canFail(id) || schemas.canOccur(id, in: rules.schemas)
    }

    // MARK: Versions

    private mutating func compareVersions(_ events: PairedEvents, _ place: ComparisonPlace) {
        let (before, after) = (events.oldShape.versions, events.newShape.versions)
        if before.isEmpty, after.isEmpty { return }
        let known = Dictionary(after.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
        for version in before {
            let inside = place.member("versions").member(version.name)
            let other = known[ExactText(version.name)]
            if let other, numbers.areEqual(version.shape, other.shape) { continue }
            schemas.add(
                other == nil ? .versionRemoved : .versionChanged, inside,
                (version.place, other?.place ?? events.new.place),
                failure: failure(of: version.shape, events, place))
        }
        let olds = Set(before.map { ExactText($0.name) })
        for version in after where !olds.contains(ExactText(version.name)) {
            schemas.add(.versionAdded, place.member("versions").member(version.name), (events.old.place, version.place))
        }
    }

    /// Returns the failure of events that an older form in the old plan takes.
    private mutating func failure(
        of older: EventShape, _ events: PairedEvents, _ place: ComparisonPlace
    ) -> Failure? {
        if !place.old.accepts(.outdated) { return nil }
        var place = place
        place.old.isStrict = true
        guard schemas.charge(old.shapes.size(of: older) + new.shapes.size(of: events.newShape)) else {
            return .unknown("The older form is too complex to be compared.")
        }
        let rules = EventRules(older, old.shapes)
        let newest = EventRules(events.newShape, new.shapes)
        guard let failure = schemas.probe(place, { $0.compareParameters(rules, newest, $1) }) else { return nil }
        return place.new.accepts(.outdated) && takesOlder(rules, events, place) ? nil : failure
    }
}
