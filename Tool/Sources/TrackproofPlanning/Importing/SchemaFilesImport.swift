import TrackproofPlans

/// An importer of JSON Schemas in files. Each schema describes the parameters of one event, or of a version of it.
struct SchemaFilesImport: PlanImporter {
    private let run: ImportRun
    /// Whether each schema says its vendor, name and version itself, as Iglu schemas do.
    private let areSelfDescribing: Bool

    init(_ run: ImportRun, areSelfDescribing: Bool) { (self.run, self.areSelfDescribing) = (run, areSelfDescribing) }

    private var endings: [String] { areSelfDescribing ? ImportFiles.igluEndings : [".json", ".yaml", ".yml"] }

    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        let folders = Set(files.list.filter { VersionedSchema.Version($0.shortName) != nil }.map(\.folder))
        var schemas: [VersionedSchema] = []
        var library = SchemaLibrary()
        try files.forEach(endings, expected: areSelfDescribing ? Self.registry : nil, run) { file in
            let node = try ImportFiles.node(file, run)
            let schema =
                areSelfDescribing
                ? try selfDescribing(node, file)
                : schema(node, file, hasVersions: folders.contains(file.folder))
            guard let schema else { return }
            schemas.append(schema)
            library.add(schema.document, id: file.path)
            library.add(schema.document, id: file.name)
            if let id = (node["$id"] ?? node["id"])?.string { library.add(schema.document, id: id) }
        }
        if schemas.isEmpty {
            throw files.error(
                areSelfDescribing ? "expected a schema with the member \"self\"" : "expected a JSON Schema")
        }
        return try SchemaEvents(run, library).plan(schemas)
    }

    private static let registry = "files whose names end with .json or are versions such as 1-0-0"

    private func schema(_ node: PlanNode, _ file: ImportFiles.File, hasVersions: Bool) -> VersionedSchema? {
        guard node.isJSONSchema else {
            run.lose("file that is not a schema", at: node.place, ConversionPath(event: file.name), isWhole: true)
            return nil
        }
        return VersionedSchema(node, file, hasVersions: hasVersions)
    }

    private func selfDescribing(_ node: PlanNode, _ file: ImportFiles.File) throws(PlanErrors) -> VersionedSchema? {
        // The repository of a registry can also contain other files, such as JSON Paths.
        guard let own = node["self"] else {
            run.note("file without the member self", file.name, at: node.place)
            return nil
        }
        let name = try IgluName(own)
        guard name.format == "jsonschema" else {
            let kind = "schema in the format \(name.format)"
            run.lose(kind, name.id, at: own.place, ConversionPath(event: name.name), isWhole: true)
            return nil
        }
        return VersionedSchema(node, name, at: own.place)
    }
}
