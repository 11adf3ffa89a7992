import TrackproofPlans
import TrackproofSnapshots

/// The events that JSON Schemas describe.
///
/// The newest of several versions of a schema is the event, and the older ones are its `versions`.
struct SchemaEvents {
    private let run: ImportRun
    private let library: SchemaLibrary
    private var plan = ImportedPlan()

    /// - Parameter library: The documents to which schemas can refer.
    init(_ run: ImportRun, _ library: SchemaLibrary) { (self.run, self.library) = (run, library) }

    /// Returns a plan with the events.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    func plan(_ schemas: [VersionedSchema]) throws(PlanErrors) -> ImportedPlan {
        var copy = self
        let groups = groups(schemas)
        // JSON Schema leaves objects open by default. If all schemas are closed, the plan says it once.
        copy.plan.isClosed = !schemas.isEmpty && groups.allSatisfy { $0.last?.isClosed == true }
        for group in groups { try copy.add(group) }
        try SchemaConverter.finishTypes(run)
        reportUnused(schemas)
        return copy.plan
    }

    private func converter(_ document: SchemaDocument) -> SchemaConverter {
        var converter = SchemaConverter(run, document)
        (converter.library, converter.isClosed) = (library, plan.isClosed)
        return converter
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
        let isNamed = schema.isCurrent && schema.version != nil
        let isEqual = isNamed || CanonicalValue(schema.node) == CanonicalValue(same.node)
        let kind =
            if isEqual {
                same.version == nil ? "second file with an equal schema" : "second file of a version"
            } else {
                "event with a name\(schema.version == nil ? "" : " and version") that is given twice"
            }
        run.lose(
            kind, isEqual ? same.version?.text ?? "" : "", at: schema.place, ConversionPath(event: schema.event),
            .leftOut, isEqual ? .information : .rule, isWhole: !isEqual, first: same.place)
    }

    /// Returns the schema in a group that describes the same version as a schema.
    private func same(as schema: VersionedSchema, in group: [VersionedSchema]) -> VersionedSchema? {
        if let version = schema.version { return group.first { $0.version == version } }
        return group.first { $0.version == nil || CanonicalValue($0.node) == CanonicalValue(schema.node) }
    }

    private mutating func add(_ schemas: [VersionedSchema]) throws(PlanErrors) {
        guard let newest = schemas.last else { return }
        let path = ConversionPath(event: newest.event)
        guard plan.events.accepts("event", newest.event, at: newest.place, path, run) else { return }
        var items = try event(newest)
        items += Self.members(
            newest.vendor, version: newest.version?.text, hasOlderVersions: schemas.count > 1, at: newest.place)
        var versions: [PlanMember] = []
        for schema in schemas.dropLast() {
            versions.append(PlanMember(schema.version?.text ?? "0", .object(try event(schema)), at: schema.place))
        }
        if !versions.isEmpty { items.append(PlanMember("versions", .object(versions), at: newest.place)) }
        plan.add(newest.event, items, at: newest.place, run)
    }

    /// Returns the members of an event that say the vendor and the version of its schema.
    static func members(
        _ vendor: String?, version: String?, hasOlderVersions: Bool, at place: PlanPlace
    ) -> [PlanMember] {
        // An export of Iglu schemas gives the version 1-0-0 to an event with one version.
        let written = version.flatMap { hasOlderVersions || $0 != "1-0-0" ? $0 : nil }
        return [("x-vendor", vendor), ("x-version", written)].compactMap { name, text in
            text.map { PlanMember(name, .string($0), at: place) }
        }
    }

    private func event(_ schema: VersionedSchema) throws(PlanErrors) -> [PlanMember] {
        // The name and the version are the name of the event and of its version.
        let members = schema.node.members.filter { $0.name != "self" || schema.vendor == nil }
        var node = PlanNode(.object(members), at: schema.node.place)
        let path = ConversionPath(event: schema.event)
        if let parameter = schema.nameParameter {
            node = node.without(parameter: parameter.name)
            let kind = "parameter \(parameter.name) with one value"
            run.note(kind, at: parameter.place, path, changedTo: "the name of the event")
        }
        let own = try EventSchema(node, path, converter(schema.document))
        return own.description + own.members(isClosedByDefault: plan.isClosed)
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
