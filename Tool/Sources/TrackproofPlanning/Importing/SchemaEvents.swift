import TrackproofPlans
import TrackproofSnapshots

/// The events that JSON Schemas describe.
///
/// The newest of several versions of a schema is the event, and the older ones are its `versions`.
struct SchemaEvents {
    let run: ImportRun

    /// Adds the events to the plan.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    func add(_ schemas: [VersionedSchema]) throws(PlanErrors) {
        let groups = groups(schemas)
        // JSON Schema leaves objects open by default. If all schemas are closed, the plan says it once.
        run.plan.isClosed = !schemas.isEmpty && groups.allSatisfy { $0.last?.isClosed == true }
        for group in groups { try add(group: group) }
        try SchemaConverter.finishTypes(run)
        reportUnused(schemas)
    }

    /// Returns the schemas in groups with the same id, each sorted from the oldest to the newest version.
    private func groups(_ schemas: [VersionedSchema]) -> [[VersionedSchema]] {
        schemas.grouped(by: \.id).map { all in
            var group: [VersionedSchema] = []
            for schema in all {
                if let same = same(as: schema, in: group) { lose(schema, same) } else { group.append(schema) }
            }
            return group.sorted { $0.order.lexicographicallyPrecedes($1.order) }
        }
    }

    /// Reports a schema of the same version as another schema.
    private func lose(_ schema: VersionedSchema, _ same: VersionedSchema) {
        let path = ConversionPath(event: schema.event)
        let isNamed = schema.isCurrent && schema.version != nil
        if isNamed || CanonicalValue(schema.node) == CanonicalValue(same.node) {
            let kind = same.version == nil ? "second file with an equal schema" : "second file of a version"
            let found = same.version?.text ?? ""
            run.lose(kind, found, at: schema.place, path, .leftOut, .information, first: same.place)
        } else {
            let kind = "event with a name\(schema.version == nil ? "" : " and version") that is given twice"
            run.lose(kind, at: schema.place, path, isWhole: true, first: same.place)
        }
    }

    /// Returns the schema in a group that describes the same version as a schema.
    private func same(as schema: VersionedSchema, in group: [VersionedSchema]) -> VersionedSchema? {
        if let version = schema.version { return group.first { $0.version == version } }
        return group.first { $0.version == nil || CanonicalValue($0.node) == CanonicalValue(schema.node) }
    }

    private func add(group: [VersionedSchema]) throws(PlanErrors) {
        guard let newest = group.last, run.accepts(event: newest.event, at: newest.place) else { return }
        let hasOlderVersions = group.count > 1
        let own = Self.members(newest.vendor, newest.version, hasOlderVersions: hasOlderVersions, at: newest.place)
        var members = try members(newest, own)
        var versions: [PlanMember] = []
        for schema in group.dropLast() {
            versions.append(
                PlanMember(schema.version?.text ?? "0", .object(try self.members(schema)), at: schema.place))
        }
        if hasOlderVersions { members.append(PlanMember("versions", .object(versions), at: newest.place)) }
        run.add(newest.event, members, at: newest.place)
    }

    /// Returns the members of an event that say the vendor and the version of its schema.
    static func members(
        _ vendor: String?, _ version: VersionedSchema.Version?, hasOlderVersions: Bool = false, at place: PlanPlace
    ) -> [PlanMember] {
        // An export of Iglu schemas gives the version 1-0-0 to an event with one version.
        let written = hasOlderVersions || version?.text != "1-0-0" ? version?.text : nil
        return PlanNode(["x-vendor": .text(vendor), "x-version": .text(written)], at: place).members
    }

    private func members(_ schema: VersionedSchema, _ own: [PlanMember] = []) throws(PlanErrors) -> [PlanMember] {
        let path = ConversionPath(event: schema.event)
        var node = schema.node
        // The name and the version are the name of the event and of its version.
        if schema.vendor != nil { node["self"] = nil }
        if let parameter = schema.nameParameter {
            node["properties"]?[parameter.name] = nil
            if let list = node["required"], !list.elements.isEmpty {
                node["required"]?.content = .array(list.elements.filter { $0.string != parameter.name })
            }
            let kind = "parameter \(parameter.name) with one value"
            run.note(kind, at: parameter.place, path, changedTo: "the name of the event")
        }
        return try run.members(of: path, own, node, in: schema.document)
    }

    /// Reports the definitions to which no schema refers.
    private func reportUnused(_ schemas: [VersionedSchema]) {
        for schema in schemas {
            for list in ["definitions", "$defs"] {
                for member in schema.node[list]?.members ?? []
                where !run.types.isUsed([list, member.name], of: schema.document) {
                    let path = ConversionPath(event: schema.event)
                    run.note("definition that no event uses", member.name, at: member.place, path)
                }
            }
        }
    }
}
