import TrackproofPlans

/// An importer of the YAML files of RudderStack's command-line tool, in the formats `rudder/v1` and `rudder/0.1`.
///
/// The importer turns properties and custom types into JSON Schemas, which ``SchemaConverter`` converts.
struct RudderStackImport: PlanImporter {
    let run: ImportRun
    private let catalog: RudderStackCatalog
    private var rules: [PlanNode] = []

    init(run: ImportRun) { (self.run, catalog) = (run, RudderStackCatalog(run)) }

    mutating func read(_ files: ImportFiles) throws {
        try files.forEach([".yaml", ".yml"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            let node = try ImportFiles.yaml(bytes, file, run)
            reportVariables(node)
            add(node)
            try run.comments.add(bytes, file: file.path, run)
        }
        if rules.isEmpty { throw files.error("expected a file of the kind tracking-plan with rules") }
        // In RudderStack, a rule forbids further parameters by default.
        run.plan.isClosed = rules.contains { !Self.isOpen($0) }
        let document = SchemaDocument(catalog.definitions(), name: "custom-type", hasVariants: true)
        for rule in rules { try add(rule, document) }
        try SchemaConverter.finishTypes(run)
        catalog.reportUnused()
    }

    private mutating func add(_ node: PlanNode) {
        let kind = node["kind"]?.string ?? ""
        guard let spec = node["spec"] else { return run.note("file without the member spec", kind, at: node.place) }
        switch kind {
        case "tracking-plan", "tp": addPlan(spec)
        case "properties", "events", "categories", "custom-types": catalog.add(spec, kind)
        default: run.note("file of the kind \(kind)", at: node.place)
        }
    }

    /// Reports the variables of `rudder-cli` in texts. ``add(_:_:)`` and the catalog report those in names.
    private func reportVariables(_ node: PlanNode, _ weight: ConversionLoss.Weight = .rule) {
        for member in node.members where member.name != "name" {
            let isText = ["description", "display_name"].contains(member.name)
            reportVariables(member.value, isText ? .information : .rule)
        }
        for element in node.elements { reportVariables(element) }
        guard let text = node.string, text.hasRudderVariable else { return }
        let form = "a text with the name of the variable"
        run.lose("text with a variable", text, at: node.place, ConversionPath(), .changed(to: form), weight)
    }

    private mutating func addPlan(_ spec: PlanNode) {
        // Only the first of several plans gives the plan its name and its description.
        var known: Set = ["rules"]
        if run.plan.name == nil { known.insert("display_name") }
        if run.plan.description == nil { known.insert("description") }
        run.loseRest(of: spec, "a tracking plan", except: known)
        run.plan.name = run.plan.name ?? spec["display_name"]?.string
        run.plan.description = run.plan.description ?? spec["description"]?.string
        rules += spec["rules"]?.elements ?? []
    }

    private static func isOpen(_ rule: PlanNode) -> Bool {
        (rule["additional_properties"] ?? rule["event"]?["allow_unplanned"])?.bool == true
    }

    // MARK: Rules

    private func add(_ rule: PlanNode, _ document: SchemaDocument) throws(PlanErrors) {
        let reference = rule["event"]?.string ?? rule["event"]?["$ref"]?.string ?? ""
        guard let event = catalog.entry("events", reference) else {
            let kind = "rule of an event that the files do not contain"
            return run.lose(kind, reference, at: rule.place, ConversionPath(event: reference), isWhole: true)
        }
        let kind = event["event_type"]?.string ?? "track"
        let title = event["name"]?.string ?? ""
        let name = title.isEmpty ? kind : title
        let path = ConversionPath(event: name)
        guard !name.hasRudderVariable else {
            let kind = "event whose name has a variable, which must be replaced before the import"
            return run.lose(kind, name, at: event["name"]?.place ?? event.place, path, isWhole: true)
        }
        guard ["track", "screen", "page", "identify", "group"].contains(kind) else {
            return run.lose("event of the type \(kind)", title, at: event.place, path, isWhole: true)
        }
        let isUser = kind == "identify" && title.isEmpty && run.plan.user == nil
        guard isUser || run.accepts(event: name, at: rule.place) else { return }
        let owner = "a rule or its event"
        let uses: [String: MemberUse] = [
            "id": .known, "name": .known, "description": .text,
            "event_type": .own { kind == "track" || isUser ? [] : [PlanMember("kind", .string(kind), at: $0.place)] },
            "category": .own { category($0, path) },
        ]
        let own = run.members(of: event, owner, path, others: .lost(), uses)
        let includes = rule.members.filter { $0.name == "includes" && !$0.isBlank }
        for member in includes { run.lose("member includes of \(owner)", member, path) }
        let known: Set<String> = ["type", "event", "properties", "variants", "additional_properties", "includes"]
        run.loseRest(of: rule, owner, except: known, path)
        run.loseRest(of: rule["event"], owner, except: ["$ref", "allow_unplanned"], path)
        var schema = catalog.object(of: rule["properties"], at: rule.place, path)
        let variants = catalog.variants(of: rule, &schema, path)
        schema.set(isOpen: Self.isOpen(rule))
        let members = try run.members(of: path, own, schema.node, in: document, variants: variants)
        run.add(isUser ? nil : name, members, at: rule.place)
    }

    private func category(_ member: PlanMember, _ path: ConversionPath) -> [PlanMember] {
        let reference = member.value.string ?? ""
        if let title = catalog.entry("categories", reference)?["name"]?.string {
            return [PlanMember("x-category", .string(title), at: member.place)]
        }
        run.note("category that the files do not contain", reference, at: member.place, path)
        return []
    }
}
