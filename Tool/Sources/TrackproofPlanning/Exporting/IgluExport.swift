import TrackproofPlans

/// An exporter of self-describing JSON Schemas for an Iglu registry.
struct IgluExport {
    /// The files of an export, and the events that they describe.
    struct Result {
        fileprivate(set) var files: [PlanExport.File] = []
        /// The events, each with the name of the schema of its newest version.
        fileprivate(set) var events: [(event: PlannedEvent, schema: IgluName)] = []
    }

    private let source: ExportedPlan
    /// The vendor of events without `x-vendor`.
    private let vendor: String?
    /// The members of events that are no members of their schemas.
    private let others: Set<String>
    private let export: SchemaExport
    private var names: Set<String> = []
    private var result = Result()

    /// - Parameter others: The members of events that another file of the export contains.
    init(_ source: ExportedPlan, vendor: String?, others: Set<String> = []) {
        (self.source, self.vendor) = (source, vendor)
        self.others = others.union(["x-vendor", "x-version"])
        export = SchemaExport(source, .draft4)
    }

    /// Returns the files, one for each version of each event, with the schema in draft 4.
    ///
    /// - Parameter written: The members of the plan that another file of the export contains.
    /// - Throws: ``PlanErrors`` if an event has no vendor.
    func schemas(except written: Set<String> = []) throws(PlanErrors) -> Result {
        var copy = self
        source.loseRest(except: written)
        if let user = source.plan.user { source.loseEvent(user, "traits of users") }
        for event in source.plan.events { try copy.add(event) }
        return copy.result
    }

    private mutating func add(_ event: PlannedEvent) throws(PlanErrors) {
        let vendor = try vendor(of: event)
        guard event.name.isIgluName else {
            return source.loseEvent(event, "name of an event that Iglu does not allow", event.name)
        }
        guard names.insert((vendor + "/" + event.name).lowercased()).inserted else {
            return source.loseEvent(event, "name of an event that differs from another name only by case", event.name)
        }
        source.count(event)
        for (own, version) in source.versions(of: event, separator: "-") {
            let name = IgluName(vendor: vendor, name: event.name, version: version)
            add(own, name)
            if own.place == event.place { result.events.append((event, name)) }
        }
    }

    private func vendor(of event: PlannedEvent) throws(PlanErrors) -> String {
        let node = source.member("x-vendor", of: event)
        guard let vendor = node?.string ?? vendor else {
            let message = "the event \(event.name.quotedForMessages) has no vendor; add x-vendor, or use --vendor"
            throw PlanErrors(at: event.place, message)
        }
        guard PlanExport.isVendor(vendor) else {
            let message = "expected a vendor such as com.example, found \(vendor.quotedForMessages)"
            throw PlanErrors(at: node?.place ?? event.place, message)
        }
        return vendor
    }

    private mutating func add(_ event: PlannedEvent, _ name: IgluName) {
        source.loseRest(of: event, except: export.members(of: event).union(others).union(["versions"]))
        var schema = export.schema(of: event)
        for own in others { schema[own] = nil }
        let own = PlanNode(
            [
                "vendor": .string(name.vendor), "name": .string(name.name), "format": .string(name.format),
                "version": .string(name.version.text),
            ], at: event.place)
        let uri = "http://iglucentral.com/schemas/com.snowplowanalytics.self-desc/schema/jsonschema/1-0-0#"
        var file = PlanNode(["$schema": .string(uri), "self": own.content], at: event.place)
        file.append(schema.members)
        result.files.append(PlanExport.File(path: name.path, text: file.json))
    }
}
