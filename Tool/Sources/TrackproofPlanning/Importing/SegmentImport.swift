import TrackproofPlans

/// An importer of Segment's tracking plans, in the JSON of the Public API or of the older Config API.
struct SegmentImport {
    private let run: ImportRun
    private var plan = ImportedPlan()
    private var pages = SegmentPages()
    /// The label that names the owner of each event, or `nil` if not all events have such a label.
    private var ownerLabel: String?

    init(_ run: ImportRun) { self.run = run }

    /// Imports the plan in a file, or in the pages in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is not a tracking plan of Segment, or if the files have several plans.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        var copy = self
        var rules: [Rule] = []
        try files.forEach([".json"], run) { file in
            rules += try copy.read(PlanNode(json: PlanFile.bytes(path: file.path), file: file.path))
        }
        if rules.isEmpty, let place = copy.pages.first {
            throw PlanErrors([PlanError(at: place, "the tracking plan has no rules")])
        }
        copy.pages.reportAbsent(run)
        try copy.add(all: rules)
        return copy.plan
    }

    /// Imports rules.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    func plan(_ rules: [Rule]) throws(PlanErrors) -> ImportedPlan {
        var copy = self
        try copy.add(all: rules)
        return copy.plan
    }

    /// Reads a file: a plan, or a page of a plan.
    private mutating func read(_ root: PlanNode) throws(PlanErrors) -> [Rule] {
        // The answers of the API wrap the plan.
        let data = root["data"] ?? root
        let node = data["trackingPlan"] ?? data
        guard node.isObject, let list = data["rules"] ?? node["rules"] else {
            throw PlanErrors([
                PlanError(at: node.place, "expected a tracking plan of Segment, with the member \"rules\"")
            ])
        }
        try pages.add(data["pagination"], list)
        for member in node.members { addMember(member) }
        return try read(rules: list)
    }

    private mutating func add(all rules: [Rule]) throws(PlanErrors) {
        let groups = groups(rules)
        let newest = groups.compactMap(\.last).filter { $0.kind != "COMMON" && $0.kind != "IDENTIFY" }
        ownerLabel = ["owner", "team"].first { label in newest.allSatisfy { $0.label(label) != nil } }
        if let ownerLabel, let first = newest.first {
            run.lose(
                "label \(ownerLabel) of all events", first.label(ownerLabel) ?? "", at: first.place, ConversionPath(),
                .changed(to: "owner"), .information)
        }
        for group in groups where group.last?.kind == "COMMON" { try add(group) }
        for group in groups where group.last?.kind != "COMMON" { try add(group) }
    }

    private mutating func addMember(_ member: PlanMember) {
        switch member.name {
        case "rules", "pagination": break
        case "display_name": plan.name = member.value.string
        case "name":
            // In the Config API, `name` is the path of the plan, and `display_name` is its name.
            if plan.name == nil { plan.name = member.value.string }
        case "description": if let text = member.value.string, !text.isEmpty { plan.description = text }
        default:
            guard !member.isBlank else { return }
            run.lose(
                "member \(member.name) of the plan", member.value.summary, at: member.place, ConversionPath(), .leftOut,
                .information)
        }
    }

    // MARK: Reading rules

    private func read(rules node: PlanNode) throws(PlanErrors) -> [Rule] {
        if case .array(let elements) = node.content { return elements.compactMap { rule($0) } }
        guard node.isObject else {
            throw PlanErrors([PlanError(at: node.place, "expected a list of rules, found \(node.shortDescription)")])
        }
        var rules: [Rule] = []
        for member in node.members where !member.isBlank {
            switch member.name {
            case "events": rules += member.value.elements.compactMap { rule($0) }
            case "global", "identify", "group":
                let kind = member.name == "global" ? "COMMON" : member.name.uppercased()
                rules.append(
                    Rule(
                        name: "", kind: kind, version: nil, versionText: "", schema: member.value, description: nil,
                        isDeprecated: false, place: member.place))
            default:
                run.lose("member \(member.name) of the rules", member.value.summary, at: member.place, ConversionPath())
            }
        }
        return rules
    }

    private func rule(_ node: PlanNode) -> Rule? {
        let name = node["key"]?.string ?? node["name"]?.string ?? ""
        let path = ConversionPath(event: name)
        guard let schema = node["jsonSchema"] ?? node["rules"] else {
            run.lose("rule without a schema", node.summary, at: node.place, path, isWhole: true)
            return nil
        }
        var version: PlanNumber?
        var isDeprecated = false
        for member in node.members where !member.isBlank {
            switch member.name {
            case "key", "name", "type", "jsonSchema", "rules", "description": break
            case "version": if case .number(let number) = member.value.content { version = number }
            // In the API, this date means that the rule is not deprecated.
            case "deprecatedAt": if member.value.string?.hasPrefix("0001-") != true { isDeprecated = true }
            default:
                run.lose(
                    "member \(member.name) of a rule", member.value.summary, at: member.place, path, .leftOut,
                    .information)
            }
        }
        return Rule(
            name: name, kind: node["type"]?.string?.uppercased() ?? "TRACK", version: version?.decimal,
            versionText: version?.text ?? "", schema: schema, description: node["description"]?.string,
            isDeprecated: isDeprecated, place: node.place)
    }

    /// Returns the rules in groups with the same type and name, each sorted from the oldest to the newest version.
    private func groups(_ rules: [Rule]) -> [[Rule]] {
        var groups: [[Rule]] = []
        var indices: [[String]: Int] = [:]
        // For each group, the places of the versions.
        var places: [[ExactDecimal?: PlanPlace]] = []
        for rule in rules {
            let key = [rule.kind, rule.name]
            guard let index = indices[key] else {
                indices[key] = groups.count
                groups.append([rule])
                places.append([rule.version: rule.place])
                continue
            }
            if let first = places[index].updateValue(rule.place, forKey: rule.version) {
                places[index][rule.version] = first
                run.lose(
                    "rule with a name and version that are given twice", at: rule.place,
                    ConversionPath(event: rule.name),
                    isWhole: true, first: first)
            } else {
                groups[index].append(rule)
            }
        }
        let zero = ExactDecimal(0)
        return groups.map { $0.sorted { ($0.version ?? zero) < ($1.version ?? zero) } }
    }

    // MARK: Adding events

    private mutating func add(_ rules: [Rule]) throws(PlanErrors) {
        guard let newest = rules.last else { return }
        let isUnnamed = newest.name.isEmpty
        let kind = newest.kind.lowercased()
        let name = isUnnamed ? kind : newest.name
        let path = ConversionPath(event: name)
        switch newest.kind {
        case "TRACK", "PAGE", "SCREEN", "GROUP", "IDENTIFY": break
        case "COMMON": return try addCommon(newest, older: rules.dropLast())
        default:
            run.lose("rule of the type \(newest.kind)", newest.name, at: newest.place, path, isWhole: true)
            return
        }
        if newest.kind == "IDENTIFY", isUnnamed, plan.user == nil {
            loseVersions(rules.dropLast(), path)
            let (members, description) = try members(newest, path)
            let first = description.map { [FormattedItem("description", .prose($0))] } ?? []
            plan.user = FormattedItem("user", .object(first + members))
            return run.countEvent()
        }
        guard plan.events.accepts("event", name, at: newest.place, path, run) else { return }
        var items = try event(newest, path)
        if newest.kind != "IDENTIFY", let owner = ownerLabel.flatMap({ newest.label($0) }) {
            items.append(FormattedItem("owner", .text(owner)))
        }
        // An export numbers the versions one after the other.
        let next = 1 + (rules.dropLast().last.flatMap { Int($0.versionText) } ?? 0)
        if newest.version != nil, Int(newest.versionText) != next {
            items.append(FormattedItem("x-version", .word(newest.versionText)))
        }
        var versions = ImportedMembers()
        for rule in rules.dropLast() {
            let version = rule.versionText.isEmpty ? "0" : rule.versionText
            guard versions.accepts("version", version, at: rule.place, path, run) else { continue }
            versions.append(FormattedItem(version, .object(try event(rule, path))))
        }
        if !versions.isEmpty { items.append(FormattedItem("versions", .object(versions.items))) }
        plan.events.append(FormattedItem(name, .object(items)))
        run.countEvent()
    }

    private func loseVersions(_ rules: some Collection<Rule>, _ path: ConversionPath) {
        for rule in rules { run.lose("older version of \(rule.kind)", rule.versionText, at: rule.place, path) }
    }

    /// Returns the members of an event.
    private func event(_ rule: Rule, _ path: ConversionPath) throws(PlanErrors) -> [FormattedItem] {
        let (members, description) = try members(rule, path)
        var items: [FormattedItem] = []
        let kind = rule.kind.lowercased()
        if kind != "track" { items.append(FormattedItem("kind", .text(kind))) }
        if let description { items.append(FormattedItem("description", .prose(description))) }
        if rule.isDeprecated { items.append(FormattedItem("deprecated", .word("true"))) }
        return items + members
    }

    /// Adds the parameters of all calls as a shared group.
    private mutating func addCommon(_ rule: Rule, older: ArraySlice<Rule>) throws(PlanErrors) {
        let path = ConversionPath()
        loseVersions(older, path)
        guard plan.shared.isEmpty else { return loseVersions([rule], path) }
        let call = SegmentCall(rule.schema, valueMember: "properties")
        call.reportOthers(path, run)
        let schema = try EventSchema(
            call.values, path, SchemaConverter(run, SchemaDocument(rule.schema, name: "common")))
        if schema.isClosed == true {
            run.lose("additionalProperties of the common schema", "false", at: rule.place, path)
        }
        if schema.rules != nil { run.lose("rules of the common schema", "", at: rule.place, path) }
        for item in schema.others {
            run.lose(
                "member of the common schema", item.name?.value ?? "", at: rule.place, path, .leftOut, .information)
        }
        if schema.parameters.isEmpty { return }
        plan.shared.append(FormattedItem("common", .object(schema.parameters.items)))
        plan.defaults = ["common"]
        plan.sharedNames = schema.parameters.items.compactMap { $0.name?.value }
    }

    private func members(_ rule: Rule, _ path: ConversionPath) throws(PlanErrors) -> ([FormattedItem], String?) {
        let isIdentity = rule.kind == "IDENTIFY" || rule.kind == "GROUP"
        let call = SegmentCall(rule.schema, valueMember: isIdentity ? "traits" : "properties")
        call.reportOthers(path, run)
        let document = SchemaDocument(rule.schema, name: path.event ?? "")
        let schema = try EventSchema(call.values, path, SchemaConverter(run, document))
        // In a plan, the event's declaration replaces that of the shared group.
        let names = Set(isIdentity ? [] : plan.sharedNames)
        for item in schema.parameters.items {
            guard let name = item.name?.value, names.contains(name) else { continue }
            run.lose(
                "parameter that the common schema also declares", name, at: rule.place, path.property(name),
                .changed(to: "the parameter of the event"))
        }
        let text = [rule.description, rule.schema["description"]?.string, schema.description].compactMap(\.self)
            .first { !$0.isEmpty }
        return (call.others + schema.members(isClosedByDefault: plan.isClosed), text)
    }
}
