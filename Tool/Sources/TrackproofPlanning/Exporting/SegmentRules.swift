import Trackproof
import TrackproofPlans

/// The rules of a plan for Segment: one for each version of each event, and one for the parameters of all events.
struct SegmentRules {
    struct Rule {
        let event: PlannedEvent
        let parameters: [PlanProperty]
        /// The kind of the event's newest version.
        let kind: EventKind
        /// The name of the event, or `nil` if the rule applies to all calls of the type.
        let key: String?
        let version: Int

        /// The member of a call that contains the parameters.
        var member: String { kind.isIdentity ? "traits" : "properties" }
        /// The type of the rule, such as `TRACK`.
        var type: String { kind.rawValue.uppercased() }
    }

    private let source: ExportedPlan
    /// The parameters of the default groups that no event declares itself. They are the parameters of the common rule.
    let common: [PlanProperty]

    init(_ source: ExportedPlan) {
        self.source = source
        let plan = source.plan
        func parameters(_ groups: [NameWithPlace]) -> [PlanProperty] {
            groups.flatMap { name in plan.shared.filter { $0.name == name.name } }.flatMap(\.parameters)
        }
        let events = plan.events.flatMap { [$0] + $0.versions.map(\.event) }
        let own = events.flatMap { $0.parameters + $0.variants.flatMap(\.parameters) + parameters($0.includes) }
        let shared = parameters(plan.defaults)
        let counts = Dictionary((own + shared).map { ($0.name, 1) }, uniquingKeysWith: +)
        common = source.presented(shared.filter { counts[$0.name] == 1 }, in: nil)
    }

    /// Returns the rules of an event, from the oldest to the newest version.
    ///
    /// - Parameter written: The members of the event that the exporter writes.
    func rules(of event: PlannedEvent, _ written: Set<String>) -> [Rule] {
        guard event.kind != .alias else {
            source.loseEvent(event, "event of the kind alias")
            return []
        }
        for event in [event] + event.versions.map(\.event) {
            source.loseRest(of: event, except: written.union(["kind", "versions", "x-version"]))
        }
        source.count(event)
        // A plan names versions by any texts. Segment numbers them.
        let older = event.versions.enumerated().map { Int($0.element.version.name) ?? $0.offset + 1 }
        for (version, number) in zip(event.versions, older) where version.version.name != "\(number)" {
            let (name, path) = (version.version, ConversionPath(event: event.name))
            source.run.note("name of a version", name.name, at: name.place, path, changedTo: "\(number)")
        }
        var newest = (older.max() ?? 0) + 1
        if case .integer(let own)? = source.member("x-version", of: event)?.eventValue {
            newest = max(newest, Int(own))
        }
        return zip(event.versions.map(\.event) + [event], older + [newest]).map {
            rule($0, event.kind, version: $1)
        }
    }

    private func rule(_ event: PlannedEvent, _ kind: EventKind, version: Int) -> Rule {
        let names = Set(kind.isIdentity ? [] : common.map(\.name))
        let isUnnamed = kind != .track && event.name == kind.rawValue
        return Rule(
            event: event, parameters: source.parameters(of: event).filter { !names.contains($0.name) },
            kind: kind, key: isUnnamed ? nil : event.name, version: version)
    }
}
