import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

extension TrackingPlan {
    /// Parses the JSON text of a plan, as `trackproof plan compile` writes it.
    ///
    /// - Throws: ``PlanErrors`` with the places of all errors.
    public init(json bytes: [UInt8], file: String) throws(PlanErrors) {
        try self.init(PlanNode(json: bytes, file: file))
    }

    /// Reads a plan from a node.
    ///
    /// If a plan has several files, merge their nodes first with ``PlanNode/merged(_:)``.
    ///
    /// - Throws: ``PlanErrors`` with the places of all errors.
    public init(_ node: PlanNode) throws(PlanErrors) {
        var problems = PlanProblems()
        let plan = PlanReader.plan(node, &problems)
        PlanReferences.check(plan, &problems)
        if !problems.list.isEmpty { throw PlanErrors(problems.list) }
        self = plan
    }
}

/// A reader of the members of a plan, such as `types` and `events`.
enum PlanReader {
    static func plan(_ node: PlanNode, _ problems: inout PlanProblems) -> TrackingPlan {
        var plan = TrackingPlan(at: node.place)
        guard var members = ObjectReader(node, "a tracking plan", isRoot: true, &problems) else { return plan }
        checkVersion(&members, &problems)
        plan.name = members.text("name", &problems)
        _ = members.text("description", &problems)
        plan.isClosed = members.flag("closed", &problems) ?? true
        if let node = members.take("naming")?.value { plan.naming = naming(node, &problems) }
        let owners = members.members("owners", "an object with a list of addresses for each owner", &problems)
        plan.owners = owners.map { ($0.name, $0.place, $0.value.names(&problems).map(\.name)) }
        plan.platforms = members.names("platforms", &problems)
        let destinations = members.members("destinations", "an object with a member for each destination", &problems)
        plan.destinations = destinations.map { NameWithPlace($0) }
        plan.types = members.take("types").map { SchemaReader.properties($0.value, &problems) } ?? []
        let groups = members.members("shared", "an object with the parameters of each group", &problems)
        plan.shared = groups.map {
            ParameterGroup(name: $0.name, place: $0.place, parameters: SchemaReader.properties($0.value, &problems))
        }
        plan.defaults = members.names("defaults", &problems)
        let events = members.members("events", "an object with a member for each event", &problems)
        plan.events = events.map { EventPlanReader.event($0, &problems) }
        plan.user = members.take("user").map { EventPlanReader.user($0, &problems) }
        plan.lintSeverities = severities("lint", &members, &problems)
        plan.checkSeverities = severities("check", &members, &problems)
        members.finish(&problems)
        return plan
    }

    private static func checkVersion(_ members: inout ObjectReader, _ problems: inout PlanProblems) {
        guard let version = members.take("plan")?.value else {
            problems.add(members.place, "a tracking plan needs the member \"plan\" with the format version 1")
            return
        }
        let number: PlanNumber? = if case .number(let number) = version.content { number } else { nil }
        if number?.decimal == ExactDecimal(1) { return }
        guard let number, number.decimal > ExactDecimal(1) else { return problems.expected("version 1", at: version) }
        problems.add(
            version.place,
            "version \(number.text) of the format needs a newer trackproof; this trackproof reads only version 1")
    }

    private static func naming(_ node: PlanNode, _ problems: inout PlanProblems) -> TrackingPlan.Naming {
        var naming = TrackingPlan.Naming()
        guard var members = ObjectReader(node, "an object with naming styles", &problems) else { return naming }
        naming.events = members.take("events")?.value.choice(&problems)
        naming.parameters = members.take("parameters")?.value.choice(&problems)
        members.finish(&problems)
        return naming
    }

    private static func severities(
        _ name: String, _ members: inout ObjectReader, _ problems: inout PlanProblems
    ) -> [SeverityRule] {
        let known = name == "check" ? FindingID.allCases.map(\.rawValue) : LintID.allCases.map(\.rawValue)
        return members.members(name, "an object of finding ids and severities", &problems).compactMap { member in
            // The name is an id, or a pattern with a dot and an id after it. A pattern can contain dots, but an id
            // cannot.
            let dot = member.name.lastIndex(of: ".")
            let id = String(dot.map { member.name[member.name.index(after: $0)...] } ?? member.name[...])
            if !known.contains(id) {
                problems.add(unknown: "finding id", NameWithPlace(name: id, place: member.place), among: known)
            }
            guard let word = member.value.text(&problems) else { return nil }
            guard word == "ignore" || Severity(rawValue: word) != nil else {
                problems.expected("\"error\", \"warning\", \"info\" or \"ignore\"", at: member.value)
                return nil
            }
            return SeverityRule(
                events: dot.map { String(member.name[..<$0]) }, id: id, severity: Severity(rawValue: word),
                place: member.place)
        }
    }
}
