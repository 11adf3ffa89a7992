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
        var events: [FormattedValue] = []
        var rules: [FormattedValue] = []
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
        var plan = [FormattedItem("id", .text("tracking-plan"))]
        plan.append(FormattedItem("display_name", .text(source.plan.name ?? "Tracking plan")))
        if let text = source.description { plan.append(FormattedItem("description", .prose(text))) }
        plan.append(FormattedItem("rules", .blocks(rules)))
        let lists: [(kind: String, member: String, values: [FormattedValue])] = [
            ("categories", "categories", categories.entries), ("properties", "properties", catalog.properties),
            ("custom-types", "types", catalog.types), ("events", "events", events),
        ]
        return lists.filter { !$0.values.isEmpty }.map { file($0.kind, [FormattedItem($0.member, .blocks($0.values))]) }
            + [file("tracking-plan", plan)]
    }

    private func file(_ kind: String, _ spec: [FormattedItem]) -> PlanExport.File {
        let root = FormattedItem()
        root.value = .object([
            FormattedItem("version", .text("rudder/v1")), FormattedItem("kind", .text(kind)),
            FormattedItem("metadata", .object([FormattedItem("name", .text(kind))])),
            FormattedItem("spec", .object(spec)),
        ])
        return PlanExport.File(path: kind + ".yaml", text: FormattedFileWriter.text(FormattedFile(root: root)))
    }

    // MARK: Events

    private func entry(_ event: PlannedEvent, _ id: String) -> FormattedValue {
        var items = [FormattedItem("id", .text(id))]
        let isUnnamed = event.kind != .track && event.name == event.kind.rawValue
        if !isUnnamed { items.append(FormattedItem("name", .text(event.name))) }
        items.append(FormattedItem("event_type", .text(event.kind.rawValue)))
        if let text = event.description { items.append(FormattedItem("description", .prose(text))) }
        if let category = source.member("x-category", of: event)?.string {
            items.append(FormattedItem("category", .text("#category:" + categories.entry(named: category))))
        }
        return .object(items)
    }

    private func rule(_ event: PlannedEvent, _ id: String) -> FormattedValue {
        source.loseRest(of: event, except: ["kind", "description", "closed", "variants", "x-category"])
        source.count(event)
        let path = ConversionPath(event: event.name)
        var items = [
            FormattedItem("type", .text("event_rule")), FormattedItem("id", .text(id)),
            FormattedItem("event", .text("#event:" + id)),
        ]
        let isClosed = event.isClosed ?? source.plan.isClosed
        if !isClosed { items.append(FormattedItem("additional_properties", .word("true"))) }
        let references = catalog.references(source.parameters(of: event), path)
        if !references.isEmpty { items.append(FormattedItem("properties", .blocks(references))) }
        if let variants = catalog.variants(source.variants(of: event), path) { items.append(variants) }
        return .object(items)
    }
}

/// The ids of entries of one kind. All ids are different.
struct RudderStackIDs {
    private var used: Set<String> = []
    private var names: [String: String] = [:]
    /// The entries that ``entry(named:)`` added.
    private(set) var entries: [FormattedValue] = []

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
    mutating func entry(named name: String) -> String {
        if let id = names[name] { return id }
        let id = add(name)
        names[name] = id
        entries.append(.object([FormattedItem("id", .text(id)), FormattedItem("name", .text(name))]))
        return id
    }
}
