import TrackproofPlans

/// An importer of Snowplow's data products: the YAML and JSON files of `snowplow-cli`, with the Iglu schemas beside them.
/// Data structures without data products are events too.
///
/// The JSON Schemas of `snowplow-cli` (`data-product.json`, `source-application.json`, `data-structure.json`) define the
/// files, and the documentation of Snowplow ("Event specification validation") their meaning.
///
/// An event of the plan has the name of its schema, as the events that Snowplow's SDKs send have.
struct SnowplowImport {
    private let run: ImportRun
    private var plan = ImportedPlan()
    private var products: [PlanNode] = []
    private var catalog = SnowplowCatalog()
    /// The schemas in data structures, and whether each describes an entity.
    private var structures: [(schema: PlanNode, isEntity: Bool)] = []

    init(_ run: ImportRun) { self.run = run }

    /// Imports the data products in a file or a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is not YAML or JSON, or if no file has event specifications or data structures of
    ///   events.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        var copy = self
        try files.forEach(ImportFiles.igluEndings + [".yaml", ".yml"], run) { file in
            try copy.add(ImportFiles.node(file, run), file)
        }
        if copy.products.isEmpty {
            guard !copy.structures.isEmpty else { throw files.error(Self.expected) }
            return try copy.events(files)
        }
        try copy.addEvents()
        return copy.plan
    }

    private mutating func add(_ node: PlanNode, _ file: ImportFiles.File) throws(PlanErrors) {
        switch node["resourceType"]?.string {
        case "data-product": products.append(node)
        case "source-application": addApplication(node)
        case "data-structure":
            for member in node["meta"]?.members ?? []
            where member.name != "schemaType" && !member.isBlank && member.value.bool != false {
                run.lose(
                    "member \(member.name) of a data structure", member.value.summary, at: member.place,
                    ConversionPath(),
                    .leftOut, .information)
            }
            if let data = node["data"] {
                try catalog.add(data)
                structures.append((data, node["meta"]?["schemaType"]?.string == "entity"))
            }
        default:
            if node["self"] != nil { return try catalog.add(node) }
            run.lose("file without a resource", file.name, at: node.place, ConversionPath(), .leftOut, .information)
        }
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
                run.lose("schema of an entity", name.uri, at: own.place, ConversionPath(), .leftOut, .information)
            } else {
                schemas.append(VersionedSchema(schema, name, at: own.place))
            }
        }
        if schemas.isEmpty { throw files.error("the data structures have no events, only entities") }
        return try SchemaEvents(run, SchemaLibrary()).plan(schemas)
    }

    private func addApplication(_ node: PlanNode) {
        let name = node["data"]?["name"]?.string ?? ""
        run.lose("source application", name, at: node.place, ConversionPath(), .leftOut, .information)
        for entity in node["data"]?["entities"]?["tracked"]?.elements ?? [] {
            let entity = SnowplowEntity(entity)
            run.lose(
                "entity of a source application", entity.text, at: entity.node.place, ConversionPath(), .leftOut,
                entity.hasRules ? .rule : .information)
        }
    }

    // MARK: Products

    private mutating func addEvents() throws(PlanErrors) {
        var groups: [[SnowplowSpecification]] = []
        var indices: [String: Int] = [:]
        for product in products {
            let data = product["data"] ?? product
            addProduct(data)
            for node in data["eventSpecifications"]?.elements ?? [] {
                guard let specification = SnowplowSpecification(node, data, run) else { continue }
                if let index = indices[specification.name.id] {
                    groups[index].append(specification)
                } else {
                    indices[specification.name.id] = groups.count
                    groups.append([specification])
                }
            }
        }
        if groups.isEmpty {
            throw PlanErrors([PlanError(at: products[0].place, "the data products have no event specifications")])
        }
        plan.isClosed = groups.allSatisfy { group in
            newest(group).flatMap { catalog.schema($0) }?["additionalProperties"]?.bool == false
        }
        for group in groups { try add(group) }
        try SchemaConverter.finishTypes(run)
        catalog.reportUnused(run)
    }

    private mutating func addProduct(_ data: PlanNode) {
        if products.count == 1 {
            plan.name = data["name"]?.string
            if let text = data["description"]?.string, !text.isEmpty { plan.description = text }
        }
        for member in data.members where !member.isBlank {
            let known = ["name", "owner", "eventSpecifications"] + (products.count == 1 ? ["description"] : [])
            if known.contains(member.name) { continue }
            run.lose(
                "member \(member.name) of a data product", member.value.summary, at: member.place, ConversionPath(),
                .leftOut, .information)
        }
    }

    private func newest(_ group: [SnowplowSpecification]) -> IgluName? {
        group.map(\.name).max { $0.version.lexicographicallyPrecedes($1.version) }
    }

    // MARK: Events

    private mutating func add(_ group: [SnowplowSpecification]) throws(PlanErrors) {
        guard let first = group.first, let name = newest(group) else { return }
        let path = ConversionPath(event: name.name)
        guard plan.events.accepts("event", name.name, at: first.node.place, path, run) else { return }
        let schema = catalog.use(name)
        if schema == nil {
            run.lose("Iglu schema that the files do not contain", name.uri, at: first.node.place, path)
        }
        for one in group where one.name.version != name.version {
            let form = "one of the newest version, \(name.uri)"
            run.lose(
                "event specification of an older version", one.name.uri, at: one.node.place, path, .changed(to: form))
        }
        var items: [FormattedItem] = []
        let description = group.count == 1 ? first.node["description"]?.string : nil
        if let text = [description, schema?["description"]?.string].compactMap(\.self).first(where: { !$0.isEmpty }) {
            items.append(FormattedItem("description", .prose(text)))
        }
        if let owner = first.product["owner"]?.string, ImportRun.canWrite(name: owner) {
            plan.addOwner(owner, addresses: [owner])
            items.append(FormattedItem("owner", .text(owner)))
        }
        items += SchemaEvents.members(name.vendor, version: name.versionText, hasOlderVersions: false)
        items += SnowplowSpecification.others(group, path, run)
        let root = schema ?? PlanNode(.object([]), at: first.node.place)
        var converter = SchemaConverter(run, SchemaDocument(root, name: name.name))
        converter.isClosed = plan.isClosed
        let (base, variants) = try rules(group, root, isKnown: schema != nil, path, converter)
        let own = base.members.filter { !["self", "$schema", "description"].contains($0.name) }
        let event = try EventSchema(PlanNode(.object(own), at: base.place), path, converter)
        items += event.members(isClosedByDefault: plan.isClosed)
        if !variants.isEmpty { items.append(FormattedItem("variants", .blocks(variants))) }
        plan.events.append(FormattedItem(name.name, .object(items)))
        run.countEvent()
    }

    /// Returns the schema of an event that all specifications share, and the variants of the event.
    private func rules(
        _ group: [SnowplowSpecification], _ root: PlanNode, isKnown: Bool, _ path: ConversionPath,
        _ converter: SchemaConverter
    ) throws(PlanErrors) -> (PlanNode, [FormattedValue]) {
        let narrowings = group.compactMap(\.narrowing)
        if group.count == 1 {
            return (narrowings.first.map { SchemaNarrowing.object(root, narrowedBy: $0) } ?? root, [])
        }
        guard narrowings.count == group.count, let found = SchemaNarrowing.discriminator(of: narrowings) else {
            for one in group {
                guard let narrowing = one.narrowing else { continue }
                run.lose("rules of one of several event specifications", one.title, at: narrowing.place, path)
            }
            return (root, [])
        }
        // An event that lacks the property fits no specification that requires it.
        let isRequired = narrowings.allSatisfy { $0.requiredNames.contains { $0.name == found.name } }
        var shared = ImportedObject(place: root.place)
        let values = CellSchema.object(
            [("enum", PlanNode(.array(Array(found.values.joined())), at: root.place))], at: root.place)
        shared.add(found.name, values, isRequired: isRequired, at: root.place)
        var variants: [FormattedValue] = []
        for (one, (narrowing, values)) in zip(group, zip(narrowings, found.values)) {
            reportKeywords(narrowing, path)
            let properties =
                narrowing["properties"]?.members.filter { property in
                    // The condition of the variant has the values.
                    property.name != found.name
                        || property.value.members.contains { !["enum", "const", "type"].contains($0.name) }
                } ?? []
            let required = narrowing.requiredNames.filter { $0.name != found.name }
            let parameters = try converter.properties(properties, required: required, path, reportsUndeclared: false)
            var items = ImportedPlan.variant(
                when: found.name, values, [one.title, one.node["description"]?.string ?? ""])
            if !parameters.isEmpty { items.append(FormattedItem("parameters", .object(parameters.items))) }
            variants.append(.object(items))
        }
        return (SchemaNarrowing.object(root, narrowedBy: shared.node), variants)
    }

    /// Reports the keywords of a variant's schema that a variant does not have.
    private func reportKeywords(_ schema: PlanNode, _ path: ConversionPath) {
        for member in schema.members where !member.isBlank {
            if ["type", "properties", "required", "additionalProperties", "$schema"].contains(member.name) { continue }
            run.lose("keyword \(member.name) of an event specification", member.value.summary, at: member.place, path)
        }
    }
}
