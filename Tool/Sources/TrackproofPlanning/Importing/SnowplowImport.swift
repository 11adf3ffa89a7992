import TrackproofPlans

/// An importer of Snowplow's data products: the YAML and JSON files of `snowplow-cli`, with the Iglu schemas beside them.
/// Data structures without data products are events too.
///
/// The JSON Schemas of `snowplow-cli` (`data-product.json`, `source-application.json`, `data-structure.json`) define the
/// files, and the documentation of Snowplow ("Event specification validation") their meaning.
///
/// An event of the plan has the name of its schema, as the events that Snowplow's SDKs send have.
struct SnowplowImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()
    private var products: [PlanNode] = []
    /// The Iglu schemas beside the data products, by their URIs.
    private var registry: [String: PlanNode] = [:]
    /// The URIs of the schemas, in the order of the files.
    private var order: [String] = []
    private var used: Set<String> = []
    /// The schemas in data structures, and whether each describes an entity.
    private var structures: [(schema: PlanNode, isEntity: Bool)] = []

    init(_ run: ImportRun) { self.run = run }

    mutating func plan(_ files: ImportFiles) throws -> ImportedPlan {
        try files.forEach(ImportFiles.igluEndings + [".yaml", ".yml"], run) { file in
            try add(ImportFiles.node(file, run), file)
        }
        if products.isEmpty {
            guard !structures.isEmpty else { throw files.error(Self.expected) }
            return try events(files)
        }
        try addEvents()
        return plan
    }

    private mutating func add(_ node: PlanNode, _ file: ImportFiles.File) throws(PlanErrors) {
        switch node["resourceType"]?.string {
        case "data-product": products.append(node)
        case "source-application": addApplication(node)
        case "data-structure":
            let flags = (node["meta"]?.members ?? []).filter { $0.value.bool == false }.map(\.name)
            run.loseRest(of: node["meta"], "a data structure", except: Set(flags + ["schemaType"]))
            if let data = node["data"] {
                try add(schema: data)
                structures.append((data, node["meta"]?["schemaType"]?.string == "entity"))
            }
        default:
            if node["self"] != nil { return try add(schema: node) }
            run.note("file without a resource", file.name, at: node.place)
        }
    }

    /// Adds a self-describing schema.
    ///
    /// - Throws: ``PlanErrors`` if the schema does not name itself, or if two schemas have the same name and version.
    private mutating func add(schema node: PlanNode) throws(PlanErrors) {
        let name = try IgluName(node["self"] ?? node)
        if let first = registry[name.uri] {
            let message = "\(name.uri.quotedForMessages) is given twice; the first is at \(first.place)"
            throw PlanErrors([PlanError(at: node.place, message)])
        }
        registry[name.uri] = node
        order.append(name.uri)
    }

    private static let expected =
        "expected a file with the member \"resourceType\" and the value \"data-product\" or \"data-structure\""

    /// Returns the events of data structures without data products.
    private func events(_ files: ImportFiles) throws(PlanErrors) -> ImportedPlan {
        var schemas: [VersionedSchema] = []
        for (schema, isEntity) in structures {
            let own = schema["self"] ?? schema
            let name = try IgluName(own)
            if isEntity {
                run.note("schema of an entity", name.uri, at: own.place)
            } else {
                schemas.append(VersionedSchema(schema, name, at: own.place))
            }
        }
        if schemas.isEmpty { throw files.error("the data structures have no events, only entities") }
        return try SchemaEvents(run, SchemaLibrary()).plan(schemas)
    }

    private func addApplication(_ node: PlanNode) {
        let name = node["data"]?["name"]?.string ?? ""
        run.note("source application", name, at: node.place)
        for entity in node["data"]?["entities"]?["tracked"]?.elements ?? [] {
            let entity = SnowplowEntity(entity)
            run.lose(
                "entity of a source application", entity.text, at: entity.node.place, ConversionPath(), .leftOut,
                entity.hasRules ? .rule : .information)
        }
    }

    // MARK: Products

    private mutating func addEvents() throws(PlanErrors) {
        var specifications: [SnowplowSpecification] = []
        for product in products {
            let data = product["data"] ?? product
            addProduct(data)
            specifications += (data["eventSpecifications"]?.elements ?? []).compactMap {
                SnowplowSpecification($0, data, run)
            }
        }
        let groups = specifications.grouped(by: \.name.id)
        if groups.isEmpty {
            throw PlanErrors([PlanError(at: products[0].place, "the data products have no event specifications")])
        }
        plan.isClosed = groups.allSatisfy { group in
            newest(group).flatMap { registry[$0.uri] }?["additionalProperties"]?.bool == false
        }
        for group in groups { try add(group) }
        try SchemaConverter.finishTypes(run)
        for uri in order where !used.contains(uri) {
            guard let node = registry[uri] else { continue }
            run.note("schema that no event specification uses", uri, at: node.place)
        }
    }

    private mutating func addProduct(_ data: PlanNode) {
        if products.count == 1 {
            plan.name = data["name"]?.string
            if let text = data["description"]?.string, !text.isEmpty { plan.description = text }
        }
        let known: Set<String> = ["name", "owner", "eventSpecifications"]
        run.loseRest(of: data, "a data product", except: products.count == 1 ? known.union(["description"]) : known)
    }

    private func newest(_ group: [SnowplowSpecification]) -> IgluName? {
        group.map(\.name).max { $0.version.lexicographicallyPrecedes($1.version) }
    }

    // MARK: Events

    private mutating func add(_ group: [SnowplowSpecification]) throws(PlanErrors) {
        guard let first = group.first, let name = newest(group) else { return }
        let path = ConversionPath(event: name.name)
        guard plan.events.accepts("event", name.name, at: first.node.place, path, run) else { return }
        used.insert(name.uri)
        let schema = registry[name.uri]
        if schema == nil {
            run.lose("Iglu schema that the files do not contain", name.uri, at: first.node.place, path)
        }
        for one in group where one.name.version != name.version {
            let form = "one of the newest version, \(name.uri)"
            run.lose(
                "event specification of an older version", one.name.uri, at: one.node.place, path, .changed(to: form))
        }
        let description = group.count == 1 ? first.node.text("description") : []
        var items = Array((description + (schema?.text("description") ?? [])).prefix(1))
        items += plan.owner(
            first.product.text("owner").compactMap(\.value.string), haveAddresses: true, at: first.node.place)
        items += SchemaEvents.members(
            name.vendor, version: name.versionText, hasOlderVersions: false, at: first.node.place)
        items += SnowplowSpecification.others(group, path, run)
        let root = schema ?? PlanNode(.object([]), at: first.node.place)
        var converter = SchemaConverter(run, SchemaDocument(root, name: name.name))
        converter.isClosed = plan.isClosed
        let (narrowing, variants) = try rules(group, root.place, path, converter)
        var own = root.members.filter { !["self", "$schema", "description"].contains($0.name) }
        if let narrowing {
            // Both schemas apply to each property. Snowplow ignores `additionalProperties` in the narrowing schema.
            let unused = ["additionalProperties", "$schema", "$id", "id", "self"]
            let parts = [
                root.members.filter { ["properties", "additionalProperties"].contains($0.name) },
                narrowing.members.filter { !unused.contains($0.name) },
            ].map { PlanNode(.object($0), at: root.place) }
            let all = PlanNode.Content.array((root["allOf"]?.elements ?? []) + parts)
            own.removeAll { ["properties", "additionalProperties", "allOf"].contains($0.name) }
            own.append(PlanMember("allOf", all, at: root.place))
        }
        let event = try EventSchema(PlanNode(.object(own), at: root.place), path, converter)
        items += event.members(isClosedByDefault: plan.isClosed)
        if !variants.isEmpty { items.append(PlanMember("variants", .array(variants), at: first.node.place)) }
        plan.add(name.name, items, at: first.node.place, run)
    }

    /// Returns the schema that narrows the schema of an event, and the variants of the event.
    private func rules(
        _ group: [SnowplowSpecification], _ place: PlanPlace, _ path: ConversionPath, _ converter: SchemaConverter
    ) throws(PlanErrors) -> (PlanNode?, [PlanNode]) {
        let narrowings = group.compactMap(\.narrowing)
        if group.count == 1 { return (narrowings.first, []) }
        guard narrowings.count == group.count, let found = SnowplowSpecification.discriminator(of: narrowings) else {
            for one in group {
                guard let narrowing = one.narrowing else { continue }
                run.lose("rules of one of several event specifications", one.title, at: narrowing.place, path)
            }
            return (nil, [])
        }
        // An event that lacks the property fits no specification that requires it.
        let isRequired = narrowings.allSatisfy { $0.requiredNames.contains { $0.name == found.name } }
        var shared = ImportedObject(place: place)
        let all = PlanMember("enum", .array(Array(found.values.joined())), at: place)
        shared.add(found.name, PlanNode(.object([all]), at: place), isRequired: isRequired, at: place)
        var variants: [PlanNode] = []
        for (one, (narrowing, values)) in zip(group, zip(narrowings, found.values)) {
            reportKeywords(narrowing, path)
            var object = ImportedObject(place: narrowing.place)
            object.properties = (narrowing["properties"]?.members ?? []).filter { property in
                // The condition of the variant has the values.
                property.name != found.name
                    || property.value.members.contains { !["enum", "const", "type"].contains($0.name) }
            }
            object.required = narrowing.requiredNames.filter { $0.name != found.name }
            let texts = [one.title, one.node["description"]?.string ?? ""]
            variants.append(object.variant(when: found.name, values, texts))
        }
        return (shared.node, try converter.variants(variants, "parameters", path))
    }

    /// Reports the keywords of a variant's schema that a variant does not have.
    private func reportKeywords(_ schema: PlanNode, _ path: ConversionPath) {
        for member in schema.members where !member.isBlank {
            if ["type", "properties", "required", "additionalProperties", "$schema"].contains(member.name) { continue }
            run.lose("keyword \(member.name) of an event specification", member.value.summary, at: member.place, path)
        }
    }
}
