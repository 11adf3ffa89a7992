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
        var groups: [[VersionedSchema]] = []
        var indices: [String: Int] = [:]
        for schema in schemas {
            guard let index = indices[schema.id] else {
                indices[schema.id] = groups.count
                groups.append([schema])
                continue
            }
            let path = ConversionPath(event: schema.event)
            guard let same = same(as: schema, in: groups[index]) else {
                groups[index].append(schema)
                continue
            }
            let isNamed = schema.isCurrent && schema.version != nil
            if isNamed || CanonicalValue(schema.node) == CanonicalValue(same.node) {
                let kind = same.version == nil ? "second file with an equal schema" : "second file of a version"
                run.lose(
                    kind, same.version?.text ?? "", at: schema.place, path, .leftOut,
                    .information, first: same.place)
            } else {
                let version = schema.version == nil ? "" : " and version"
                run.lose(
                    "event with a name\(version) that is given twice", at: schema.place, path, isWhole: true,
                    first: same.place)
            }
        }
        return groups.map { group in
            group.enumerated().sorted { Self.isOlder($0.element, $1.element) ?? ($0.offset < $1.offset) }.map(\.element)
        }
    }

    /// Returns the schema in a group that describes the same version as a schema.
    private func same(as schema: VersionedSchema, in group: [VersionedSchema]) -> VersionedSchema? {
        if let version = schema.version { return group.first { $0.version == version } }
        return group.first { $0.version == nil || CanonicalValue($0.node) == CanonicalValue(schema.node) }
    }

    /// Returns whether a schema is older than another one, or `nil` if their order decides.
    private static func isOlder(_ one: VersionedSchema, _ two: VersionedSchema) -> Bool? {
        switch (one.version, two.version) {
        case (let one?, let two?): one < two
        case (nil, nil): nil
        case (_, nil): true
        case (nil, _): false
        }
    }

    private mutating func add(_ schemas: [VersionedSchema]) throws(PlanErrors) {
        guard let newest = schemas.last else { return }
        let path = ConversionPath(event: newest.event)
        guard plan.events.accepts("event", newest.event, at: newest.place, path, run) else { return }
        var items = try event(newest)
        items += Self.members(newest.vendor, version: newest.version?.text, hasOlderVersions: schemas.count > 1)
        var versions: [FormattedItem] = []
        for schema in schemas.dropLast() {
            versions.append(FormattedItem(schema.version?.text ?? "0", .object(try event(schema))))
        }
        if !versions.isEmpty { items.append(FormattedItem("versions", .object(versions))) }
        plan.events.append(FormattedItem(newest.event, .object(items)))
        run.countEvent()
    }

    /// Returns the members of an event that say the vendor and the version of its schema.
    static func members(_ vendor: String?, version: String?, hasOlderVersions: Bool) -> [FormattedItem] {
        var items: [FormattedItem] = []
        if let vendor { items.append(FormattedItem("x-vendor", .text(vendor))) }
        // An export of Iglu schemas gives the version 1-0-0 to an event with one version.
        if let version, hasOlderVersions || version != "1-0-0" {
            items.append(FormattedItem("x-version", .text(version)))
        }
        return items
    }

    private func event(_ schema: VersionedSchema) throws(PlanErrors) -> [FormattedItem] {
        // The name and the version are the name of the event and of its version.
        let members = schema.node.members.filter { $0.name != "self" || schema.vendor == nil }
        var node = PlanNode(.object(members), at: schema.node.place)
        let path = ConversionPath(event: schema.event)
        if let parameter = schema.nameParameter {
            node = node.without(parameter: parameter.name)
            run.lose(
                "parameter \(parameter.name) with one value", at: parameter.place, path,
                .changed(to: "the name of the event"), .information)
        }
        let own = try EventSchema(node, path, converter(schema.document))
        let description = own.description.map { [FormattedItem("description", .prose($0))] } ?? []
        return description + own.members(isClosedByDefault: plan.isClosed)
    }

    /// Reports the definitions to which no schema refers.
    private func reportUnused(_ schemas: [VersionedSchema]) {
        for schema in schemas {
            for list in ["definitions", "$defs"] {
                for member in schema.node[list]?.members ?? []
                where !run.types.isUsed([list, member.name], of: schema.document) {
                    run.lose(
                        "definition that no event uses", member.name, at: member.place,
                        ConversionPath(event: schema.event),
                        .leftOut, .information)
                }
            }
        }
    }
}
