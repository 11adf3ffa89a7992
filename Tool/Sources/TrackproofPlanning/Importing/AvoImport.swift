import TrackproofPlans
import TrackproofSnapshots

/// An importer of the JSON Schema export of Avo, which its Export API and its webhooks give.
///
/// The documentation of Avo defines the format: "Export Tracking Plan" and "Webhook Publishing". It is one JSON file. Each
/// event has the member `rules`, which is a JSON Schema of draft 6 over the properties of the event and of the user.
struct AvoImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()
    /// The names of categories, the platforms of sources and the types of destinations, by their ids.
    private var categories: [String: String] = [:]
    private var sourcePlatforms: [String: String] = [:]
    private var destinations: [String: String] = [:]
    private var user = ImportedObject(place: PlanPlace(file: "", line: 1, column: 1))

    /// The definitions of user properties that an earlier event sets, by their names.
    private var traits: [String: PlanNode] = [:]

    init(_ run: ImportRun) { self.run = run }

    /// The platforms of a plan for the values of `developmentPlatform` of a source.
    private static let platforms = ["IOS": "ios", "Android": "android", "Web": "web"]

    mutating func plan(_ files: ImportFiles) throws -> ImportedPlan {
        let file = try files.onlyFile([".json"], run)
        return try read(PlanNode(json: PlanFile.bytes(path: file.path), file: file.path))
    }

    private mutating func read(_ root: PlanNode) throws(PlanErrors) -> ImportedPlan {
        guard case .array(let events)? = root["events"]?.content else {
            let message = "expected a JSON Schema export of Avo, with the member \"events\""
            throw PlanErrors([PlanError(at: root.place, message)])
        }
        if events.isEmpty { throw PlanErrors([PlanError(at: root.place, "the tracking plan has no events")]) }
        plan.name = root["name"]?.string
        // Events refer to the sources, destinations and categories by their ids.
        run.loseRest(
            of: root, "the plan", except: ["name", "events", "sources", "destinations", "categories"])
        categories = Self.texts("name", of: root["categories"])
        sourcePlatforms = Self.texts("developmentPlatform", of: root["sources"])
        destinations = Self.texts("type", of: root["destinations"])
        let schemas = events.compactMap(Self.properties)
        plan.isClosed = !schemas.isEmpty && schemas.allSatisfy { $0["additionalProperties"]?.bool == false }
        for event in events { try add(event) }
        try plan.addUser(user, run)
        return plan
    }

    /// Returns a text of each member of an object.
    private static func texts(_ name: String, of node: PlanNode?) -> [String: String] {
        let pairs = (node?.members ?? []).compactMap { member in member.value[name]?.string.map { (member.name, $0) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    private static func properties(_ event: PlanNode) -> PlanNode? { event["rules"]?["properties"]?["properties"] }

    // MARK: Events

    private mutating func add(_ event: PlanNode) throws(PlanErrors) {
        let name = event["name"]?.string ?? ""
        let path = ConversionPath(event: name)
        guard let rules = event["rules"] else {
            return run.lose("event without rules", name, at: event.place, path, isWhole: true)
        }
        // A variant has the name of its event, so a check cannot tell which of both an app tracked.
        if event["eventType"]?.string == "variant" || event["variantName"]?.string != nil {
            let variant = event["variantName"]?.string ?? ""
            return run.lose("variant of an event", variant, at: event.place, path, isWhole: true)
        }
        guard plan.events.accepts("event", name, at: event.place, path, run) else { return }
        var items = event.text("description")
        for member in event.members where !member.isBlank { items += self.items(member, path) }
        items += names(rules["nameMapping"], path)
        reportCall(rules, path)
        let empty = PlanNode(.object([]), at: rules.place)
        let schema = AvoProperty(run).schema(Self.properties(event) ?? empty, path)
        var converter = SchemaConverter(run, SchemaDocument(schema, name: name))
        converter.isClosed = plan.isClosed
        items += try EventSchema(schema, path, converter).members(isClosedByDefault: plan.isClosed)
        plan.add(name, items, at: event.place, run)
        if let traits = rules["properties"]?["userProperties"] { addTraits(traits, path) }
    }

    private mutating func items(_ member: PlanMember, _ path: ConversionPath) -> [PlanMember] {
        switch member.name {
        case "id", "name", "description", "rules", "eventType": return []
        case "sources": return sources(member, path)
        case "stakeholderDomains": return owner(member, path)
        case "categories":
            return keep(member.value.elements.map { categories[$0.string ?? ""] ?? $0.summary }, of: member, path)
        case "tags", "triggers", "customFields", "pii":
            let name = member.name == "customFields" ? "custom-fields" : member.name
            return run.keep(member.named(name), "\(member.name) of an event", path)
        default:
            run.lose("member \(member.name) of an event", member, path, .leftOut, .information)
            return []
        }
    }

    /// Returns a member with the names of things to which the export refers by their ids.
    private func keep(
        _ names: [String], of member: PlanMember, as name: String? = nil, kind: String? = nil, _ path: ConversionPath,
        _ weight: ConversionLoss.Weight = .information
    ) -> [PlanMember] {
        let list = PlanMember(name ?? member.name, .texts(names, at: member.place), at: member.place)
        return run.keep(
            list, kind ?? "\(list.name) of an event", found: names.joined(separator: ", "), path, weight)
    }

    /// Returns the platforms of an event whose sources all are apps on a platform.
    private mutating func sources(_ member: PlanMember, _ path: ConversionPath) -> [PlanMember] {
        let sources = member.value.elements
        let platforms = sources.compactMap { Self.platforms[sourcePlatforms[$0["id"]?.string ?? ""] ?? ""] }
        guard platforms.count == sources.count else {
            let titles = sources.map { $0["name"]?.string ?? $0["id"]?.string ?? $0.summary }
            return keep(
                titles, of: member, kind: "sources that are not all apps for iOS, Android or the web", path, .rule)
        }
        let names = platforms.enumerated().filter { !platforms[..<$0.offset].contains($0.element) }.map(\.element)
        for name in names where !plan.platforms.contains(name) { plan.platforms.append(name) }
        return [PlanMember("platforms", .texts(names, at: member.place), at: member.place)]
    }

    private mutating func owner(_ member: PlanMember, _ path: ConversionPath) -> [PlanMember] {
        let names = member.value.elements.compactMap { $0["name"]?.string }.filter(ImportRun.canWrite)
        let owner = member.value.elements.first { $0["isOwner"]?.bool == true }?["name"]?.string
        let items = plan.owner(owner.map { [$0] } ?? [], at: member.place)
        if names.count <= items.count { return items }
        return items + keep(names, of: member, as: "stakeholders", path)
    }

    /// Returns the names of an event at destinations that a plan knows.
    private func names(_ mapping: PlanNode?, _ path: ConversionPath) -> [PlanMember] {
        var names: [PlanMember] = []
        for entry in mapping?.elements ?? [] {
            let id = entry["destinationId"]?.string ?? ""
            let type = destinations[id]?.lowercased() ?? ""
            if let name = entry["name"]?.string, Destination.names.contains(type),
                !names.contains(where: { $0.name == type })
            {
                names.append(PlanMember(type, .string(name), at: entry.place))
            } else {
                let found = "\(entry["name"]?.summary ?? "") at \(id)"
                run.lose("name of an event at a destination", found, at: entry.place, path)
            }
        }
        return names.first.map { [PlanMember("names", .object(names), at: $0.place)] } ?? []
    }

    /// Reports the parts of the rules that are neither properties of the event nor of the user.
    private func reportCall(_ rules: PlanNode, _ path: ConversionPath) {
        for member in rules["properties"]?.members ?? []
        where !["properties", "userProperties"].contains(member.name) && !member.value.hasNoRules {
            run.lose("\(member.name) of an event", member, path)
        }
        let known: Set<String> = ["$schema", "type", "required", "properties", "nameMapping"]
        run.loseRest(of: rules, "the rules", except: known, path, .rule)
    }

    // MARK: Traits

    /// Adds the user properties that an event sets to the traits of the user.
    private mutating func addTraits(_ node: PlanNode, _ path: ConversionPath) {
        let traits = node["properties"]?.members ?? []
        if traits.isEmpty { return }
        let required = Set(node.requiredNames.map(\.name))
        for trait in traits {
            let known = self.traits[trait.name]
            let value = AvoProperty(run, reports: known == nil).schema(
                trait.value, ConversionPath(event: "user").property(trait.name))
            if let known, CanonicalValue(known) != CanonicalValue(value) {
                run.lose(
                    "user property with two definitions", at: trait.place, path.property(trait.name), first: known.place
                )
            }
            if known != nil { continue }
            self.traits[trait.name] = value
            user.add(trait.name, value, isRequired: false, at: trait.place)
        }
        run.lose(
            required.isEmpty ? "user properties of an event" : "required user properties of an event",
            traits.map(\.name).joined(separator: ", "), at: node.place, path,
            .changed(to: "optional traits of the user"),
            required.isEmpty ? .information : .rule)
    }
}
