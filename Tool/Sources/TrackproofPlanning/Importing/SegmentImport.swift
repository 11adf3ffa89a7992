import TrackproofPlans

/// An importer of Segment's tracking plans, in the JSON of the Public API or of the older Config API.
struct SegmentImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()
    private var pages = SegmentPages()
    /// The label that names the owner of each event, or `nil` if not all events have such a label.
    private var ownerLabel: String?

    /// A rule of the plan: the JSON Schema for the calls with one type and name.
    struct Rule {
        let name: String
        let kind: String
        /// The version, or `nil` if the rule has no version.
        var version: PlanNumber?
        let schema: PlanNode
        /// The member with the description, or no member.
        var description: [PlanMember] = []
        var isDeprecated = false
        let place: PlanPlace

        /// Returns the text of a label that can be a name in a plan, or `nil` if there is no such label.
        func label(_ name: String) -> String? {
            schema["labels"]?[name]?.string.flatMap { ImportRun.canWrite(name: $0) ? $0 : nil }
        }
    }

    init(_ run: ImportRun) { self.run = run }

    mutating func plan(_ files: ImportFiles) throws -> ImportedPlan {
        var rules: [Rule] = []
        try files.forEach([".json"], run) { file in
            rules += try read(PlanNode(json: PlanFile.bytes(path: file.path), file: file.path))
        }
        if rules.isEmpty, let place = pages.first {
            throw PlanErrors([PlanError(at: place, "the tracking plan has no rules")])
        }
        pages.reportAbsent(run)
        return try plan(rules)
    }

    /// Imports rules.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    mutating func plan(_ rules: [Rule]) throws(PlanErrors) -> ImportedPlan {
        let groups = groups(rules)
        let newest = groups.compactMap(\.last).filter { $0.kind != "COMMON" && $0.kind != "IDENTIFY" }
        ownerLabel = ["owner", "team"].first { label in newest.allSatisfy { $0.label(label) != nil } }
        if let ownerLabel, let first = newest.first {
            let found = first.label(ownerLabel) ?? ""
            run.note("label \(ownerLabel) of all events", found, at: first.place, changedTo: "owner")
        }
        for group in groups where group.last?.kind == "COMMON" { try add(group) }
        for group in groups where group.last?.kind != "COMMON" { try add(group) }
        return plan
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
        addMembers(of: node)
        return try read(rules: list)
    }

    private mutating func addMembers(of node: PlanNode) {
        // In the Config API, `name` is the path of the plan, and `display_name` is its name.
        plan.name = node["display_name"]?.string ?? plan.name ?? node["name"]?.string
        plan.description = node.text("description").first?.value.string ?? plan.description
        let known: Set<String> = ["rules", "pagination", "display_name", "name", "description"]
        run.loseRest(of: node, "the plan", except: known)
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
                rules.append(Rule(name: "", kind: kind, schema: member.value, place: member.place))
            default:
                run.lose("member \(member.name) of the rules", member, ConversionPath())
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
        let known: Set<String> = [
            "key", "name", "type", "jsonSchema", "rules", "description", "version", "deprecatedAt",
        ]
        run.loseRest(of: node, "a rule", except: known, path)
        var version: PlanNumber?
        if case .number(let number)? = node["version"]?.content { version = number }
        // In the API, this date means that the rule is not deprecated.
        let isDeprecated = node["deprecatedAt"].map { !$0.isBlank && $0.string?.hasPrefix("0001-") != true } ?? false
        return Rule(
            name: name, kind: node["type"]?.string?.uppercased() ?? "TRACK", version: version,
            schema: schema, description: node.text("description"), isDeprecated: isDeprecated, place: node.place)
    }

    /// Returns the rules in groups with the same type and name, each sorted from the oldest to the newest version.
    private func groups(_ rules: [Rule]) -> [[Rule]] {
        let zero = ExactDecimal(0)
        return rules.grouped { [$0.kind, $0.name] }.map { group in
            var places: [ExactDecimal?: PlanPlace] = [:]
            let kept = group.filter { rule in
                guard let first = places[rule.version?.decimal] else {
                    places[rule.version?.decimal] = rule.place
                    return true
                }
                let path = ConversionPath(event: rule.name)
                let kind = "rule with a name and version that are given twice"
                run.lose(kind, at: rule.place, path, isWhole: true, first: first)
                return false
            }
            return kept.sorted { ($0.version?.decimal ?? zero) < ($1.version?.decimal ?? zero) }
        }
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
            return plan.add(nil, try members(newest, path), at: newest.place, run)
        }
        guard plan.events.accepts("event", name, at: newest.place, path, run) else { return }
        var items = try event(newest, path)
        if newest.kind != "IDENTIFY", let owner = ownerLabel.flatMap({ newest.label($0) }) {
            items.append(PlanMember("owner", .string(owner), at: newest.place))
        }
        // An export numbers the versions one after the other.
        let next = 1 + (rules.dropLast().last?.version.flatMap { Int($0.text) } ?? 0)
        if let version = newest.version, Int(version.text) != next {
            items.append(PlanMember("x-version", .number(version), at: newest.place))
        }
        var versions = ImportedMembers()
        for rule in rules.dropLast() {
            let version = rule.version?.text ?? "0"
            guard versions.accepts("version", version, at: rule.place, path, run) else { continue }
            versions.append(PlanMember(version, .object(try event(rule, path)), at: rule.place))
        }
        if !versions.isEmpty { items.append(PlanMember("versions", .object(versions.items), at: newest.place)) }
        plan.add(name, items, at: newest.place, run)
    }

    private func loseVersions(_ rules: some Collection<Rule>, _ path: ConversionPath) {
        for rule in rules { run.lose("older version of \(rule.kind)", rule.version?.text ?? "", at: rule.place, path) }
    }

    /// Returns the members of an event.
    private func event(_ rule: Rule, _ path: ConversionPath) throws(PlanErrors) -> [PlanMember] {
        let kind = rule.kind.lowercased()
        return (kind == "track" ? [] : [PlanMember("kind", .string(kind), at: rule.place)])
            + (try members(rule, path))
    }

    /// Adds the parameters of all calls as a shared group.
    private mutating func addCommon(_ rule: Rule, older: ArraySlice<Rule>) throws(PlanErrors) {
        let path = ConversionPath()
        loseVersions(older, path)
        guard plan.shared.isEmpty else { return loseVersions([rule], path) }
        let call = SegmentCall(rule.schema, valueMember: "properties", path, run)
        let schema = try EventSchema(
            call.values, path, SchemaConverter(run, SchemaDocument(rule.schema, name: "common")))
        if schema.isClosed == true {
            run.lose("additionalProperties of the common schema", "false", at: rule.place, path)
        }
        if schema.rules != nil { run.lose("rules of the common schema", "", at: rule.place, path) }
        for member in schema.others { run.note("member of the common schema", member.name, at: rule.place) }
        if schema.parameters.isEmpty { return }
        plan.shared.append(PlanMember("common", .object(schema.parameters.items), at: rule.place))
        plan.defaults = ["common"]
        plan.sharedNames = schema.parameters.items.map(\.name)
    }

    /// Returns the members of an event, without its kind.
    private func members(_ rule: Rule, _ path: ConversionPath) throws(PlanErrors) -> [PlanMember] {
        let isIdentity = rule.kind == "IDENTIFY" || rule.kind == "GROUP"
        let call = SegmentCall(rule.schema, valueMember: isIdentity ? "traits" : "properties", path, run)
        let document = SchemaDocument(rule.schema, name: path.event ?? "")
        let schema = try EventSchema(call.values, path, SchemaConverter(run, document))
        // In a plan, the event's declaration replaces that of the shared group.
        let names = Set(isIdentity ? [] : plan.sharedNames)
        for name in schema.parameters.items.map(\.name) where names.contains(name) {
            run.lose(
                "parameter that the common schema also declares", name, at: rule.place, path.property(name),
                .changed(to: "the parameter of the event"))
        }
        let description = rule.description + rule.schema.text("description") + schema.description
        let flag = rule.isDeprecated ? [PlanMember("deprecated", .bool(true), at: rule.place)] : []
        return Array(description.prefix(1)) + flag + call.others + schema.members(isClosedByDefault: plan.isClosed)
    }
}
