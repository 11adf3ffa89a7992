import TrackproofPlans

/// An importer of Snowplow's data products: the YAML and JSON files of `snowplow-cli`, with the Iglu schemas beside them.
/// Data structures without data products are events too.
///
/// The JSON Schemas of `snowplow-cli` (`data-product.json`, `source-application.json`, `data-structure.json`) define the
/// files, and the documentation of Snowplow ("Event specification validation") their meaning.
///
/// An event of the plan has the name of its schema, as the events that Snowplow's SDKs send have.
struct SnowplowImport: PlanImporter {
    let run: ImportRun
    private var products: [PlanNode] = []
    /// The Iglu schemas beside the data products, by their URIs.
    private var registry: [String: PlanNode] = [:]
    /// The URIs of the schemas, in the order of the files.
    private var order: [String] = []
    /// The schemas in data structures, and whether each describes an entity.
    private var structures: [(schema: PlanNode, name: IgluName, isEntity: Bool)] = []

    init(run: ImportRun) { self.run = run }

    mutating func read(_ files: ImportFiles) throws {
        try files.forEach(ImportFiles.igluEndings + [".yaml", ".yml"], run) { file in
            try add(ImportFiles.node(file, run), file)
        }
        if !products.isEmpty { return try addProducts() }
        guard !structures.isEmpty else {
            throw files.error(
                "expected a file with the member \"resourceType\" and the value \"data-product\" or \"data-structure\"")
        }
        for entity in structures.filter(\.isEntity) {
            run.note("schema of an entity", entity.name.uri, at: (entity.schema["self"] ?? entity.schema).place)
        }
        let events = structures.filter { !$0.isEntity }.map { VersionedSchema($0.schema, $0.name) }
        if events.isEmpty { throw files.error("the data structures have no events, only entities") }
        try SchemaEvents(run: run).add(events)
    }

    private mutating func add(_ node: PlanNode, _ file: ImportFiles.File) throws(PlanErrors) {
        switch node["resourceType"]?.string {
        case "data-product": products.append(node)
        case "source-application":
            run.note("source application", node["data"]?["name"]?.string ?? "", at: node.place)
            for entity in node["data"]?["entities"]?["tracked"]?.elements ?? [] {
                SnowplowEntity(entity).lose("entity of a source application", ConversionPath(), .leftOut, run)
            }
        case "data-structure":
            let flags = (node["meta"]?.members ?? []).filter { $0.value.bool == false }.map(\.name)
            run.loseRest(of: node["meta"], "a data structure", except: Set(flags + ["schemaType"]))
            guard let data = node["data"] else { break }
            structures.append((data, try add(schema: data), node["meta"]?["schemaType"]?.string == "entity"))
        default:
            if node["self"] != nil {
                _ = try add(schema: node)
            } else {
                run.note("file without a resource", file.name, at: node.place)
            }
        }
    }

    /// Adds a self-describing schema, and returns its name.
    ///
    /// - Throws: ``PlanErrors`` if the schema does not name itself, or if two schemas have the same name and version.
    private mutating func add(schema node: PlanNode) throws(PlanErrors) -> IgluName {
        let name = try IgluName(node["self"] ?? node)
        if let first = registry[name.uri] {
            let message = "\(name.uri.quotedForMessages) is given twice; the first is at \(first.place)"
            throw PlanErrors(at: node.place, message)
        }
        registry[name.uri] = node
        order.append(name.uri)
        return name
    }

    // MARK: Products

    private func addProducts() throws(PlanErrors) {
        var specifications: [SnowplowSpecification] = []
        for product in products {
            let data = product["data"] ?? product
            var known: Set = ["name", "owner", "eventSpecifications"]
            if products.count == 1 {
                known.insert("description")
                run.plan.name = data["name"]?.string
                run.plan.description = data.text("description").first?.value.string
            }
            run.loseRest(of: data, "a data product", except: known)
            specifications += (data["eventSpecifications"]?.elements ?? []).compactMap {
                SnowplowSpecification($0, data, run)
            }
        }
        let groups = specifications.grouped(by: \.name.id).compactMap { group in
            group.map(\.name).max { $0.version < $1.version }.map { (specifications: group, newest: $0) }
        }
        if groups.isEmpty { throw PlanErrors(at: products[0].place, "the data products have no event specifications") }
        run.plan.isClosed = groups.allSatisfy { registry[$0.newest.uri]?["additionalProperties"]?.bool == false }
        for group in groups { try add(group.specifications, group.newest) }
        try SchemaConverter.finishTypes(run)
        let used = Set(groups.map(\.newest.uri))
        for uri in order where !used.contains(uri) {
            run.note("schema that no event specification uses", uri, at: registry[uri]?.place ?? products[0].place)
        }
    }

