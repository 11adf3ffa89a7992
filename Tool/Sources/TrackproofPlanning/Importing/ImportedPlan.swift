import TrackproofPlans

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
    /// The names of the parameters in the shared groups that all events include.
    var sharedNames: [String] = []
    /// The names of the shared groups that all events include.
    var defaults: [String] = []
    var events = ImportedMembers()
    private(set) var user: PlanMember?

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

    /// Adds the traits of the user, if there are any.
    mutating func addUser(_ traits: ImportedObject, _ run: ImportRun) throws(PlanErrors) {
        if !traits.properties.isEmpty { try add(nil, schema: traits.node, at: traits.place, run) }
    }

    /// Adds the event, or the user, whose parameters a JSON Schema describes.
    ///
    /// - Parameter included: The names of the shared groups that the event includes.
    mutating func add(
        _ name: String?, owner: [PlanMember] = [], including included: [String] = [], schema: PlanNode,
        at place: PlanPlace, _ run: ImportRun
    ) throws(PlanErrors) {
        let document = SchemaDocument(schema, name: name ?? "user")
        let event = try EventSchema(schema, ConversionPath(event: document.name), SchemaConverter(run, document))
        let groups = PlanNode(
            ["include": included.isEmpty ? nil : .texts(included, at: schema.place)], at: schema.place
        ).members
        var members = event.members(isClosedByDefault: isClosed)
        members.insert(contentsOf: groups, at: event.others.count)
        add(name, event.description + owner + members, at: place, run)
    }

    /// Adds an event, or the user. Reports the members that it cannot have.
    ///
    /// - Parameter name: The name of the event, which the plan accepts, or `nil` for the user.
    mutating func add(_ name: String?, _ members: [PlanMember], at place: PlanPlace, _ run: ImportRun) {
        let path = ConversionPath(event: name ?? "user")
        var places: [String: PlanPlace] = [:]
        let own = members.filter { member in
            if name == nil, member.name == "deprecated" {
                run.note("deprecated user", at: member.place, path)
            } else if let first = places[member.name] {
                run.lose("member that is given twice", member.name, at: member.place, path, first: first)
            } else {
                places[member.name] = member.place
                return true
            }
            return false
        }
        let member = PlanMember(name ?? "user", .object(own), at: place)
        if name == nil { user = member } else { events.append(member) }
        run.countEvent()
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
