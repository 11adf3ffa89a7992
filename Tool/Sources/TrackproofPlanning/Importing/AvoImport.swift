import TrackproofPlans

/// An importer of the JSON Schema export of Avo, which its Export API and its webhooks give.
///
/// The documentation of Avo defines the format: "Export Tracking Plan" and "Webhook Publishing". It is one JSON file. Each
/// event has the member `rules`, which is a JSON Schema of draft 6 over the properties of the event and of the user.
struct AvoImport: PlanImporter {
    let run: ImportRun
    /// The names of categories, the platforms of sources and the types of destinations, by their ids.
    private var categories: [String: String] = [:]
    private var sourcePlatforms: [String: String] = [:]
    private var destinations: [String: String] = [:]

    init(run: ImportRun) { self.run = run }

    /// The platforms of a plan for the values of `developmentPlatform` of a source.
    private static let platforms = ["IOS": "ios", "Android": "android", "Web": "web"]

    mutating func read(_ files: ImportFiles) throws {
        let root = try ImportFiles.node(files.onlyFile([".json"], run), run)
        guard case .array(let events)? = root["events"]?.content else {
            throw PlanErrors(at: root.place, "expected a JSON Schema export of Avo, with the member \"events\"")
        }
        if events.isEmpty { throw PlanErrors(at: root.place, "the tracking plan has no events") }
        run.plan.name = root["name"]?.string
        // Events refer to the sources, destinations and categories by their ids.
        run.loseRest(of: root, "the plan", except: ["name", "events", "sources", "destinations", "categories"])
        categories = Self.texts("name", of: root["categories"])
        sourcePlatforms = Self.texts("developmentPlatform", of: root["sources"])
        destinations = Self.texts("type", of: root["destinations"])
        let schemas = events.compactMap { $0["rules"]?["properties"]?["properties"] }
        run.plan.isClosed = !schemas.isEmpty && schemas.allSatisfy { $0["additionalProperties"]?.bool == false }
        for event in events { try add(event) }
    }

