import TrackproofPlans
import TrackproofSnapshots

/// The plan that an importer builds: the members of the plan's file in their order.
struct ImportedPlan {
    var name: String?
    var description: String?
    /// Whether parameters that the plan does not declare break the plan.
    var isClosed = false
    /// The owners, in their order. Each has a list of addresses, which can be empty.
    private var owners: [PlanMember] = []
    private var ownerNames: Set<String> = []
    var platforms: [String] = []
    var shared = ImportedMembers()
    /// The names of the shared groups that all events include.
    var defaults: [String] = []
    var events = ImportedMembers()
    fileprivate(set) var user: PlanMember?
    /// The traits that events or tables declare, and their schemas by their names.
    fileprivate var traits: [PlanMember] = []
    fileprivate(set) var traitSchemas: [String: PlanNode] = [:]

    /// Returns the member `owner` of an event that has these owners, and adds the owners to the plan. Leaves out names that
    /// a plan cannot contain.
    ///
    /// - Parameter haveAddresses: Whether the names are addresses.
    mutating func owner(_ names: [String], haveAddresses: Bool = false, at place: PlanPlace) -> [PlanMember] {
        let names = names.filter(ImportRun.canWrite)
        for name in names where ownerNames.insert(name).inserted {
            owners.append(PlanMember(name, .texts(haveAddresses ? [name] : [], at: place), at: place))
        }
        return names.isEmpty ? [] : [PlanMember("owner", .oneOrMore(names, at: place), at: place)]
    }

    /// Returns the plan's file.
    ///
    /// - Parameters:
    ///   - types: The named types.
    ///   - place: The place of the members that do not come from a certain place.
    func node(types: [PlanMember], at place: PlanPlace) -> PlanNode {
        let node = PlanNode(
            [
                "plan": PlanNumber("1").map { .number($0) }, "name": .text(name), "description": .text(description),
                "closed": isClosed ? nil : .bool(false), "owners": .filled(owners),
                "platforms": platforms.isEmpty ? nil : .texts(platforms, at: place), "types": .filled(types),
                "shared": .filled(shared.items), "defaults": defaults.isEmpty ? nil : .texts(defaults, at: place),
                "events": .object(events.items),
            ], at: place)
        return PlanNode(.object(node.members + (user.map { [$0] } ?? [])), at: place)
    }
}

extension ImportRun {
    /// Returns whether the plan can have a further event with this name. Adds a loss if it cannot.
    func accepts(event name: String, at place: PlanPlace) -> Bool {
        plan.events.accepts("event", name, at: place, ConversionPath(event: name), self)
    }

    /// Returns the members of an event whose parameters a JSON Schema describes. Reports a second member with a name.
    ///
    /// - Parameters:
    ///   - path: The path of the event.
    ///   - own: The members that the schema does not give. Those whose names begin with `x-` get after the others. A
    ///     description takes precedence over that of the schema.
    ///   - document: The document to which references in the schema lead, or `nil` for the schema itself.
    ///   - variants: The variants of the event, as ``SchemaConverter/variants(_:_:_:)`` reads them.
    func members(
        of path: ConversionPath, _ own: [PlanMember], _ schema: PlanNode, in document: SchemaDocument? = nil,
        variants: [PlanNode] = []
    ) throws(PlanErrors) -> [PlanMember] {
        let document = document ?? SchemaDocument(schema, name: path.event ?? "")
        let converter = SchemaConverter(self, document)
        let variants = try converter.variants(variants, "parameters", path)
        let event = try EventSchema(schema, path, converter)
        let description = own.filter { $0.name == "description" }
        var members = own.filter { $0.name == "kind" } + (description.isEmpty ? event.description : description)
        members += own.filter { !["kind", "description"].contains($0.name) && !$0.name.hasPrefix("x-") }
        members += own.filter { $0.name.hasPrefix("x-") } + event.members
        if !variants.isEmpty { members.append(PlanMember("variants", .array(variants), at: schema.place)) }
        var first: [String: PlanMember] = [:]
        return members.filter { member in
            guard let known = first[member.name] else {
                first[member.name] = member
                return true
            }
            if CanonicalValue(known.value) != CanonicalValue(member.value) {
                let weight: ConversionLoss.Weight = member.name.hasPrefix("x-") ? .information : .rule
                lose(
                    "member that is given twice", member.name, at: member.place, path, .leftOut, weight,
                    first: known.place)
            }
            return false
        }
    }

    /// Adds an event, or the user.
    ///
    /// - Parameters:
    ///   - name: The name of the event, which the plan accepts, or `nil` for the user.
    ///   - members: The members. No two of them have the same name.
    func add(_ name: String?, _ members: [PlanMember], at place: PlanPlace) {
        countEvent()
        if let name { return plan.events.append(PlanMember(name, .object(members), at: place)) }
        if let flag = members.first(where: { $0.name == "deprecated" }) {
            note("deprecated user", at: flag.place, ConversionPath(event: "user"))
        }
        plan.user = PlanMember("user", .object(members.filter { $0.name != "deprecated" }), at: place)
    }

    /// Returns the run for the definition of a trait. A second definition has the same losses, so they go to another run.
    func forDefinition(ofTrait name: String) -> ImportRun { plan.traitSchemas[name] == nil ? self : ImportRun() }

    /// Adds a trait of the user that an event sets. Reports a second definition that differs from the first.
    ///
    /// - Parameter path: The path of the event, or `nil` if no event sets the trait.
    func add(trait name: String, _ schema: PlanNode, at place: PlanPlace, _ path: ConversionPath?) {
        guard let known = plan.traitSchemas[name], let path else {
            plan.traitSchemas[name] = schema
            return plan.traits.append(PlanMember(name, at: place, schema))
        }
        if !schema.isBlank, CanonicalValue(known) != CanonicalValue(schema) {
            lose("user property with two definitions", at: place, path.property(name), first: known.place)
        }
    }

    /// Adds the user with the traits, if there are any, and the types to which schemas refer.
    func finish() throws(PlanErrors) {
        if let first = plan.traits.first {
            let schema = PlanNode(["properties": .object(plan.traits)], at: first.place)
            add(nil, try members(of: ConversionPath(event: "user"), [], schema), at: first.place)
        }
        try SchemaConverter.finishTypes(self)
    }
}
