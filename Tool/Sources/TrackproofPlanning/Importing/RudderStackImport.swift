import TrackproofPlans

/// An importer of the YAML files of RudderStack's command-line tool, in the formats `rudder/v1` and `rudder/0.1`.
///
/// The importer turns properties and custom types into JSON Schemas, which ``SchemaConverter`` converts.
final class RudderStackImport {
    private let run: ImportRun
    private let comments = SourceComments()
    private var plan = ImportedPlan()
    private var catalog = RudderStackCatalog()
    private var rules: [PlanNode] = []
    private var hasOpenRule = false

    init(_ run: ImportRun) { self.run = run }

    /// Imports the tracking plans in the files.
    ///
    /// - Throws: ``PlanErrors`` if a file is not YAML, or if no file is a tracking plan; ``FileAccessError`` if a file
    ///   cannot be read.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        try files.forEach([".yaml", ".yml"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            let node = try ImportFiles.yaml(bytes, file, run)
            reportVariables(node)
            add(node)
            try comments.add(bytes, file: file.path)
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
        comments.reportRest(run)
        return plan
    }

    private func add(_ node: PlanNode) {
        let kind = node["kind"]?.string ?? ""
        guard let spec = node["spec"] else {
            return run.lose(
                "file without the member spec", kind, at: node.place, ConversionPath(), .leftOut, .information)
        }
        switch kind {
        case "tracking-plan", "tp": addPlan(spec)
        case "properties", "events", "categories", "custom-types": catalog.add(spec, kind, run)
        default: run.lose("file of the kind \(kind)", "", at: node.place, ConversionPath(), .leftOut, .information)
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

    private func addPlan(_ spec: PlanNode) {
        for member in spec.members {
            switch member.name {
            case "display_name" where plan.name == nil: plan.name = member.value.string
            case "description" where plan.description == nil: plan.description = member.value.string
            case "rules": rules += member.value.elements
            default:
                run.lose(
                    "member \(member.name) of a tracking plan", member.value.summary, at: member.place,
                    ConversionPath(),
                    .leftOut, .information)
            }
        }
    }

    private static func isOpen(_ rule: PlanNode) -> Bool {
        (rule["additional_properties"] ?? rule["event"]?["allow_unplanned"])?.bool == true
    }

    // MARK: Rules

    private func add(_ rule: PlanNode, _ converter: SchemaConverter) throws(PlanErrors) {
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

        var items: [FormattedItem] = []
        if kind != "track", !isUser { items.append(FormattedItem("kind", .text(kind))) }
        if let text = event["description"]?.string, !text.isEmpty {
            items.append(FormattedItem("description", .prose(text)))
        }
        if let category = event["category"]?.string {
            let title = catalog.category(category)
            if title == nil {
                run.lose(
                    "category that the files do not contain", category, at: event.place, path, .leftOut, .information)
            }
            if let title { items.append(FormattedItem("x-category", .text(title))) }
        }
        var schema = catalog.object(of: rule["properties"]?.elements ?? [], at: rule.place, path, run)
        let variants = try variants(rule, &schema, path, converter)
        schema.members.append(schema.boolean("additionalProperties", Self.isOpen(rule)))
        let converted = try EventSchema(schema.node, path, converter)
        for (item, place) in zip(converted.parameters.items, schema.places(of: converted.parameters.items)) {
            if let place { comments.attach(to: item, at: place) }
        }
        items += converted.members(isClosedByDefault: plan.isClosed)
        if !variants.isEmpty { items.append(FormattedItem("variants", .blocks(variants))) }
        let item = FormattedItem(isUser ? "user" : name, .object(items))
        comments.attach(to: item, at: rule.place)
        if isUser { plan.user = item } else { plan.events.append(item) }
        run.countEvent()
    }

    /// Reports the members of a rule and of its event that the plan does not have.
    private func reportMembers(_ rule: PlanNode, _ event: PlanNode, _ path: ConversionPath) {
        let known: Set<String> = [
            "type", "event", "properties", "variants", "additional_properties", "name", "event_type", "description",
            "category",
        ]
        let members = rule.members + event.members.filter { $0.name != "id" }
        for member in members where !known.contains(member.name) && !member.isBlank {
            let isRule = member.name == "includes"
            run.lose(
                "member \(member.name) of a rule or its event", member.value.summary, at: member.place, path, .leftOut,
                isRule ? .rule : .information)
        }
        for member in rule["event"]?.members ?? [] where !["$ref", "allow_unplanned"].contains(member.name) {
            run.lose(
                "member \(member.name) of a rule or its event", member.value.summary, at: member.place, path, .leftOut,
                .information)
        }
    }

    // MARK: Variants

    /// Returns the variants of an event.
    ///
    /// A plan has one default for all variants. If an event has several discriminators, adds the parameters of their default
    /// cases to the event.
    private func variants(
        _ rule: PlanNode, _ schema: inout ImportedObject, _ path: ConversionPath, _ converter: SchemaConverter
    ) throws(PlanErrors) -> [FormattedValue] {
        var variants: [FormattedValue] = []
        let lists = rule["variants"]?.elements ?? []
        for variant in lists {
            guard let name = catalog.name(ofProperty: variant["discriminator"]?.string ?? "") else {
                run.lose("variants without a known discriminator", "", at: variant.place, path)
                continue
            }
            for node in variant["cases"]?.elements ?? [] {
                guard let values = catalog.values(of: node, path, run) else { continue }
                let object = catalog.object(of: node["properties"]?.elements ?? [], at: node.place, path, run)
                let parameters = try converter.properties(object.properties, required: object.required, path)
                let texts = [node["display_name"], node["description"]].compactMap { $0?.string }
                var items = ImportedPlan.variant(when: name, values, texts)
                items.append(FormattedItem("parameters", .object(parameters.items)))
                variants.append(.object(items))
            }
            let rest = variant["default"]?["properties"] ?? variant["default"]
            let object = catalog.object(of: rest?.elements ?? [], at: variant.place, path, run)
            guard lists.count == 1, !variants.isEmpty, !object.properties.isEmpty else {
                schema.merge(defaultCase: object, path, run)
                continue
            }
            let parameters = try converter.properties(object.properties, required: object.required, path)
            variants.append(
                .object([
                    FormattedItem("default", .word("true")),
                    FormattedItem("parameters", .object(parameters.items)),
                ]))
        }
        return variants
    }
}
