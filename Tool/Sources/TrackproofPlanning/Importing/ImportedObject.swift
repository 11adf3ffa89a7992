import TrackproofPlans

/// The JSON Schema of an object that an importer builds from its properties.
struct ImportedObject {
    let place: PlanPlace
    var properties: [PlanMember] = []
    var required: [(name: String, place: PlanPlace)] = []
    private var others: [PlanMember] = []

    init(place: PlanPlace) { self.place = place }

    /// The members of the schema. Members that are set are added to the schema.
    var members: [PlanMember] {
        get {
            let names = required.map { PlanNode(.string($0.name), at: $0.place) }
            return [PlanMember("properties", .object(properties), at: place)]
                + (names.isEmpty ? [] : [PlanMember("required", .array(names), at: place)]) + others
        }
        set { others = newValue.filter { !["properties", "required"].contains($0.name) } }
    }

    var node: PlanNode { PlanNode(.object(members), at: place) }

    mutating func add(_ name: String, _ schema: PlanNode, isRequired: Bool, at place: PlanPlace) {
        properties.append(PlanMember(name, at: place, schema))
        if isRequired { required.append((name, place)) }
    }

    /// Adds the properties of the default case of variants that this object lacks. They are not required.
    mutating func merge(defaultCase other: ImportedObject, _ path: ConversionPath, _ run: ImportRun) {
        for property in other.properties {
            run.lose(
                "parameter of the default case of variants", property.name, at: property.place,
                path.property(property.name), .changed(to: "an optional parameter"))
        }
        let known = Set(properties.map(\.name))
        properties += other.properties.filter { !known.contains($0.name) }
    }

    /// Returns a variant with the properties, as ``SchemaConverter/variants(_:_:_:)`` reads it.
    ///
    /// - Parameter texts: The parts of the description.
    func variant(when name: String, _ values: [PlanNode], _ texts: [String]) -> PlanNode {
        let value = values.count == 1 ? values[0] : PlanNode(.array(values), at: place)
        let text = texts.filter { !$0.isEmpty }.joined(separator: ": ")
        let description = text.isEmpty ? [] : [PlanMember("description", .string(text), at: place)]
        let when = PlanMember("when", .object([PlanMember(name, at: place, value)]), at: place)
        return PlanNode(.object([when] + description + members), at: place)
    }
}

extension [PlanMember] {
    /// Returns the members of a schema in which an object has further rules: the value itself, or the elements of a list.
    func nesting(_ object: ImportedObject) -> [PlanMember] {
        let types = first { $0.name == "type" }?.value.elements.compactMap(\.string) ?? []
        guard types.contains("array"), !types.contains("object") else {
            return filter { $0.name != "additionalProperties" } + object.members
        }
        let items = first { $0.name == "items" }?.value.members ?? []
        let rest = filter { $0.name != "items" }
        return rest + [PlanMember("items", .object(items + object.members), at: object.place)]
    }
}
