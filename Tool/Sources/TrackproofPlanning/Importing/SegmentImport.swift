import TrackproofPlans
import TrackproofPlatform

/// An importer of Segment's tracking plans, in the JSON of the Public API or of the older Config API.
struct SegmentImport: PlanImporter {
    let run: ImportRun
    /// The label that names the owner of each event, or `nil` if not all events have such a label.
    private var ownerLabel: String?

    /// A rule of the plan: the JSON Schema for the calls with one type and name.
    struct Rule {
        let name: String
        let kind: String
        /// The version, or `nil` if the rule has no version.
        var version: PlanNumber?
        let schema: PlanNode
        /// The members of the event that the schema does not give.
        var members: [PlanMember] = []
        let place: PlanPlace

        /// The number by which versions are sorted.
        var order: ExactDecimal { version?.decimal ?? ExactDecimal(0) }

        /// Returns the text of a label that can be a name in a plan, or `nil` if there is no such label.
        func label(_ name: String) -> String? {
            schema["labels"]?[name]?.string.flatMap { ImportRun.canWrite(name: $0) ? $0 : nil }
        }
    }

    init(run: ImportRun) { self.run = run }

    mutating func read(_ files: ImportFiles) throws {
        var pages = SegmentPages()
        var rules: [Rule] = []
        try files.forEach([".json"], run) { file in rules += try read(ImportFiles.node(file, run), &pages) }
        if rules.isEmpty, let place = pages.first { throw PlanErrors(at: place, "the tracking plan has no rules") }
        pages.reportAbsent(run)
        try add(rules)
    }

    /// Reads a file: a plan, or a page of a plan.
    private func read(_ root: PlanNode, _ pages: inout SegmentPages) throws(PlanErrors) -> [Rule] {
        // The answers of the API wrap the plan.
        let data = root["data"] ?? root
        let node = data["trackingPlan"] ?? data
        guard node.isObject, let list = data["rules"] ?? node["rules"] else {
            throw PlanErrors(at: node.place, "expected a tracking plan of Segment, with the member \"rules\"")
        }
        try pages.add(data["pagination"], list)
        // In the Config API, `name` is the path of the plan, and `display_name` is its name.
        run.plan.name = node["display_name"]?.string ?? run.plan.name ?? node["name"]?.string
        run.plan.description = node.text("description").first?.value.string ?? run.plan.description
        run.loseRest(
            of: node, "the plan", except: ["rules", "pagination", "display_name", "name", "description"])
        if case .array(let elements) = list.content { return elements.compactMap(rule) }
        guard list.isObject else {
            throw PlanErrors(at: list.place, "expected a list of rules, found \(list.shortDescription)")
        }
        run.loseRest(of: list, "the rules", except: ["events", "global", "identify", "group"], ConversionPath(), .rule)
        return list.members.filter { !$0.isBlank }.flatMap { member -> [Rule] in
            switch member.name {
            case "events": return member.value.elements.compactMap(rule)
            case "global", "identify", "group":
                let kind = member.name == "global" ? "COMMON" : member.name.uppercased()
                return [Rule(name: "", kind: kind, schema: member.value, place: member.place)]
            default: return []
            }
        }
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
        let flag = PlanNode(["deprecated": .flag(isDeprecated)], at: node.place).members
        return Rule(
            name: name, kind: node["type"]?.string?.uppercased() ?? "TRACK", version: version, schema: schema,
            members: node.text("description") + flag, place: node.place)
    }

    // MARK: Adding events