    /// Adds the event that specifications describe.
    ///
    /// - Parameter name: The name of the newest of their schemas.
    private func add(_ group: [SnowplowSpecification], _ name: IgluName) throws(PlanErrors) {
        let (first, place) = (group[0], group[0].node.place)
        guard run.accepts(event: name.name, at: place) else { return }
        let path = ConversionPath(event: name.name)
        if registry[name.uri] == nil {
            run.lose("Iglu schema that the files do not contain", name.uri, at: place, path)
        }
        for one in group where one.name.version != name.version {
            let (kind, form) = ("event specification of an older version", "one of the newest version, \(name.uri)")
            run.lose(kind, one.name.uri, at: one.node.place, path, .changed(to: form))
        }
        let root = registry[name.uri] ?? PlanNode(.object([]), at: place)
        let description = (group.count == 1 ? first.node.text("description") : []) + root.text("description")
        let owners = first.product.text("owner").compactMap(\.value.string)
        let texts = group.flatMap { $0.others(path, run) }
        var own = Array(description.prefix(1)) + run.plan.owner(owners, haveAddresses: true, at: place)
        own += SchemaEvents.members(name.vendor, name.version, at: place)
        for member in ["x-specifications", "x-triggers", "x-entities"] {
            let list = texts.filter { $0.member == member }.map(\.text)
            if !list.isEmpty { own.append(PlanMember(member, .texts(list, at: place), at: place)) }
        }
        let (narrowing, variants) = rules(group, root.place, path)
        var schema = root
        for name in ["self", "$schema", "description"] { schema[name] = nil }
        if let narrowing {
            // Both schemas apply to each property. Snowplow ignores `additionalProperties` in the narrowing schema.
            let unused = ["additionalProperties", "$schema", "$id", "id", "self"]
            let moved = ["properties", "additionalProperties"]
            let parts = [
                root.members.filter { moved.contains($0.name) }, narrowing.members.filter { !unused.contains($0.name) },
            ]
            for name in moved { schema[name] = nil }
            schema.require(parts.map { PlanNode(.object($0), at: root.place) })
        }
        let document = SchemaDocument(root, name: name.name)
        let members = try run.members(of: path, own, schema, in: document, variants: variants)
        run.add(name.name, members, at: place)
    }

    /// Returns the schema that narrows the schema of an event, and the variants of the event.
    private func rules(
        _ group: [SnowplowSpecification], _ place: PlanPlace, _ path: ConversionPath
    ) -> (PlanNode?, [PlanNode]) {
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
        var shared = ImportedObject(at: place)
        let all = PlanNode(["enum": .array(Array(found.values.joined()))], at: place)
        shared.add(found.name, all, isRequired: isRequired, at: place)
        let variants = zip(group, zip(narrowings, found.values)).map { one, rules in
            let (narrowing, values) = rules
            let known: Set = ["type", "properties", "required", "additionalProperties", "$schema"]
            for member in narrowing.members where !known.contains(member.name) && !member.isBlank {
                run.lose("keyword \(member.name) of an event specification", member, path)
            }
            var object = ImportedObject(at: narrowing.place)
            object.properties = (narrowing["properties"]?.members ?? []).filter { property in
                // The condition of the variant has the values.
                property.name != found.name
                    || property.value.members.contains { !["enum", "const", "type"].contains($0.name) }
            }
            object.required = narrowing.requiredNames.filter { $0.name != found.name }
            return object.variant(when: found.name, values, [one.node["name"], one.node["description"]])
        }
        return (shared.node, variants)
    }
}