    /// Returns a text of each member of an object.
    private static func texts(_ name: String, of node: PlanNode?) -> [String: String] {
        let pairs = (node?.members ?? []).compactMap { member in member.value[name]?.string.map { (member.name, $0) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Events

    private func add(_ event: PlanNode) throws(PlanErrors) {
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
        guard run.accepts(event: name, at: event.place) else { return }
        let kept = { (name: String) in MemberUse.kept(kind: "\(name) of an event") }
        let own = run.members(
            of: event, "an event", path, others: .lost(),
            [
                "id": .known, "name": .known, "rules": .known, "eventType": .known, "description": .text,
                "sources": .own { sources($0, path) }, "stakeholderDomains": .own { owner($0, path) },
                "categories": .own { member in
                    keep(member.value.elements.map { categories[$0.string ?? ""] ?? $0.summary }, of: member, path)
                },
                "tags": kept("tags"), "triggers": kept("triggers"), "pii": kept("pii"),
                "customFields": .own { run.keep($0.named("custom-fields"), "custom-fields of an event", path) },
            ])
        let names = names(rules["nameMapping"], path)
        // The other parts of the rules are neither properties of the event nor of the user.
        for member in rules["properties"]?.members ?? []
        where !["properties", "userProperties"].contains(member.name) && !member.value.hasNoRules {
            run.lose("\(member.name) of an event", member, path)
        }
        let known: Set<String> = ["$schema", "type", "required", "properties", "nameMapping"]
        run.loseRest(of: rules, "the rules", except: known, path, .rule)
        let properties = rules["properties"]?["properties"] ?? PlanNode(.object([]), at: rules.place)
        run.add(name, try run.members(of: path, own + names, schema(properties, path, run)), at: event.place)
        if let traits = rules["properties"]?["userProperties"] { addTraits(traits, path) }
    }

    /// Returns a member with the names of things to which the export refers by their ids.
    private func keep(
        _ names: [String], of member: PlanMember, as name: String? = nil, kind: String? = nil, _ path: ConversionPath,
        _ weight: ConversionLoss.Weight = .information
    ) -> [PlanMember] {
        let list = PlanMember(name ?? member.name, .texts(names, at: member.place), at: member.place)
        return run.keep(list, kind ?? "\(list.name) of an event", found: names.joined(separator: ", "), path, weight)
    }

    /// Returns the platforms of an event whose sources all are apps on a platform.
    private func sources(_ member: PlanMember, _ path: ConversionPath) -> [PlanMember] {
        let sources = member.value.elements
        let platforms = sources.compactMap { Self.platforms[sourcePlatforms[$0["id"]?.string ?? ""] ?? ""] }
        guard platforms.count == sources.count else {
            let titles = sources.map { $0["name"]?.string ?? $0["id"]?.string ?? $0.summary }
            let kind = "sources that are not all apps for iOS, Android or the web"
            return keep(titles, of: member, kind: kind, path, .rule)
        }
        let names = platforms.grouped { $0 }.map { $0[0] }
        for name in names where !run.plan.platforms.contains(name) { run.plan.platforms.append(name) }
        return [PlanMember("platforms", .texts(names, at: member.place), at: member.place)]
    }

    private func owner(_ member: PlanMember, _ path: ConversionPath) -> [PlanMember] {
        let names = member.value.elements.compactMap { $0["name"]?.string }.filter(ImportRun.canWrite)
        let owner = member.value.elements.first { $0["isOwner"]?.bool == true }?["name"]?.string
        let items = run.plan.owner(owner.map { [$0] } ?? [], at: member.place)
        return names.count <= items.count ? items : items + keep(names, of: member, as: "stakeholders", path)
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

    // MARK: Properties

    /// Adds the user properties that an event sets to the traits of the user.
    private func addTraits(_ node: PlanNode, _ path: ConversionPath) {
        let traits = node["properties"]?.members ?? []
        if traits.isEmpty { return }
        for trait in traits {
            let user = ConversionPath(event: "user").property(trait.name)
            let value = schema(trait.value, user, run.forDefinition(ofTrait: trait.name))
            run.add(trait: trait.name, value, at: trait.place, path)
        }
        let isOptional = node.requiredNames.isEmpty
        run.lose(
            "\(isOptional ? "" : "required ")user properties of an event",
            traits.map(\.name).joined(separator: ", "), at: node.place, path,
            .changed(to: "optional traits of the user"), isOptional ? .information : .rule)
    }

    /// Returns a schema without the members that describe Avo's own records, and reports them.
    private func schema(_ node: PlanNode, _ path: ConversionPath, _ run: ImportRun) -> PlanNode {
        guard node.isObject else { return node }
        let members = node.members.flatMap { member -> [PlanMember] in
            switch member.name {
            case "properties" where member.value.isObject:
                let inner = member.value.members.map { child in
                    PlanMember(child.name, at: child.place, schema(child.value, path.property(child.name), run))
                }
                return [PlanMember(member.name, at: member.place, PlanNode(.object(inner), at: member.value.place))]
            case "items": return [PlanMember("items", at: member.place, schema(member.value, path.element, run))]
            case "id" where path.parameter != nil, "index" where path.parameter != nil:
                run.lose("member \(member.name) of a property", member, path, .leftOut, .information)
            case "isSystemProperty" where member.value.bool == false: break
            case "nameMapping" where !member.value.elements.isEmpty:
                run.lose("names of a property at destinations", member, path)
            case "pii" where member.value["isPii"]?.bool == false:
                run.lose("property that is not personal data", member, path, .leftOut, .information)
            case "pii" where member.value["isPii"]?.bool == true:
                let type = member.value["piiType"]?.string ?? "undeclared"
                return [PlanMember("pii", .string(type), at: member.place)]
            default: return [member]
            }
            return []
        }
        return PlanNode(.object(members), at: node.place)
    }
}
