import Trackproof
import TrackproofPlans
import TrackproofSnapshots

/// The plan that an exporter reads, with members of its files that a ``TrackingPlan`` does not keep, such as `x-unit`.
struct ExportedPlan {
    let plan: TrackingPlan
    let run: ConversionRun
    /// The members of schemas that a plan does not use, such as `title` and `x-unit`, by the places of the schemas.
    let others: [PlanPlace: [PlanMember]]
    /// The nodes of all objects, and of texts in place of an object, by their places.
    private let objects: [PlanPlace: PlanNode]
    /// The named types, by their names.
    let types: [String: PlanProperty]
    private let root: PlanNode
    /// The nodes of the events, of their older versions and of `user`, by the places of their names.
    private let nodes: [PlanPlace: PlanNode]

    init(_ files: PlanFiles, _ run: ConversionRun) {
        (plan, root, self.run) = (files.plan, files.node, run)
        types = Dictionary(plan.types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var others: [PlanPlace: [PlanMember]] = [:]
        var objects: [PlanPlace: PlanNode] = [:]
        Self.visitObjects(of: files.node) { node in
            let own = node.members.filter { ["title", "$comment"].contains($0.name) || $0.name.hasPrefix("x-") }
            if !own.isEmpty { others[node.place] = own }
            if node.isObject || node.string != nil { objects[node.place] = node }
        }
        (self.others, self.objects) = (others, objects)
        let events = root["events"]?.members ?? []
        let members = events + events.flatMap { $0.value["versions"]?.members ?? [] }
        let user = root.members.filter { $0.name == "user" }
        nodes = Dictionary((members + user).map { ($0.place, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    private static func visitObjects(of node: PlanNode, _ visit: (PlanNode) -> Void) {
        visit(node)
        for member in node.members { visitObjects(of: member.value, visit) }
        for element in node.elements { visitObjects(of: element, visit) }
    }

    func description(of variant: PlanVariant) -> String? { objects[variant.place]?["description"]?.string }

    var description: String? { root["description"]?.string }

    /// Returns the value of a member of an event that a plan does not use, such as `x-vendor`.
    func member(_ name: String, of event: PlannedEvent) -> PlanNode? { nodes[event.place]?[name] }

    /// Returns the members of a schema in the plan's file, without those that ``PlanSchema`` has in a form for exporters.
    func members(of schema: PlanSchema) -> [PlanMember] {
        guard let node = objects[schema.place] else { return [] }
        // The name of a type can be in place of a schema.
        let members = node.isObject ? node.members : [PlanMember("type", at: node.place, node)]
        return members.filter { member in
            switch member.name {
            case "description", "never", "presence": false
            case "required": member.value.bool == nil
            case "deprecated", "uniqueItems": member.value.bool != false
            default: true
            }
        }
    }

    /// Returns the members of an event whose names begin with `x-`.
    func others(of event: PlannedEvent) -> [PlanMember] {
        nodes[event.place]?.members.filter { $0.name.hasPrefix("x-") } ?? []
    }

    /// Returns the versions of an event that have three numbers, and then the event. Reports other versions.
    ///
    /// The version of the event is its `x-version`, or a version with a higher first number than all older versions.
    ///
    /// - Parameter separator: The text that the format has between the numbers, or `nil` if it can have dots and hyphens.
    func versions(
        of event: PlannedEvent, separator: String? = nil
    ) -> [(event: PlannedEvent, version: VersionedSchema.Version)] {
        let path = ConversionPath(event: event.name)
        var list: [(event: PlannedEvent, version: VersionedSchema.Version)] = []
        for (name, older) in event.versions {
            guard let version = VersionedSchema.Version(name.name) else {
                run.lose("version that does not have three numbers", name.name, at: name.place, path)
                continue
            }
            if list.contains(where: { $0.version == version }) {
                run.lose("version with the same numbers as another", name.name, at: name.place, path)
                continue
            }
            let written = separator.map { VersionedSchema.Version(version.numbers, separator: $0) } ?? version
            if written.text != name.name {
                run.note("name of a version", name.name, at: name.place, path, changedTo: written.text)
            }
            list.append((older, written))
        }
        let newest = list.map(\.version).max()
        let own = member("x-version", of: event)?.string.flatMap { VersionedSchema.Version($0) }
        let numbers = own.flatMap { own in newest.map { $0 < own } ?? true ? own.numbers : nil }
        let version = VersionedSchema.Version(
            numbers ?? [(newest?.numbers[0] ?? 0) + 1, 0, 0], separator: separator ?? ".")
        return list + [(event, version)]
    }

    // MARK: Parameters

    /// Returns the parameters of an event for apps on an unknown platform, with those of shared groups.
    func parameters(of event: PlannedEvent) -> [PlanProperty] { presented(plan.parameters(of: event), in: event) }

    /// Returns parameters for apps on an unknown platform. The formats of other tools have no presence by platform.
    func presented(_ parameters: [PlanProperty], in event: PlannedEvent?) -> [PlanProperty] {
        let scope = plan.scope(of: nil, event)
        return parameters.map { $0.presented(for: scope) }
    }

    /// Returns the variants of an event for apps on an unknown platform.
    func variants(of event: PlannedEvent) -> [PlanVariant] {
        let scope = plan.scope(of: nil, event)
        return event.variants.map { $0.presented(for: scope) }
    }

    // MARK: Losses

    /// The members of an event that restrict which events fit the plan.
    private static let rules: Set<String> = [
        "kind", "platforms", "since", "expires", "closed", "variants", "rules", "names", "versions",
    ]

    /// Reports the members of an event that the format does not have.
    ///
    /// - Parameter written: The names of the members that the exporter writes.
    func loseRest(of event: PlannedEvent, except written: Set<String>) {
        let path = ConversionPath(event: event.name)
        for member in nodes[event.place]?.members ?? [] where !written.contains(member.name) && !member.value.isBlank {
            switch member.name {
            // The parameters of groups become parameters of the event.
            case "parameters", "include": break
            case "kind" where event.kind == .track: break
            case "closed" where event.isClosed == plan.isClosed: break
            default:
                let weight: ConversionLoss.Weight = Self.rules.contains(member.name) ? .rule : .information
                run.lose("member \(member.name) of an event", member, path, .leftOut, weight)
            }
        }
    }

    /// Reports the members of the plan that the format does not have.
    ///
    /// - Parameters:
    ///   - written: The names of the members that the exporter writes.
    ///   - isAlwaysOpen: Whether the format cannot forbid undeclared parameters.
    func loseRest(except written: Set<String> = [], isAlwaysOpen: Bool = false) {
        if isAlwaysOpen, plan.isClosed {
            let place = root.members.first { $0.name == "closed" }?.place ?? root.place
            run.lose("closed", "true", at: place, ConversionPath(), .changed(to: "an open plan"))
        }
        let known = written.union(["plan", "closed", "types", "shared", "defaults", "events", "user"])
        run.loseRest(of: root, "the plan", except: known)
    }

    /// Reports an event that the format cannot have.
    func loseEvent(_ event: PlannedEvent, _ kind: String, _ found: String = "") {
        run.lose(kind, found, at: event.place, ConversionPath(event: event.name), isWhole: true)
    }

    /// Reports that a parameter has a presence for each platform.
    func losePresence(_ schema: PlanSchema, _ path: ConversionPath) {
        guard let presence = schema.presence else { return }
        let words = presence.platforms.map { "\($0.platform.name): \($0.frequency.rawValue)" }.joined(separator: ", ")
        run.lose("presence", words, at: presence.place, path, .changed(to: "the weakest rule of all platforms"))
    }

    /// Returns the parameters that may be sent, each with its path. The formats have no rule for the others.
    ///
    /// Reports each other parameter when the loop reaches it, so that losses are in the order of the file.
    func sent(
        _ parameters: [PlanProperty], _ path: ConversionPath
    ) -> some Sequence<(PlanProperty, ConversionPath)> {
        parameters.lazy.compactMap { parameter in
            let inner = path.property(parameter.name)
            if !parameter.schema.isNever { return (parameter, inner) }
            run.lose("parameter that must not be sent", parameter.name, at: parameter.place, inner, isWhole: true)
            return nil
        }
    }

    /// Counts an event, and the parameters of all its versions with the properties in them.
    func count(_ event: PlannedEvent) {
        run.countEvent()
        for version in [event] + event.versions.map(\.event) {
            let parameters = plan.parameters(of: version) + version.variants.flatMap(\.parameters)
            for parameter in parameters { count(parameter.schema) }
        }
    }

    private func count(_ schema: PlanSchema) {
        run.countParameter()
        for property in schema.properties { count(property.schema) }
    }
}
