import TrackproofPlans

/// An importer of the YAML files of RudderStack's command-line tool, in the formats `rudder/v1` and `rudder/0.1`.
///
/// The importer turns properties and custom types into JSON Schemas, which ``SchemaConverter`` converts.
struct RudderStackImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()
    private var catalog = RudderStackCatalog()
    private var rules: [PlanNode] = []
    private var hasOpenRule = false

    init(_ run: ImportRun) { self.run = run }

    mutating func plan(_ files: ImportFiles) throws -> ImportedPlan {
        try files.forEach([".yaml", ".yml"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            let node = try ImportFiles.yaml(bytes, file, run)
            reportVariables(node)
            add(node)
            try run.comments.add(bytes, file: file.path)
        }
        if rules.isEmpty { throw files.error("expected a file of the kind tracking-plan with rules") }
        // In RudderStack, a rule forbids further parameters by default.
        plan.isClosed = rules.contains { !Self.isOpen($0) }
        let document = SchemaDocument(catalog.definitions(run), name: "custom-type")
        var converter = SchemaConverter(run, document)
        (converter.isClosed, converter.readsVariants) = (plan.isClosed, true)
        for rule in rules { try add(rule, converter) }
        try SchemaConverter.finishTypes(run)
        catalog.reportUnused(run)
        return plan
    }

    private mutating func add(_ node: PlanNode) {
        let kind = node["kind"]?.string ?? ""
        guard let spec = node["spec"] else {
            return run.note("file without the member spec", kind, at: node.place)
        }
        switch kind {
        case "tracking-plan", "tp": addPlan(spec)
        case "properties", "events", "categories", "custom-types": catalog.add(spec, kind, run)
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
        let known =
            ["rules"] + (plan.name == nil ? ["display_name"] : [])
            + (plan.description == nil ? ["description"] : [])
        run.loseRest(of: spec, "a tracking plan", except: Set(known))
        plan.name = plan.name ?? spec["display_name"]?.string
        plan.description = plan.description ?? spec["description"]?.string
        rules += spec["rules"]?.elements ?? []
    }

    private static func isOpen(_ rule: PlanNode) -> Bool {
        (rule["additional_properties"] ?? rule["event"]?["allow_unplanned"])?.bool == true
    }

    // MARK: Rules

    private mutating func add(_ rule: PlanNode, _ converter: SchemaConverter) throws(PlanErrors) {
        let reference = rule["event"]?.string ?? rule["event"]?["$ref"]?.string ?? ""
        guard let event = catalog.event(reference) else {
            let kind = "rule of an event that the files do not contain"
            return run.lose(kind, reference, at: rule.place, ConversionPath(event: reference), isWhole: true)
        }
        let kind = event["event_type"]?.string ?? "track"
        let own = event["name"]?.string ?? ""
        let name = own.isEmpty ? kind : own
        let path = ConversionPath(event: name)
        guard !name.hasRudderVariable else {
            let kind = "event whose name has a variable, which must be replaced before the import"
            return run.lose(kind, name, at: event["name"]?.place ?? event.place, path, isWhole: true)
        }
        guard ["track", "screen", "page", "identify", "group"].contains(kind) else {
            return run.lose("event of the type \(kind)", own, at: event.place, path, isWhole: true)
        }
        let isUser = kind == "identify" && own.isEmpty && plan.user == nil
        if !isUser, !plan.events.accepts("event", name, at: rule.place, path, run) { return }
        reportMembers(rule, event, path)

        var items = kind == "track" || isUser ? [] : [PlanMember("kind", .string(kind), at: event.place)]
        items += event.text("description")
        if let category = event["category"]?.string {
            if let title = catalog.category(category) {
                items.append(PlanMember("x-category", .string(title), at: event.place))
            } else {
                run.note("category that the files do not contain", category, at: event.place, path)
            }
        }
        var schema = catalog.object(of: rule["properties"]?.elements ?? [], at: rule.place, path, run)
        let variants = try converter.variants(catalog.variants(of: rule, &schema, path, run), "parameters", path)
        schema.members.append(PlanMember("additionalProperties", .bool(Self.isOpen(rule)), at: rule.place))
        items += try EventSchema(schema.node, path, converter).members(isClosedByDefault: plan.isClosed)
        if !variants.isEmpty { items.append(PlanMember("variants", .array(variants), at: rule.place)) }
        plan.add(isUser ? nil : name, items, at: rule.place, run)
    }

    /// Reports the members of a rule and of its event that the plan does not have.
    private func reportMembers(_ rule: PlanNode, _ event: PlanNode, _ path: ConversionPath) {
        let owner = "a rule or its event"
        if let member = rule.members.first(where: { $0.name == "includes" && !$0.isBlank }) {
            run.lose("member includes of \(owner)", member, path)
        }
        let known: Set<String> = ["type", "event", "properties", "variants", "additional_properties", "includes"]
        run.loseRest(of: rule, owner, except: known, path)
        run.loseRest(of: event, owner, except: ["id", "name", "event_type", "description", "category"], path)
        run.loseRest(of: rule["event"], owner, except: ["$ref", "allow_unplanned"], path)
    }
}
