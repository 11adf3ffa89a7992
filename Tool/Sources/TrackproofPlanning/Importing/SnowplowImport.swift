import TrackproofPlans

/// An importer of Snowplow's data products: the YAML and JSON files of `snowplow-cli`, with the Iglu schemas beside them.
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

    init(_ run: ImportRun) { self.run = run }

    /// Imports the data products in a file or a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is not YAML or JSON, or if no file has event specifications.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        var copy = self
        try files.forEach(ImportFiles.igluEndings + [".yaml", ".yml"], run) { file in
            try copy.add(ImportFiles.node(file), file)
        }
        guard !copy.products.isEmpty else {
            throw files.error("expected a file with the member \"resourceType\" and the value \"data-product\"")
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
            where member.name != "schemaType" && !member.value.isBlank && member.value.bool != false {
                run.lose(
                    "member \(member.name) of a data structure", member.value.summary, at: member.place, ImportPath(),
                    .leftOut, .information)
            }
            if let data = node["data"] { try catalog.add(data) }
        default:
            if node["self"] != nil { return try catalog.add(node) }
            run.lose("file without a resource", file.name, at: node.place, ImportPath(), .leftOut, .information)
        }
    }

    private func addApplication(_ node: PlanNode) {
        let name = node["data"]?["name"]?.string ?? ""
        run.lose("source application", name, at: node.place, ImportPath(), .leftOut, .information)
        for entity in node["data"]?["entities"]?["tracked"]?.elements ?? [] {
            let isRule = entity["minCardinality"].map { !$0.isZero } ?? false
            run.lose(
                "entity of a source application", SnowplowCatalog.entity(entity), at: entity.place, ImportPath(),
                .leftOut, isRule || entity["maxCardinality"] != nil ? .rule : .information)
        }
    }

    // MARK: Products

    /// An event specification, with its data product.
    private struct Specification {
        let node: PlanNode
        let product: PlanNode
        let name: IgluName
        let narrowing: PlanNode?
        var title: String { node["name"]?.string ?? "" }
    }

    private mutating func addEvents() throws(PlanErrors) {
        var groups: [[Specification]] = []
        var indices: [String: Int] = [:]
        for product in products {
            let data = product["data"] ?? product
            addProduct(data)
            for node in data["eventSpecifications"]?.elements ?? [] {
                guard let specification = specification(node, data) else { continue }
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
        try SchemaConverter.finishTypes(run) { document in
            var converter = SchemaConverter(run, document)
            converter.isClosed = plan.isClosed
            return converter
        }
        catalog.reportUnused(run)
    }

    private mutating func addProduct(_ data: PlanNode) {
        if products.count == 1 {
            plan.name = data["name"]?.string
            if let text = data["description"]?.string, !text.isEmpty { plan.description = text }
        }
        for member in data.members where !member.value.isBlank {
            let known = ["name", "owner", "eventSpecifications"] + (products.count == 1 ? ["description"] : [])
            if known.contains(member.name) { continue }
            run.lose(
                "member \(member.name) of a data product", member.value.summary, at: member.place, ImportPath(),
                .leftOut, .information)
        }
    }

    private func specification(_ node: PlanNode, _ product: PlanNode) -> Specification? {
        let title = node["name"]?.string ?? ""
        // An example in the documentation has a level more.
        let event = node["event"]?["tracked"] ?? node["event"]
        guard let event, let source = event["source"]?.string else {
            let kind = "event specification without an event"
            run.lose(kind, title, at: node.place, ImportPath(event: title), isWhole: true)
            return nil
        }
        guard let name = IgluName(uri: source) else {
            let kind = "source that is not the URI of an Iglu schema"
            run.lose(kind, source, at: node.place, ImportPath(event: title), isWhole: true)
            return nil
        }
        let narrowing = event["schema"].flatMap { $0.isBlank ? nil : $0 }
        return Specification(node: node, product: product, name: name, narrowing: narrowing)
    }

    private func newest(_ group: [Specification]) -> IgluName? {
        group.map(\.name).max { $0.version.lexicographicallyPrecedes($1.version) }
    }

    // MARK: Events

    private mutating func add(_ group: [Specification]) throws(PlanErrors) {
        guard let first = group.first, let name = newest(group) else { return }
        let path = ImportPath(event: name.name)
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
        items.append(FormattedItem("x-vendor", .text(name.vendor)))
        items += others(group, path)
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
        _ group: [Specification], _ root: PlanNode, isKnown: Bool, _ path: ImportPath, _ converter: SchemaConverter
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
            let list = values.map { FormattedValue(data: $0) }
            let when = FormattedItem(found.name, list.count == 1 ? list[0] : .list(list))
            var items = [FormattedItem("when", .object([when], inBraces: true))]
            let texts = [one.title, one.node["description"]?.string ?? ""].filter { !$0.isEmpty }
            if !texts.isEmpty { items.append(FormattedItem("description", .prose(texts.joined(separator: ": ")))) }
            if !parameters.isEmpty { items.append(FormattedItem("parameters", .object(parameters.items))) }
            variants.append(.object(items))
        }
        return (SchemaNarrowing.object(root, narrowedBy: shared.node), variants)
    }

    /// Reports the keywords of a variant's schema that a variant does not have.
    private func reportKeywords(_ schema: PlanNode, _ path: ImportPath) {
        for member in schema.members where !member.value.isBlank {
            if ["type", "properties", "required", "additionalProperties", "$schema"].contains(member.name) { continue }
            run.lose("keyword \(member.name) of an event specification", member.value.summary, at: member.place, path)
        }
    }

    /// Returns the members of an event without a meaning for Trackproof.
    private func others(_ group: [Specification], _ path: ImportPath) -> [FormattedItem] {
        var (titles, triggers, entities): ([String], [String], [String]) = ([], [], [])
        for one in group {
            titles.append(one.title)
            run.lose(
                "name of an event specification", one.title, at: one.node.place, path,
                .changed(to: "x-specifications"), .information)
            for member in one.node.members where !member.value.isBlank {
                switch member.name {
                case "name", "description", "event", "resourceName": break
                case "triggers": triggers += self.triggers(member, path)
                case "entities": entities += self.entities(member, path)
                case "excludedSourceApplications":
                    run.lose("excluded source applications", member.value.summary, at: member.place, path)
                default:
                    run.lose(
                        "member \(member.name) of an event specification", member.value.summary, at: member.place,
                        path, .leftOut, .information)
                }
            }
        }
        let lists = [("x-specifications", titles), ("x-triggers", triggers), ("x-entities", entities)]
        return lists.filter { !$0.1.isEmpty }.map { FormattedItem($0.0, .list($0.1.map(FormattedValue.text))) }
    }

    private func triggers(_ member: PlanMember, _ path: ImportPath) -> [String] {
        var texts: [String] = []
        for trigger in member.value.elements {
            let text = trigger["description"]?.string ?? ""
            if !text.isEmpty { texts.append(text) }
            run.lose(
                "trigger", text, at: trigger.place, path, text.isEmpty ? .leftOut : .changed(to: "x-triggers"),
                .information)
        }
        return texts
    }

    private func entities(_ member: PlanMember, _ path: ImportPath) -> [String] {
        for entity in member.value["enriched"]?.elements ?? [] {
            run.lose(
                "entity that Snowplow adds to an event", SnowplowCatalog.entity(entity), at: entity.place, path,
                .leftOut, .information)
        }
        return (member.value["tracked"]?.elements ?? []).map { entity in
            let text = SnowplowCatalog.entity(entity)
            let isRule = entity["minCardinality"].map { !$0.isZero } ?? false
            let hasRules = isRule || entity["maxCardinality"] != nil || entity["schema"] != nil
            run.lose(
                "entity of an event", text, at: entity.place, path, .changed(to: "x-entities"),
                hasRules ? .rule : .information)
            return text
        }
    }
}

extension PlanNode {
    /// Whether the node is the number 0.
    fileprivate var isZero: Bool { if case .number(let number) = content { number.text == "0" } else { false } }
}
