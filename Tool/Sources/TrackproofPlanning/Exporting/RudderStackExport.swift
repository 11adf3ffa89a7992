import Trackproof
import TrackproofPlans

/// An exporter of the YAML files of RudderStack's command-line tool, in the format `rudder/v1`.
struct RudderStackExport {
    private let source: ExportedPlan
    private let catalog: RudderStackEntries

    init(_ source: ExportedPlan) { (self.source, catalog) = (source, RudderStackEntries(source)) }

    /// Returns the files.
    func files() -> [PlanExport.File] {
        source.loseRest(except: ["name", "description"])
        var ids = RudderStackIDs<PlanPlace>()
        var events: [PlanNode] = []
        var rules: [PlanNode] = []
        for event in source.plan.eventsAndUser {
            guard event.kind != .alias else {
                source.loseEvent(event, "event of the kind alias")
                continue
            }
            let id = ids.id(of: event.place, named: event.name).id
            events.append(entry(event, id))
            rules.append(rule(event, id))
        }
        catalog.finishTypes()
        let plan = PlanNode(
            [
                "id": .string("tracking-plan"), "display_name": .string(source.plan.name ?? "Tracking plan"),
                "description": .text(source.description), "rules": .array(rules),
            ], at: source.plan.place)
        let lists = [
            ("categories", "categories", catalog.categories), ("properties", "properties", catalog.properties),
            ("custom-types", "types", catalog.types), ("events", "events", events),
        ]
        return lists.filter { !$0.2.isEmpty }.map { kind, member, list in
            file(kind, PlanNode([member: .array(list)], at: source.plan.place))
        } + [file("tracking-plan", plan)]
    }

    private func file(_ kind: String, _ spec: PlanNode) -> PlanExport.File {
        let metadata = PlanNode(["name": .string(kind)], at: spec.place)
        let node = PlanNode(
            [
                "version": .string("rudder/v1"), "kind": .string(kind), "metadata": metadata.content,
                "spec": spec.content,
            ], at: spec.place)
        return PlanExport.File(path: kind + ".yaml", text: PlanLayout.foreign.text(node))
    }

    // MARK: Events

    private func entry(_ event: PlannedEvent, _ id: String) -> PlanNode {
        let isUnnamed = event.kind != .track && event.name == event.kind.rawValue
        let category = source.member("x-category", of: event)?.string
        return PlanNode(
            [
                "id": .string(id), "name": isUnnamed ? nil : .string(event.name),
                "event_type": .string(event.kind.rawValue), "description": .text(event.description),
                "category": .text(category.map { "#category:" + catalog.id(ofCategory: $0, at: event.place) }),
            ], at: event.place)
    }

    private func rule(_ event: PlannedEvent, _ id: String) -> PlanNode {
        source.loseRest(of: event, except: ["kind", "description", "closed", "variants", "x-category"])
        source.count(event)
        let path = ConversionPath(event: event.name)
        return PlanNode(
            [
                "type": .string("event_rule"), "id": .string(id), "event": .string("#event:" + id),
                "additional_properties": .flag(!(event.isClosed ?? source.plan.isClosed)),
                "properties": .list(catalog.references(source.parameters(of: event), path)),
                "variants": catalog.variants(source.variants(of: event), path),
            ], at: event.place)
    }
}

/// The ids of entries of one kind. All ids are different.
struct RudderStackIDs<Key: Hashable> {
    private var used: Set<String> = []
    private var known: [Key: String] = [:]

    /// Returns the id of an entry, and whether the id is new.
    mutating func id(of key: Key, named name: String) -> (id: String, isNew: Bool) {
        if let id = known[key] { return (id, false) }
        let words = name.lowercased().utf8.split { byte in
            !((0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte))
        }
        let base = words.isEmpty ? "entry" : words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
        var (id, number) = (base, 2)
        while !used.insert(id).inserted {
            id = "\(base)_\(number)"
            number += 1
        }
        known[key] = id
        return (id, true)
    }
}
