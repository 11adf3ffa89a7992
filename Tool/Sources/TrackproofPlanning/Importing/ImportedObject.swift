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

/// The members of an object in the imported plan. No two of them have the same name.
struct ImportedMembers {
    private(set) var items: [PlanMember] = []
    private var places: [String: PlanPlace] = [:]

    var isEmpty: Bool { items.isEmpty }

    /// Returns whether the object can have a further member with this name. Adds a loss if it cannot.
    ///
    /// Names that are canonically equivalent count as the same name, because the YAML parser rejects such names.
    ///
    /// - Parameters:
    ///   - what: The noun for the member in the loss, such as `event`.
    ///   - path: The path of the member.
    mutating func accepts(_ what: String, _ name: String, at place: PlanPlace, _ path: ConversionPath, _ run: ImportRun)
        -> Bool
    {
        guard ImportRun.canWrite(name: name) else {
            let kind = name.isEmpty ? "\(what) without a name" : "name of \(what) that is too long"
            run.lose(kind, name, at: place, path, isWhole: true)
            return false
        }
        if let first = places[name] {
            run.lose("\(what) with a name that is given twice", at: place, path, isWhole: true, first: first)
            return false
        }
        places[name] = place
        return true
    }

    mutating func append(_ item: PlanMember) { items.append(item) }

    /// Adds required parameters or properties that have no schema.
    ///
    /// - Parameter weight: The weight of a loss for each of them, or `nil` if they are not losses.
    mutating func addUndeclared(
        _ required: [(name: String, place: PlanPlace)], besides declared: Set<String>, _ path: ConversionPath,
        _ run: ImportRun, _ weight: ConversionLoss.Weight?
    ) {
        var declared = declared
        for (name, place) in required where declared.insert(name).inserted {
            let inner = path.property(name)
            guard accepts("parameter", name, at: place, inner, run) else { continue }
            if let weight {
                let form = "a parameter of any type"
                run.lose("required parameter without a schema", name, at: place, inner, .changed(to: form), weight)
            }
            append(PlanMember(name, .object([PlanMember("required", .bool(true), at: place)]), at: place))
            run.countParameter()
        }
    }
}
