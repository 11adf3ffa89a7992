import TrackproofPlans

/// An importer of JSON Schemas in files. Each schema describes the parameters of one event.
struct SchemaFilesImport {
    private let run: ImportRun
    /// Whether each schema says its vendor, name and version itself, as Iglu schemas do.
    private let areSelfDescribing: Bool

    init(_ run: ImportRun, areSelfDescribing: Bool) { (self.run, self.areSelfDescribing) = (run, areSelfDescribing) }

    /// A schema in a file.
    private struct Schema {
        let document: SchemaDocument
        let event: String
        /// The vendor, or `nil` if the schema does not say it.
        let vendor: String?
        /// The numbers of the version. Empty if the schema has no version.
        let version: [Int]
        let place: PlanPlace

        var node: PlanNode { document.root }
        var versionText: String { version.map { "\($0)" }.joined(separator: "-") }
        var isClosed: Bool { node["additionalProperties"]?.bool == false }
    }

    /// Imports the schema in a file, or the schemas in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is not a JSON Schema; ``FileAccessError`` if a file cannot be read.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        let endings = areSelfDescribing ? ImportFiles.igluEndings : [".json", ".yaml", ".yml"]
        var schemas: [Schema] = []
        var library = SchemaLibrary()
        try files.forEach(endings, run) { file in
            let node = try ImportFiles.node(file)
            guard let schema = try schema(node, file) else { return }
            schemas.append(schema)
            library.add(schema.document, id: file.path)
            library.add(schema.document, id: file.name)
            if let id = (node["$id"] ?? node["id"])?.string { library.add(schema.document, id: id) }
        }
        if schemas.isEmpty {
            throw files.error("expected \(areSelfDescribing ? "a schema with the member \"self\"" : "a JSON Schema")")
        }
        var plan = ImportedPlan()
        let groups = groups(schemas)
        // JSON Schema leaves objects open by default. If all schemas are closed, the plan says it once.
        plan.isClosed = !schemas.isEmpty && groups.allSatisfy { $0.last?.isClosed == true }
        for group in groups { try add(group, to: &plan, library) }
        try SchemaConverter.finishTypes(run) { document in
            var converter = SchemaConverter(run, document)
            (converter.library, converter.isClosed) = (library, plan.isClosed)
            return converter
        }
        reportUnused(schemas)
        return plan
    }

    // MARK: Reading

    private func schema(_ node: PlanNode, _ file: ImportFiles.File) throws(PlanErrors) -> Schema? {
        // A folder can also contain other files.
        guard node.isObject, !areSelfDescribing || node["self"] != nil else {
            let kind = node.isObject ? "file without the member self" : "file that is not a schema"
            run.lose(kind, "", at: node.place, ImportPath(event: file.name), isWhole: true)
            return nil
        }
        guard areSelfDescribing else {
            let name = Self.event(file.name)
            return Schema(
                document: SchemaDocument(node, name: name), event: name, vendor: nil, version: [],
                place: node.place)
        }
        let own = node["self"] ?? node
        let name = try IgluName(own)
        // The collector gives events the name of their schema, without its vendor.
        guard name.format == "jsonschema" else {
            let kind = "schema in the format \(name.format)"
            run.lose(kind, name.id, at: own.place, ImportPath(event: name.name), isWhole: true)
            return nil
        }
        return Schema(
            document: SchemaDocument(node, name: name.name), event: name.name, vendor: name.vendor,
            version: name.version, place: own.place)
    }

    /// Returns the name of the event that the schema in a file describes: the name of the file without its ending.
    private static func event(_ name: String) -> String {
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let ending = [".schema.json", ".json", ".yaml", ".yml"].first { file.hasSuffix($0) } ?? ""
        return String(file.dropLast(ending.count))
    }

    /// Returns the schemas in groups with the same event, each sorted from the oldest to the newest version.
    private func groups(_ schemas: [Schema]) -> [[Schema]] {
        var groups: [[Schema]] = []
        var indices: [[String?]: Int] = [:]
        for schema in schemas {
            let key = schema.vendor.map { [$0, schema.event] } ?? [nil, schema.event]
            guard let index = indices[key] else {
                indices[key] = groups.count
                groups.append([schema])
                continue
            }
            if let same = groups[index].first(where: { $0.version == schema.version }) {
                let version = schema.version.isEmpty ? "" : " and version"
                run.lose(
                    "event with a name\(version) that is given twice", "the first is at \(same.place)",
                    at: schema.place,
                    ImportPath(event: schema.event), isWhole: true)
            } else {
                groups[index].append(schema)
            }
        }
        return groups.map { $0.sorted { $0.version.lexicographicallyPrecedes($1.version) } }
    }

    // MARK: Adding events

    private func add(_ schemas: [Schema], to plan: inout ImportedPlan, _ library: SchemaLibrary) throws(PlanErrors) {
        guard let newest = schemas.last else { return }
        let path = ImportPath(event: newest.event)
        guard plan.events.accepts("event", newest.event, at: newest.place, path, run) else { return }
        var items = try event(newest, library, isClosedByDefault: plan.isClosed)
        if let vendor = newest.vendor {
            let name = IgluName(vendor: vendor, name: newest.event, version: newest.version)
            items += name.members(hasOlderVersions: schemas.count > 1)
        }
        var versions: [FormattedItem] = []
        for schema in schemas.dropLast() {
            let older = try event(schema, library, isClosedByDefault: plan.isClosed)
            versions.append(FormattedItem(schema.versionText, .object(older)))
        }
        if !versions.isEmpty { items.append(FormattedItem("versions", .object(versions))) }
        plan.events.append(FormattedItem(newest.event, .object(items)))
        run.countEvent()
    }

    private func event(
        _ schema: Schema, _ library: SchemaLibrary, isClosedByDefault: Bool
    ) throws(PlanErrors) -> [FormattedItem] {
        var converter = SchemaConverter(run, schema.document)
        (converter.library, converter.isClosed) = (library, isClosedByDefault)
        let path = ImportPath(event: schema.event)
        // The name and the version are the name of the event and of its version.
        let members = schema.node.members.filter { !areSelfDescribing || $0.name != "self" }
        let own = try EventSchema(PlanNode(.object(members), at: schema.node.place), path, converter)
        let description = own.description.map { [FormattedItem("description", .prose($0))] } ?? []
        return description + own.members(isClosedByDefault: isClosedByDefault)
    }

    /// Reports the definitions to which no schema refers.
    private func reportUnused(_ schemas: [Schema]) {
        for schema in schemas {
            for list in ["definitions", "$defs"] {
                for member in schema.node[list]?.members ?? []
                where !run.types.isUsed([list, member.name], of: schema.document) {
                    run.lose(
                        "definition that no event uses", member.name, at: member.place, ImportPath(event: schema.event),
                        .leftOut, .information)
                }
            }
        }
    }
}
