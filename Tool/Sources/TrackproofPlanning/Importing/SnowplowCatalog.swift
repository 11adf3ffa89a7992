import TrackproofPlans

/// The Iglu schemas beside the data products of Snowplow.
struct SnowplowCatalog {
    private var schemas: [String: PlanNode] = [:]
    /// The URIs of the schemas, in the order of the files.
    private var order: [String] = []
    private var used: Set<String> = []

    /// Adds a self-describing schema.
    ///
    /// - Throws: ``PlanErrors`` if the schema does not name itself, or if two schemas have the same name and version.
    mutating func add(_ node: PlanNode) throws(PlanErrors) {
        let name = try IgluName(node["self"] ?? node)
        if let first = schemas[name.uri] {
            let message = "\(name.uri.quotedForMessages) is given twice; the first is at \(first.place)"
            throw PlanErrors([PlanError(at: node.place, message)])
        }
        schemas[name.uri] = node
        order.append(name.uri)
    }

    func schema(_ name: IgluName) -> PlanNode? { schemas[name.uri] }

    /// Returns a schema, and notes that an event specification uses it.
    mutating func use(_ name: IgluName) -> PlanNode? {
        used.insert(name.uri)
        return schemas[name.uri]
    }

    /// Reports the schemas that no event specification uses, such as those of entities.
    func reportUnused(_ run: ImportRun) {
        for uri in order where !used.contains(uri) {
            guard let node = schemas[uri] else { continue }
            run.note("schema that no event specification uses", uri, at: node.place)
        }
    }
}
