import Trackproof
import TrackproofPlans

/// An exporter of one JSON Schema for each event.
struct SchemaFilesExport {
    private let source: ExportedPlan
    private var names: Set<String> = []

    init(_ source: ExportedPlan) { self.source = source }

    /// Returns the files, each with the schema of one event in draft 2020-12.
    ///
    /// The name of a file is the name of the event.
    func files() -> [PlanExport.File] {
        var copy = self
        source.loseRest()
        if let user = source.plan.user { source.loseEvent(user, "traits of users") }
        return source.plan.events.compactMap { copy.file($0) }
    }

    private mutating func file(_ event: PlannedEvent) -> PlanExport.File? {
        // `NAME.schema.json` is a usual name for a schema, so an importer takes `.schema` away.
        let path = event.name + (event.name.hasSuffix(".schema") ? ".schema.json" : ".json")
        guard event.name.isFileName else {
            source.loseEvent(event, "name of an event that a file cannot have", event.name)
            return nil
        }
        // Many file systems do not distinguish the case of letters.
        guard names.insert(path.lowercased()).inserted else {
            source.loseEvent(event, "name of an event that differs from another name only by case", event.name)
            return nil
        }
        let export = SchemaExport(source, .draft2020)
        source.loseRest(of: event, except: export.members(of: event))
        source.count(event)
        let members = EventParameters([EventParameter("$schema", .string(JSONSchemaDraft.draft2020.uri))])
            .merging(export.schema(of: event))
        return PlanExport.File(path: path, text: members.pretty)
    }
}

/// An exporter of self-describing JSON Schemas for an Iglu registry.
struct IgluExport {
    private let source: ExportedPlan
    /// The vendor of events without `x-vendor`.
    private let vendor: String?

    private let export: SchemaExport
    private var names: Set<String> = []

    init(_ source: ExportedPlan, vendor: String?) {
        (self.source, self.vendor) = (source, vendor)
        export = SchemaExport(source, .draft4)
    }

    /// Returns the files, one for each version of each event, with the schema in draft 4.
    ///
    /// - Throws: ``PlanErrors`` if an event has no vendor.
    func files() throws(PlanErrors) -> [PlanExport.File] {
        var copy = self
        source.loseRest()
        if let user = source.plan.user { source.loseEvent(user, "traits of users") }
        var files: [PlanExport.File] = []
        for event in source.plan.events { files += try copy.files(event) }
        return files
    }

    private mutating func files(_ event: PlannedEvent) throws(PlanErrors) -> [PlanExport.File] {
        let vendor = try vendor(of: event)
        guard event.name.isIgluName else {
            source.loseEvent(event, "name of an event that Iglu does not allow", event.name)
            return []
        }
        guard names.insert((vendor + "/" + event.name).lowercased()).inserted else {
            source.loseEvent(event, "name of an event that differs from another name only by case", event.name)
            return []
        }
        source.loseRest(of: event, except: export.members(of: event).union(["versions"]))
        source.count(event)
        var files: [PlanExport.File] = []
        for (version, older) in event.versions {
            guard let numbers = IgluName.version(version.name) else {
                source.run.lose(
                    "version that is not of the form 1-0-0", version.name, at: version.place,
                    ImportPath(event: event.name))
                continue
            }
            files.append(file(older, vendor, numbers))
        }
        return files + [file(event, vendor, version(event))]
    }

    private func vendor(of event: PlannedEvent) throws(PlanErrors) -> String {
        let node = source.member("x-vendor", of: event)
        guard let vendor = node?.string ?? vendor else {
            let message = "the event \(event.name.quotedForMessages) has no vendor; add x-vendor, or use --vendor"
            throw PlanErrors([PlanError(at: event.place, message)])
        }
        guard PlanExport.isVendor(vendor) else {
            let message = "expected a vendor such as com.example, found \(vendor.quotedForMessages)"
            throw PlanErrors([PlanError(at: node?.place ?? event.place, message)])
        }
        return vendor
    }

    /// Returns the version of an event: `x-version`, or a version with a higher first number than all older versions.
    private func version(_ event: PlannedEvent) -> [Int] {
        let older = event.versions.compactMap { IgluName.version($0.version.name) }
        let own = source.member("x-version", of: event)?.string.flatMap(IgluName.version)
        if let own, older.allSatisfy({ $0.lexicographicallyPrecedes(own) }) { return own }
        return [(older.map { $0[0] }.max() ?? 0) + 1, 0, 0]
    }

    private func file(_ event: PlannedEvent, _ vendor: String, _ version: [Int]) -> PlanExport.File {
        let name = version.map(String.init).joined(separator: "-")
        var schema = export.schema(of: event)
        for own in ["x-vendor", "x-version"] { schema[own] = nil }
        let own: EventParameters = [
            "vendor": .string(vendor), "name": .string(event.name), "format": "jsonschema", "version": .string(name),
        ]
        let uri = "http://iglucentral.com/schemas/com.snowplowanalytics.self-desc/schema/jsonschema/1-0-0#"
        let members: EventParameters = ["$schema": .string(uri), "self": EventValue.object(own)]
        return PlanExport.File(
            path: "\(vendor)/\(event.name)/jsonschema/\(name)", text: members.merging(schema).pretty)
    }
}

extension String {
    /// Whether a file can have this name on all usual file systems.
    fileprivate var isFileName: Bool {
        !isEmpty && utf8.count <= 200 && !hasPrefix(".") && last != " "
            && unicodeScalars.allSatisfy { $0.value >= 0x20 && !"/\\:*?\"<>|\u{7F}".unicodeScalars.contains($0) }
    }
}
