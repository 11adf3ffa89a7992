import TrackproofPlans
import TrackproofSnapshots

/// An importer of the JSON Schema export of Avo, which its Export API and its webhooks give.
///
/// The documentation of Avo defines the format: "Export Tracking Plan" and "Webhook Publishing". It is one JSON file. Each
/// event has the member `rules`, which is a JSON Schema of draft 6 over the properties of the event and of the user.
struct AvoImport {
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

    /// Imports the plan in a file.
    ///
    /// - Throws: ``PlanErrors`` if the file is not an export of Avo.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        var copy = self
        let file = try files.onlyFile([".json"], run)
        return try copy.read(PlanNode(json: PlanFile.bytes(path: file.path), file: file.path))
    }

    private mutating func read(_ root: PlanNode) throws(PlanErrors) -> ImportedPlan {
        guard case .array(let events)? = root["events"]?.content else {
            let message = "expected a JSON Schema export of Avo, with the member \"events\""
            throw PlanErrors([PlanError(at: root.place, message)])
        }
        if events.isEmpty { throw PlanErrors([PlanError(at: root.place, "the tracking plan has no events")]) }
        plan.name = root["name"]?.string
        for member in root.members where !member.isBlank {
            // Events refer to these members by their ids.
            if ["name", "events", "sources", "destinations", "categories"].contains(member.name) { continue }
            run.lose(
                "member \(member.name) of the plan", member.value.summary, at: member.place, ConversionPath(), .leftOut,
                .information)
        }
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
        var items: [FormattedItem] = []
        if let text = event["description"]?.string, !text.isEmpty {
            items.append(FormattedItem("description", .prose(text)))
        }
        for member in event.members where !member.isBlank { items += self.items(member, path) }
        items += names(rules["nameMapping"], path)
        reportCall(rules, path)
        let empty = PlanNode(.object([]), at: rules.place)
        let schema = AvoProperty(run).schema(Self.properties(event) ?? empty, path)
        var converter = SchemaConverter(run, SchemaDocument(schema, name: name))
        converter.isClosed = plan.isClosed
        items += try EventSchema(schema, path, converter).members(isClosedByDefault: plan.isClosed)
        plan.events.append(FormattedItem(name, .object(items)))
        run.countEvent()
        if let traits = rules["properties"]?["userProperties"] { addTraits(traits, path) }
    }

    private mutating func items(_ member: PlanMember, _ path: ConversionPath) -> [FormattedItem] {
        switch member.name {
        case "id", "name", "description", "rules", "eventType": return []
        case "sources": return sources(member, path)
        case "stakeholderDomains": return owner(member, path)
        case "categories":
            let titles = member.value.elements.map { categories[$0.string ?? ""] ?? $0.summary }
            run.lose(
                "categories of an event", titles.joined(separator: ", "), at: member.place, path,
                .changed(to: "x-categories"), .information)
            return [FormattedItem("x-categories", .list(titles.map(FormattedValue.text)))]
        case "tags", "triggers", "customFields", "pii":
            guard member.value.isWritable else { break }
            let name = member.name == "customFields" ? "x-custom-fields" : "x-" + member.name
            run.lose(
                "\(member.name) of an event", member.value.summary, at: member.place, path, .changed(to: name),
                .information)
            return [FormattedItem(name, FormattedValue(data: member.value))]
        default: break
        }
        run.lose(
            "member \(member.name) of an event", member.value.summary, at: member.place, path, .leftOut, .information)
        return []
    }

    /// Returns the platforms of an event whose sources all are apps on a platform.
    private mutating func sources(_ member: PlanMember, _ path: ConversionPath) -> [FormattedItem] {
        var platforms: [String] = []
        var titles: [String] = []
        for source in member.value.elements {
            titles.append(source["name"]?.string ?? source["id"]?.string ?? source.summary)
            let platform = sourcePlatforms[source["id"]?.string ?? ""] ?? ""
            if let name = Self.platforms[platform] { platforms.append(name) }
        }
        if platforms.count == titles.count {
            let names = platforms.enumerated().filter { !platforms[..<$0.offset].contains($0.element) }.map(\.element)
            for name in names where !plan.platforms.contains(name) { plan.platforms.append(name) }
            return [FormattedItem("platforms", .list(names.map(FormattedValue.text)))]
        }
        run.lose(
            "sources that are not all apps for iOS, Android or the web", titles.joined(separator: ", "),
            at: member.place, path, .changed(to: "x-sources"))
        return [FormattedItem("x-sources", .list(titles.map(FormattedValue.text)))]
    }

    private mutating func owner(_ member: PlanMember, _ path: ConversionPath) -> [FormattedItem] {
        let names = member.value.elements.compactMap { $0["name"]?.string }.filter(ImportRun.canWrite)
        let owner = member.value.elements.first { $0["isOwner"]?.bool == true }?["name"]?.string
        var items: [FormattedItem] = []
        if let owner, ImportRun.canWrite(name: owner) {
            plan.addOwner(owner)
            items.append(FormattedItem("owner", .text(owner)))
        }
        if names.count > items.count {
            run.lose(
                "stakeholders of an event", names.joined(separator: ", "), at: member.place, path,
                .changed(to: "x-stakeholders"), .information)
            items.append(FormattedItem("x-stakeholders", .list(names.map(FormattedValue.text))))
        }
        return items
    }

    /// Returns the names of an event at destinations that a plan knows.
    private func names(_ mapping: PlanNode?, _ path: ConversionPath) -> [FormattedItem] {
        var names: [FormattedItem] = []
        for entry in mapping?.elements ?? [] {
            let id = entry["destinationId"]?.string ?? ""
            let type = destinations[id]?.lowercased() ?? ""
            guard let name = entry["name"]?.string, Destination.names.contains(type),
                !names.contains(where: { $0.name?.value == type })
            else {
                run.lose(
                    "name of an event at a destination", "\(entry["name"]?.summary ?? "") at \(id)", at: entry.place,
                    path)
                continue
            }
            names.append(FormattedItem(type, .text(name)))
        }
        return names.isEmpty ? [] : [FormattedItem("names", .object(names, inBraces: true))]
    }

    /// Reports the parts of the rules that are neither properties of the event nor of the user.
    private func reportCall(_ rules: PlanNode, _ path: ConversionPath) {
        for member in rules["properties"]?.members ?? []
        where !["properties", "userProperties"].contains(member.name) && !member.value.hasNoRules {
            run.lose("\(member.name) of an event", member.value.summary, at: member.place, path)
        }
        for member in rules.members
        where !["$schema", "type", "required", "properties", "nameMapping"].contains(member.name)
            && !member.isBlank
        {
            run.lose("member \(member.name) of the rules", member.value.summary, at: member.place, path)
        }
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
