import TrackproofPlans

/// An importer of JSON Schemas in files. Each schema describes the parameters of one event, or of a version of it.
struct SchemaFilesImport: PlanImporter {
    let run: ImportRun
    /// Whether each schema says its vendor, name and version itself, as Iglu schemas do.
    let areSelfDescribing: Bool

    func read(_ files: ImportFiles) throws {
        let folders = Set(files.list.filter { VersionedSchema.Version($0.shortName) != nil }.map(\.folder))
        let endings = areSelfDescribing ? ImportFiles.igluEndings : [".json", ".yaml", ".yml"]
        let registry = "files whose names end with .json or are versions such as 1-0-0"
        var schemas: [VersionedSchema] = []
        try files.forEach(endings, expected: areSelfDescribing ? registry : nil, run) { file in
            let node = try ImportFiles.node(file, run)
            let schema =
                areSelfDescribing
                ? try selfDescribing(node, file) : schema(node, file, hasVersions: folders.contains(file.folder))
            guard let schema else { return }
            schemas.append(schema)
            for id in [file.path, file.name, (node["$id"] ?? node["id"])?.string] {
                if let id { run.library.add(schema.document, id: id) }
            }
        }
        if schemas.isEmpty {
            throw files.error(
                areSelfDescribing ? "expected a schema with the member \"self\"" : "expected a JSON Schema")
        }
        try SchemaEvents(run: run).add(schemas)
    }

    private func schema(_ node: PlanNode, _ file: ImportFiles.File, hasVersions: Bool) -> VersionedSchema? {
        if node.isJSONSchema { return VersionedSchema(node, file, hasVersions: hasVersions) }
        run.lose("file that is not a schema", at: node.place, ConversionPath(event: file.name), isWhole: true)
        return nil
    }

    private func selfDescribing(_ node: PlanNode, _ file: ImportFiles.File) throws(PlanErrors) -> VersionedSchema? {
        // The repository of a registry can also contain other files, such as JSON Paths.
        guard let own = node["self"] else {
            run.note("file without the member self", file.name, at: node.place)
            return nil
        }
        let name = try IgluName(own)
        if name.format == "jsonschema" { return VersionedSchema(node, name) }
        let kind = "schema in the format \(name.format)"
        run.lose(kind, name.id, at: own.place, ConversionPath(event: name.name), isWhole: true)
        return nil
    }
}
