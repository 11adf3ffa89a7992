import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension PlanComparer {
    mutating func compareParameters(_ events: PairedEvents, _ place: ComparisonPlace) {
        let start = schemas.changes.count
        if !schemas.areEqual(events.oldRules, events.newRules) {
            schemas.compareParameters(events.oldRules, events.newRules, place)
        }
        let breaks = schemas.changes[start...].contains { $0.releasedApps.level == .breaks }
        let severity = place.new.severity(of: .outdated)
        if breaks, severity != .error, takesOlder(events.oldRules, events.newRules, place) {
            let reason = "Events of released apps fit an older version of the event in \"versions\" (outdated)."
            schemas.updateReleasedApps(from: start) { verdict in
                if verdict.level != .breaks { return verdict }
                return severity == nil ? .ok(reason) : .warns(reason)
            }
        }
        compareVersions(events, place)
    }

    /// Returns whether an older version of the event in the new plan accepts all events that fit the rules `old`.
    private mutating func takesOlder(_ old: EventRules, _ new: EventRules, _ place: ComparisonPlace) -> Bool {
        // A check accepts an event as an older version only if the event has no finding with this version. If the old
        // plan accepts events despite a finding, a check of these events as the older version can report the same
        // finding.
        let accepts = FindingID.ofParameters.contains { place.old.accepts($0) && !place.new.exempt.contains($0) }
        if accepts { return false }
        var place = place
        place.new.isStrict = true
        for version in new.versions
        where schemas.probe(place, { $0.compareParameters(old, version.rules, $1) }) == nil {
            return true
        }
        return false
    }

    // MARK: Versions

    private mutating func compareVersions(_ events: PairedEvents, _ place: ComparisonPlace) {
        let (before, after) = (events.oldRules.versions, events.newRules.versions)
        let known = Dictionary(
            after.map { (ExactText($0.name.name), $0) }, uniquingKeysWith: { first, _ in first })
        for version in before {
            let other = known[ExactText(version.name.name)]
            if let other, schemas.areEqual(version.rules, other.rules) { continue }
            schemas.add(
                other == nil ? .versionRemoved : .versionChanged, place.version(version.name),
                (version.name.place, other?.name.place ?? events.new.place),
                failure: failure(of: version.rules, events, place))
        }
        let olds = Set(before.map { ExactText($0.name.name) })
        for version in after where !olds.contains(ExactText(version.name.name)) {
            schemas.add(.versionAdded, place.version(version.name), (events.old.place, version.name.place))
        }
    }

    /// Returns why events of the old plan's version `older` can fail in the new plan, or `nil` if all of them fit.
    private mutating func failure(
        of older: EventRules, _ events: PairedEvents, _ place: ComparisonPlace
    ) -> Failure? {
        if !place.old.accepts(.outdated) { return nil }
        var place = place
        place.old.isStrict = true
        guard let failure = schemas.probe(place, { $0.compareParameters(older, events.newRules, $1) }) else {
            return nil
        }
        return place.new.accepts(.outdated) && takesOlder(older, events.newRules, place) ? nil : failure
    }
}

extension ComparisonPlace {
    fileprivate func version(_ version: NameWithPlace) -> ComparisonPlace {
        member("versions").member(version.name)
    }
}
