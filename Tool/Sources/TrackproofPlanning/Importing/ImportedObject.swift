import TrackproofPlans

/// The JSON Schema of an object that an importer builds from its properties.
struct ImportedObject {
    let place: PlanPlace
    var properties: [PlanMember] = []
    var required: [(name: String, place: PlanPlace)] = []
    /// Further members of the schema.
    var others: [PlanMember] = []

    init(at place: PlanPlace) { self.place = place }

    var members: [PlanMember] {
        let names = required.map { PlanNode(.string($0.name), at: $0.place) }
        return PlanNode(["properties": .object(properties), "required": .list(names)], at: place).members + others
    }

    var node: PlanNode { PlanNode(.object(members), at: place) }

    mutating func add(_ name: String, _ schema: PlanNode, isRequired: Bool = false, at place: PlanPlace) {
        properties.append(PlanMember(name, at: place, schema))
        if isRequired { required.append((name, place)) }
    }

    /// Sets whether the object can have members that are not among its properties.
    mutating func set(isOpen: Bool) {
        others.append(PlanMember("additionalProperties", .bool(isOpen), at: place))
    }

    /// Returns a variant with the properties, as ``SchemaConverter/variants(_:_:_:)`` reads it.
    ///
    /// - Parameter texts: The parts of the description.
    func variant(when name: String, _ values: [PlanNode], _ texts: [PlanNode?]) -> PlanNode {
        let value = values.count == 1 ? values[0] : PlanNode(.array(values), at: place)
        let text = texts.compactMap { $0?.string }.filter { !$0.isEmpty }.joined(separator: ": ")
        let first = PlanNode(
            [
                "when": .object([PlanMember(name, at: place, value)]),
                "description": text.isEmpty ? nil : .string(text),
            ], at: place)
        return PlanNode(.object(first.members + members), at: place)
    }
}
