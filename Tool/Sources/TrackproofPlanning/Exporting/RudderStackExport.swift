import Trackproof
import TrackproofPlans

/// An exporter of the YAML files of RudderStack's command-line tool, in the format `rudder/v1`.
///
/// The type is a class, because properties and types that events use are added to the catalog at any depth.
final class RudderStackExport {
    private let source: ExportedPlan
    private let catalog: RudderStackEntries
    private var categories = RudderStackIDs()

    init(_ source: ExportedPlan) {
        self.source = source
        catalog = RudderStackEntries(source)
    }

    /// Returns the files.
    func files() -> [PlanExport.File] {
        source.loseRest(except: ["name", "description"])
        var ids = RudderStackIDs()
        var events: [PlanNode] = []
        var rules: [PlanNode] = []
        for event in source.plan.eventsAndUser {
            guard event.kind != .alias else {
                source.loseEvent(event, "event of the kind alias")
                continue
            }
            let id = ids.add(event.name)
            events.append(entry(event, id))
            rules.append(rule(event, id))
        }
        catalog.finishTypes()
        let plan: KeyValuePairs<String, PlanNode.Content?> = [
            "id": .string("tracking-plan"), "display_name": .string(source.plan.name ?? "Tracking plan"),
            "description": .text(source.description), "rules": .array(rules),
        ]
        let lists: [(kind: String, member: String, values: [PlanNode])] = [
            ("categories", "categories", categories.entries), ("properties", "properties", catalog.properties),
            ("custom-types", "types", catalog.types), ("events", "events", events),
        ]
        return lists.filter { !$0.values.isEmpty }.map { file($0.kind, [$0.member: .array($0.values)]) }
            + [file("tracking-plan", plan)]
    }

    private func file(_ kind: String, _ spec: KeyValuePairs<String, PlanNode.Content?>) -> PlanExport.File {
        let place = source.plan.place
        let node = PlanNode(
            [
                "version": .string("rudder/v1"), "kind": .string(kind),
                "metadata": PlanNode(["name": .string(kind)], at: place).content,
                "spec": PlanNode(spec, at: place).content,
            ], at: place)
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
                "category": .text(category.map { "#category:" + categories.entry(named: $0, at: event.place) }),
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
struct RudderStackIDs {
    private var used: Set<String> = []
    private var names: [String: String] = [:]
    /// The entries that ``entry(named:)`` added.
    private(set) var entries: [PlanNode] = []

    /// Returns a new id for an entry with a name.
    mutating func add(_ name: String) -> String {
        let words = name.lowercased().utf8.split { byte in
            !((0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte))
        }
        let base = words.isEmpty ? "entry" : words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_")
        var (id, number) = (base, 2)
        while !used.insert(id).inserted {
            id = "\(base)_\(number)"
            number += 1
        }
        return id
    }

    /// Returns the id of the entry that has only a name. Adds the entry if it is new.
    mutating func entry(named name: String, at place: PlanPlace) -> String {
        if let id = names[name] { return id }
        let id = add(name)
        names[name] = id
        entries.append(PlanNode(["id": .string(id), "name": .string(name)], at: place))
        return id
    }
}
