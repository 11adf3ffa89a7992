import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

extension PlanComparer {
    /// The schemas of the parameters of an event and of its older versions.
    private struct EventSchemas {
        let parameters: [Int]
        let versions: [(name: NameWithPlace, parameters: [Int])]
    }

    /// Compares the parameters of two events, and their older versions.
    ///
    /// If the rules depend on the platform, compares them once for each platform. A change that is not the same on all
    /// platforms gets a condition.
    mutating func compareSchemas(_ events: Pair, _ place: ComparisonPlace) {
        let rules = [old.events[events.oldIndex], new.events[events.newIndex]].flatMap { event in
            [event.rules] + event.older.map(\.rules)
        }
        let named = rules.flatMap(\.platforms)
        let platforms = named.enumerated().filter { !named[..<$0.offset].contains(where: $0.element.isPlatform) }
        let start = schemas.changes.count
        var found: [(platform: String, changes: [PlanChange])] = []
        for platform in [nil] + (named.isEmpty ? [] : platforms.map(\.element) + [""]) {
            schemas.begin()
            let olds = eventSchemas(old, events.old, events.oldIndex, platform)
            compare(olds, eventSchemas(new, events.new, events.newIndex, platform), events, place)
            let name = platform.map { $0.isEmpty ? "another" : $0.nameForDisplay } ?? "unknown"
            found.append((name, Array(schemas.changes[start...])))
            schemas.changes.removeSubrange(start...)
        }
        schemas.changes += Self.merged(found)
    }

    /// Returns the schemas of an event for apps on a platform. `nil` stands for an unknown platform, and an empty name for
    /// a platform with no rules of its own.
    private mutating func eventSchemas(
        _ side: Side, _ event: PlannedEvent, _ index: Int, _ platform: String?
    ) -> EventSchemas {
        func parameters(_ rules: EventRules) -> [Int] {
            schemas.graph.parameters(rules.rules(on: platform), at: event.place, side.firstSchema)
        }
        // The compiled versions begin with the newest version.
        let older = side.events[index].older.reversed().map { parameters($0.rules) }
        return EventSchemas(
            parameters: parameters(side.events[index].rules),
            versions: zip(event.versions, older).map { ($0.version, $1) })
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
            let sorted = names.filter { $0 != "unknown" } + names.filter { $0 == "unknown" }
            let words = "the platform is " + sorted.joined(separator: " or ")
            change.condition = change.condition.map { $0 + " and " + words } ?? words
            return change
        }
    }

    private mutating func compare(
        _ olds: EventSchemas, _ news: EventSchemas, _ events: Pair, _ place: ComparisonPlace
    ) {
        var difference = SchemaDifference()
        compareVersions(olds, news, events, place, &difference)
        schemas.report(difference, place)
        let start = schemas.changes.count
        schemas.report(SchemaPair(old: olds.parameters, new: news.parameters), place)
        let worst = schemas.changes[start...].map(\.releasedApps.level).max() ?? .ok
        let severity = place.new.severity(of: .outdated)
        guard worst != .ok, severity != .error, fitsOlder(olds.parameters, news, place) else { return }
        let reason = "Events of released apps fit an older version of the event in \"versions\" (outdated)."
        for index in schemas.changes.indices[start...] where schemas.changes[index].releasedApps.level != .ok {
            schemas.changes[index].releasedApps = severity == nil ? .ok(reason) : .warns(reason)
        }
    }

    /// Returns whether an older version of the event in the new plan accepts all events that fit schemas of the old plan.
    private mutating func fitsOlder(_ parameters: [Int], _ events: EventSchemas, _ place: ComparisonPlace) -> Bool {
        // A check accepts an event as an older version only if the event has no finding with this version. If the old
        // plan accepts events despite a finding, a check of these events as the older version can report the same
        // finding.
        let isLenient = FindingID.ofParameters.contains { place.old.accepts($0) && !place.new.exempt.contains($0) }
        if isLenient { return false }
        for version in events.versions {
            let effect = schemas.effect(SchemaPair(old: parameters, new: version.parameters))
            if effect.exempt(place.new.exempt) == .none { return true }
        }
        return false
    }

    private mutating func compareVersions(
        _ olds: EventSchemas, _ news: EventSchemas, _ events: Pair, _ place: ComparisonPlace,
        _ difference: inout SchemaDifference
    ) {
        func path(_ version: NameWithPlace) -> String { "versions" + version.name.memberPath }
        for (version, parameters) in olds.versions {
            let other = news.versions.first { $0.name.name.isExactly(version.name) }
            let pair = other.map { SchemaPair(old: parameters, new: $0.parameters) }
            if let pair, schemas.areEqual([pair], withNotes: true) { continue }
            difference.add(
                .version, other == nil ? .removed : .changed, path: path(version),
                (version.place, other?.name.place ?? events.new.place), effect: effect(ofOlder: parameters, news, place)
            )
        }
        for (version, _) in news.versions where !olds.versions.contains(where: { $0.name.name.isExactly(version.name) })
        {
            difference.add(.version, .added, path: path(version), (events.old.place, version.place))
        }
    }

    /// Returns the effect if the events of an older version in the old plan must fit the new plan.
    private mutating func effect(ofOlder version: [Int], _ news: EventSchemas, _ place: ComparisonPlace) -> Effect {
        if !place.old.accepts(.outdated) { return .none }
        let effect = schemas.effect(SchemaPair(old: version, new: news.parameters))
        if effect == .none { return .none }
        return place.new.accepts(.outdated) && fitsOlder(version, news, place) ? .none : effect
    }
}
