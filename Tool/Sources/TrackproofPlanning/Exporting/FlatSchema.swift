import Trackproof
import TrackproofJSON
import TrackproofPlans

/// The schema of a parameter for a format that describes each parameter in one row or with few members.
///
/// An exporter takes the members that the format has. Then it reports the rest.
struct FlatSchema {
    let place: PlanPlace
    let path: ConversionPath
    let isRequired: Bool
    let description: String?
    private var members: [PlanMember]
    /// If the members are those of the elements of a list, the rules of the list. Otherwise `nil`.
    private(set) var list: [PlanMember]?
    private let source: ExportedPlan
    /// The schema in the plan, and the named types whose members are among the members.
    private let schemas: [PlanSchema]

    /// Creates the schema of a parameter at a place. Members of a named type become members of the parameter.
    ///
    /// - Parameter kept: The named types that the format has. A reference to such a type stays a reference.
    init(
        _ schema: PlanSchema, at place: PlanPlace, _ source: ExportedPlan, _ path: ConversionPath,
        keeping kept: Set<String> = []
    ) {
        (self.place, self.path, self.source) = (place, path, source)
        isRequired = schema.isRequired
        var schemas = [schema]
        var members = source.members(of: schema)
        // A plan has no cycles of types that describe the same value. But a type can refer to two types, and each of
        // these to two further types.
        while schemas.count < Self.typeLimit,
            let index = members.firstIndex(where: { $0.typeName.map { !kept.contains($0) } ?? false }),
            let type = members[index].typeName, let named = source.types[type]?.schema
        {
            let own = Set(members.map(\.name))
            let inner = source.members(of: named).filter { $0.isRule || !own.contains($0.name) }
            members.replaceSubrange(index...index, with: inner)
            schemas.append(named)
        }
        (self.schemas, self.members) = (schemas, members)
        description = schemas.compactMap(\.description).first { !$0.isEmpty }
    }

    /// The maximum number of schemas that together describe a parameter. The exporter reports further types.
    private static let typeLimit = 100

    // MARK: Taking members

    /// The value of the first member with a name.
    subscript(_ name: String) -> PlanNode? { members.first { $0.name == name }?.value }

    /// Removes the first member with a name that fits the format, and returns its value.
    mutating func take(_ name: String, where fits: (PlanNode) -> Bool = { _ in true }) -> PlanNode? {
        members.firstIndex { $0.name == name && fits($0.value) }.map { members.remove(at: $0).value }
    }

    /// Removes the member of the list with a name, and returns its value.
    mutating func takeOfList(_ name: String) -> PlanNode? {
        guard let index = list?.firstIndex(where: { $0.name == name }) else { return nil }
        return list?.remove(at: index).value
    }

    /// Removes and returns the types of the value. Empty if the schema allows all types.
    ///
    /// A type that is a named type beside other types stays in the rest.
    mutating func takeTypes() -> [String] {
        take("type") { $0.typeNames.allSatisfy(ImportedTypes.reserved.contains) }?.typeNames ?? []
    }

    /// Removes the only named type of the value, and returns its name.
    mutating func takeTypeName() -> String? {
        guard let index = members.firstIndex(where: { $0.typeName != nil }) else { return nil }
        return members.remove(at: index).typeName
    }

    /// Removes the first member with a keyword that fits the format, and returns the rule that the plan reads from it.
    mutating func takeRule(
        _ keyword: SchemaKeyword, where fits: (PlanNode) -> Bool = { _ in true }
    ) -> SchemaRule.Value? {
        let member = members.first { $0.name == keyword.rawValue && fits($0.value) }
        guard let place = member?.place, take(keyword.rawValue, where: fits) != nil else { return nil }
        return schemas.lazy.compactMap { $0.rule(keyword) }.first { $0.place == place }?.value
    }

    /// Removes the schema of the elements of a list, and returns it.
    mutating func takeElements(keeping kept: Set<String> = []) -> FlatSchema? {
        let fits = { (items: PlanNode) in items.bool != false && items["never"]?.bool != true }
        guard case .schema(let items)? = takeRule(.items, where: fits) else { return nil }
        return FlatSchema(items, at: items.place, source, path.element, keeping: kept)
    }

    /// Removes `additionalProperties` if it is a boolean, and returns whether an object can have further members.
    mutating func takeAdditionalProperties() -> Bool? {
        take("additionalProperties") { $0.bool != nil || $0.isObject && $0.isBlank }.map { $0.bool ?? true }
    }

    /// If the value is a list, makes the rest the schema of its elements.
    mutating func enterElements() {
        guard take("type", where: { $0.typeNames == ["array"] }) != nil else { return }
        let elements = takeElements()?.members ?? []
        list = members.filter(\.isRule)
        members = members.filter { !$0.isRule } + elements
    }

    // MARK: Losses

    /// Reports a part of the schema that becomes something else.
    func lose(_ kind: String, _ found: [String], to form: String, _ weight: ConversionLoss.Weight = .rule) {
        source.run.lose(kind, found.joined(separator: ", "), at: place, path, .changed(to: form), weight)
    }

    /// Reports everything that the exporter has not taken.
    func loseRest() {
        source.losePresence(schemas[0], path)
        for member in (list ?? []) + members {
            let kind = member.isRule ? "keyword \(member.name)" : "member \(member.name) of a parameter"
            let found = member.value.string ?? member.value.eventValue.json
            source.run.lose(kind, found, at: member.place, path, .leftOut, member.isRule ? .rule : .information)
        }
    }
}

extension PlanMember {
    /// Whether the member of a schema restricts values.
    var isRule: Bool { SchemaKeyword(rawValue: name) != nil }

    /// The name of the type if the member of a schema refers to exactly one named type.
    fileprivate var typeName: String? {
        let names = name == "type" || name == "$ref" ? value.typeNames : []
        return names.count == 1 && !ImportedTypes.reserved.contains(names[0]) ? names[0] : nil
    }
}

extension PlanNode {
    /// The names in the value of `type` or `$ref`. YAML reads `type: null` as the value null.
    var typeNames: [String] {
        switch content {
        case .null: ["null"]
        case .string(let name): [name]
        case .array(let elements): elements.flatMap(\.typeNames)
        default: []
        }
    }
}