    /// Adds the events that rules describe.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    mutating func add(_ rules: [Rule]) throws(PlanErrors) {
        let groups = groups(rules)
        let newest = groups.compactMap(\.last).filter { $0.kind != "COMMON" && $0.kind != "IDENTIFY" }
        ownerLabel = ["owner", "team"].first { label in newest.allSatisfy { $0.label(label) != nil } }
        if let ownerLabel, let first = newest.first {
            let found = first.label(ownerLabel) ?? ""
            run.note("label \(ownerLabel) of all events", found, at: first.place, changedTo: "owner")
        }
        for group in groups where group.last?.kind == "COMMON" { try add(group: group) }
        for group in groups where group.last?.kind != "COMMON" { try add(group: group) }
    }

    /// Returns the rules in groups with the same type and name, each sorted from the oldest to the newest version.
    private func groups(_ rules: [Rule]) -> [[Rule]] {
        rules.grouped { [$0.kind, $0.name] }.map { group in
            let versions = group.grouped { $0.version?.decimal }
            let kind = "rule with a name and version that are given twice"
            for same in versions {
                for rule in same.dropFirst() {
                    let path = ConversionPath(event: rule.name)
                    run.lose(kind, at: rule.place, path, isWhole: true, first: same[0].place)
                }
            }
            return versions.map { $0[0] }.sorted { $0.order < $1.order }
        }
    }

    private func add(group: [Rule]) throws(PlanErrors) {
        guard let newest = group.last else { return }
        let (kind, isUnnamed) = (newest.kind.lowercased(), newest.name.isEmpty)
        let name = isUnnamed ? kind : newest.name
        let path = ConversionPath(event: name)
        switch newest.kind {
        case "TRACK", "PAGE", "SCREEN", "GROUP", "IDENTIFY": break
        case "COMMON": return try addCommon(newest, older: group.dropLast())
        default:
            return run.lose("rule of the type \(newest.kind)", newest.name, at: newest.place, path, isWhole: true)
        }
        if newest.kind == "IDENTIFY", isUnnamed, run.plan.user == nil {
            loseVersions(group.dropLast(), path)
            return run.add(nil, try members(newest, path), at: newest.place)
        }
        guard run.accepts(event: name, at: newest.place) else { return }
        let owner = newest.kind == "IDENTIFY" ? nil : ownerLabel.flatMap { newest.label($0) }
        // An export numbers the versions one after the other.
        let next = 1 + (group.dropLast().last?.version.flatMap { Int($0.text) } ?? 0)
        let version = newest.version.flatMap { Int($0.text) == next ? nil : $0 }
        let kindMember = PlanNode(["kind": kind == "track" ? nil : .string(kind)], at: newest.place).members
        let own = PlanNode(["owner": .text(owner), "x-version": version.map { .number($0) }], at: newest.place).members
        var members = try members(newest, path, kindMember + own)
        var versions = ImportedMembers()
        for rule in group.dropLast() {
            let version = rule.version?.text ?? "0"
            guard versions.accepts("version", version, at: rule.place, path, run) else { continue }
            versions.append(PlanMember(version, .object(try self.members(rule, path, kindMember)), at: rule.place))
        }
        if !versions.isEmpty { members.append(PlanMember("versions", .object(versions.items), at: newest.place)) }
        run.add(name, members, at: newest.place)
    }

    private func loseVersions(_ rules: some Collection<Rule>, _ path: ConversionPath) {
        for rule in rules { run.lose("older version of \(rule.kind)", rule.version?.text ?? "", at: rule.place, path) }
    }

    /// Adds the parameters of all calls as a shared group.
    private func addCommon(_ rule: Rule, older: ArraySlice<Rule>) throws(PlanErrors) {
        let path = ConversionPath()
        loseVersions(older, path)
        guard run.plan.shared.isEmpty else { return loseVersions([rule], path) }
        let call = SegmentCall(rule.schema, valueMember: "properties", path, run)
        let document = SchemaDocument(rule.schema, name: "common")
        let schema = try EventSchema(call.values, path, SchemaConverter(run, document))
        if schema.isClosed == true {
            run.lose("additionalProperties of the common schema", "false", at: rule.place, path)
        }
        if schema.rules != nil { run.lose("rules of the common schema", at: rule.place, path) }
        for member in schema.others { run.note("member of the common schema", member.name, at: rule.place) }
        if schema.parameters.isEmpty { return }
        run.plan.shared.append(PlanMember("common", .object(schema.parameters.items), at: rule.place))
        run.plan.defaults = ["common"]
    }

    /// Returns the members of an event.
    private func members(_ rule: Rule, _ path: ConversionPath, _ own: [PlanMember] = []) throws(PlanErrors)
        -> [PlanMember]
    {
        let isIdentity = rule.kind == "IDENTIFY" || rule.kind == "GROUP"
        let call = SegmentCall(rule.schema, valueMember: isIdentity ? "traits" : "properties", path, run)
        let description = rule.members.contains { $0.name == "description" } ? [] : rule.schema.text("description")
        let members = try run.members(
            of: path, own + description + rule.members + call.members, call.values,
            in: SchemaDocument(rule.schema, name: path.event ?? ""))
        // In a plan, the event's declaration replaces that of the shared group.
        let shared = isIdentity ? [] : Set(run.plan.shared.items.flatMap { $0.value.members.map(\.name) })
        for parameter in members.first(where: { $0.name == "parameters" })?.value.members ?? []
        where shared.contains(parameter.name) {
            run.lose(
                "parameter that the common schema also declares", parameter.name, at: rule.place,
                path.property(parameter.name), .changed(to: "the parameter of the event"))
        }
        return members
    }
}

/// The pages of a plan, as the Public API of Segment returns them.
struct SegmentPages {
    /// The place of the rules of the first file.
    private(set) var first: PlanPlace?
    /// Whether a file has a plan without pages.
    private var isComplete = false
    /// The number of rules in the files.
    private var count = 0
    /// The number of rules in all pages, or `nil` if no page says it.
    private var total: Int?
    /// The place of the token for the next page, in the last page that was read.
    private var next: PlanPlace?
    private var hasLastPage = false

    /// Adds the rules of a file.
    ///
    /// - Parameter page: The member `pagination`, or `nil` if the file does not have it.
    /// - Throws: ``PlanErrors`` if the files have several plans.
    mutating func add(_ page: PlanNode?, _ rules: PlanNode) throws(PlanErrors) {
        if let first, isComplete || page == nil {
            throw PlanErrors(at: rules.place, "expected one tracking plan; the first is at \(first)")
        }
        first = first ?? rules.place
        isComplete = page == nil
        count += rules.elements.count
        if case .number(let number)? = page?["totalEntries"]?.content, let number = Int(number.text) {
            // A larger number would overflow when the report counts all events.
            total = min(max(total ?? 0, number), 1_000_000)
        }
        if let token = page?["next"], !token.isBlank { next = token.place } else { hasLastPage = true }
    }

    /// Reports the rules on pages that are not among the files.
    func reportAbsent(_ run: ImportRun) {
        let absent = max(0, (total ?? 0) - count)
        guard let next, !hasLastPage || absent > 0 else { return }
        let found = total.map { "the plan has \($0.counted("rule")), and the files have \(count)" } ?? ""
        run.lose("pages of the plan that the files do not contain", found, at: next, ConversionPath())
        run.countAbsentEvents(absent)
    }
}
