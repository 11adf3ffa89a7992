import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension PlanComparer {
    /// Compares the parameters of two events, and their older versions.
    ///
    /// If the rules depend on the platform, compares them once for each platform. A change that is not the same on all
    /// platforms gets a condition.
    mutating func compareSchemas(_ events: PairedEvents, _ place: ComparisonPlace) {
        let named = events.oldSchemas.platforms + events.newSchemas.platforms
        if named.isEmpty { return compareOnPlatform(events, place) }
        let platforms = named.enumerated().filter { !named[..<$0.offset].contains(where: $0.element.isPlatform) }
        let start = schemas.changes.count
        compareOnPlatform(events, place)
        var found = [("unknown", schemas.takeChanges(from: start))]
        for platform in platforms.map(\.element) + [""] {
            var events = events
            events.oldSchemas = events.oldSchemas.schemas(on: platform)
            events.newSchemas = events.newSchemas.schemas(on: platform)
            compareOnPlatform(events, place)
            found.append((platform.isEmpty ? "another" : platform.nameForDisplay, schemas.takeChanges(from: start)))
        }
        schemas.add(Self.merged(found))
    }

    /// Returns the changes on all platforms, each only once.
    private static func merged(_ found: [(platform: String, changes: [PlanChange])]) -> [PlanChange] {
        var platforms: [PlanChange: [String]] = [:]
        var ordered: [PlanChange] = []
        for (platform, changes) in found {
            for change in changes where platforms[change]?.last != platform {
                if platforms[change] == nil { ordered.append(change) }
                platforms[change, default: []].append(platform)
            }
        }
        return ordered.map { change in
            guard let names = platforms[change], names.count < found.count else { return change }
            var change = change
            // "unknown" is the first name, but reads best as the last one.
            let words =
                "the platform is "
                + (names.filter { $0 != "unknown" } + names.filter { $0 == "unknown" })
                .joined(separator: " or ")
            change.condition = change.condition.map { $0 + " and " + words } ?? words
            return change
        }
    }

    private mutating func compareOnPlatform(_ events: PairedEvents, _ place: ComparisonPlace) {
        var difference = SchemaDifference()
        compareVersions(events, place, &difference)
        schemas.report(difference, place)
        compareParameters(events, place)
    }

    private mutating func compareParameters(_ events: PairedEvents, _ place: ComparisonPlace) {
        let start = schemas.changes.count
        let pair = SchemaPair(old: events.oldSchemas.parameters, new: events.newSchemas.parameters)
        schemas.report(pair, place)
        let worst = schemas.changes[start...].map(\.releasedApps.level).max() ?? .ok
        let severity = place.new.severity(of: .outdated)
        guard worst != .ok, severity != .error, fitsOlder(pair.old, events.newSchemas, place) else { return }
        let reason = "Events of released apps fit an older version of the event in \"versions\" (outdated)."
        schemas.updateReleasedApps(from: start) { verdict in
            if verdict.level == .ok { return verdict }
            return severity == nil ? .ok(reason) : .warns(reason)
        }
    }

    /// Returns whether an older version of the event in the new plan accepts all events that fit a schema of the old plan.
    private mutating func fitsOlder(
        _ schema: Int, _ events: SchemaGraph.EventSchemas, _ place: ComparisonPlace
    ) -> Bool {
        // A check accepts an event as an older version only if the event has no finding with this version. If the old
        // plan accepts events despite a finding, a check of these events as the older version can report the same
        // finding.
        let isLenient = FindingID.ofParameters.contains { place.old.accepts($0) && !place.new.exempt.contains($0) }
        if isLenient { return false }
        for version in events.versions {
            let effect = schemas.effect(SchemaPair(old: schema, new: version.parameters)).exempt(place.new.exempt)
            if effect == .none { return true }
        }
        return false
    }

    private mutating func compareVersions(
        _ events: PairedEvents, _ place: ComparisonPlace, _ difference: inout SchemaDifference
    ) {
        let (before, after) = (events.oldSchemas.versions, events.newSchemas.versions)
        let known = Dictionary(after.map { (ExactText($0.name.name), $0) }, uniquingKeysWith: { first, _ in first })
        let classes = schemas.graph.noteClasses
        for version in before {
            let other = known[ExactText(version.name.name)]
            if let other, classes[version.parameters] == classes[other.parameters] { continue }
            difference.add(
                .version, other == nil ? .removed : .changed, path: version.name.versionPath,
                (version.name.place, other?.name.place ?? events.new.place),
                effect: effect(ofOlder: version.parameters, events, place))
        }
        let olds = Set(before.map { ExactText($0.name.name) })
        for version in after where !olds.contains(ExactText(version.name.name)) {
            difference.add(
                .version, .added, path: version.name.versionPath, (events.old.place, version.name.place))
        }
    }

    /// Returns the effect if the events of an older version in the old plan must fit the new plan.
    private mutating func effect(
        ofOlder version: Int, _ events: PairedEvents, _ place: ComparisonPlace
    ) -> Effect {
        if !place.old.accepts(.outdated) { return .none }
        let effect = schemas.effect(SchemaPair(old: version, new: events.newSchemas.parameters))
        if effect == .none { return .none }
        return place.new.accepts(.outdated) && fitsOlder(version, events.newSchemas, place) ? .none : effect
    }
}

extension NameWithPlace {
    fileprivate var versionPath: String { "versions" + name.memberPath }
}
