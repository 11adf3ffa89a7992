import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

/// The schema of a parameter for a format that describes each parameter in one row or with few members.
///
/// An exporter takes the parts that the format has. Then it reports the rest.
struct FlatSchema {
    let name: String
    let place: PlanPlace
    let isRequired: Bool
    let description: String?
    private var rules: [SchemaRule]
    private let source: ExportedPlan
    /// The schema in the plan.
    private let own: PlanSchema
    /// The members that do not restrict values, such as `default` and `x-unit`.
    private var information: [(name: String, place: PlanPlace, value: EventValue)] = []

    /// Creates the schema of a parameter. Rules of a named type become rules of the parameter.
    ///
    /// - Parameter kept: The named types that the format has. A reference to such a type stays a reference.
    init(_ parameter: PlanProperty, _ source: ExportedPlan, keeping kept: Set<String> = []) {
        self.init(parameter.schema, parameter.name, at: parameter.place, source, kept)
    }

    private init(
        _ schema: PlanSchema, _ name: String, at place: PlanPlace, _ source: ExportedPlan, _ kept: Set<String>
    ) {
        (self.name, self.place, self.source, own) = (name, place, source, schema)
        isRequired = schema.isRequired
        rules = schema.rules
        var schemas = [schema]
        // A plan has no cycles of types that describe the same value. But a type can refer to two types, and each of
        // these to two further types.
        while schemas.count < Self.typeLimit,
            let index = rules.firstIndex(where: { $0.typeName.map { !kept.contains($0) } ?? false }),
            let type = rules[index].typeName, let named = source.types[type]?.schema
        {
            rules.replaceSubrange(index...index, with: named.rules)
            schemas.append(named)
        }
        description = schemas.compactMap(\.description).first { !$0.isEmpty }
        for schema in schemas { addInformation(schema) }
    }

    private mutating func addInformation(_ schema: PlanSchema) {
        func text(_ name: String, _ value: EventValue?, at place: PlanPlace? = nil) {
            guard let value, !information.contains(where: { $0.name == name }) else { return }
            information.append((name, place ?? schema.place, value))
        }
        text("pii", schema.pii.map { .string($0) })
        text("default", schema.defaultValue?.eventValue, at: schema.defaultValue?.place)
        if !schema.examples.isEmpty { text("examples", .array(schema.examples.map(\.eventValue))) }
        if schema.isDeprecated { text("deprecated", .bool(true)) }
        if let exemption = schema.exemptions.first { text("allow", .string(exemption.name), at: exemption.place) }
        if let swift = schema.swift.name ?? schema.swift.values.first?.name {
            text("swift", .string(swift.name), at: swift.place)
        }
        for member in source.others[schema.place] ?? [] {
            text(member.name, member.value.eventValue, at: member.place)
        }
    }

    /// The maximum number of schemas that together describe a parameter. The exporter reports further types.
    private static let typeLimit = 100

    // MARK: Taking parts

    /// Removes and returns the rule with a keyword. Returns `nil` if there is no such rule.
    mutating func take(_ keyword: SchemaKeyword) -> SchemaRule? {
        rules.firstIndex { $0.keyword == keyword }.map { rules.remove(at: $0) }
    }

    /// Removes and returns the types of the value. Empty if the schema allows all types.
    ///
    /// A type that is a named type beside other types stays in the rest.
    mutating func takeTypes() -> [String] {
        guard case .types(let types)? = rules.first(where: { $0.keyword == .type })?.value,
            types.allSatisfy({ $0.types != nil })
        else { return [] }
        _ = take(.type)
        return types.map(\.name)
    }

    /// Removes the only named type of the value, and returns its name.
    mutating func takeTypeName() -> String? {
        guard let index = rules.firstIndex(where: { $0.typeName != nil }) else { return nil }
        return rules.remove(at: index).typeName
    }

    /// Removes the schema of the elements of a list, and returns it.
    mutating func takeElements(keeping kept: Set<String>) -> FlatSchema? {
        guard case .schema(let items)? = rules.first(where: { $0.keyword == .items })?.value, !items.isNever else {
            return nil
        }
        _ = take(.items)
        return FlatSchema(items, name, at: items.place, source, kept)
    }

    /// Removes `additionalProperties` if it is a boolean, and returns whether an object can have further members.
    mutating func takeAdditionalProperties() -> Bool? {
        guard case .schema(let others)? = rules.first(where: { $0.keyword == .additionalProperties })?.value,
            others.isNever || others.rules.isEmpty
        else { return nil }
        _ = take(.additionalProperties)
        return !others.isNever
    }

    /// Removes and returns the values of `enum`.
    mutating func takeValues() -> [PlanNode]? { take(.enum)?.constants }

    /// Removes and returns the text of a rule with a number, a pattern or a format.
    mutating func takeText(_ keyword: SchemaKeyword) -> String? {
        switch take(keyword)?.value {
        case .number(let number): number.text
        case .count(let count): "\(count)"
        case .pattern(let pattern): pattern.source
        case .format(let format): format.rawValue
        default: nil
        }
    }

    /// Removes the rule with a keyword and a flag, and returns the flag.
    mutating func takeFlag(_ keyword: SchemaKeyword) -> Bool {
        if case .flag(let flag)? = take(keyword)?.value { flag } else { false }
    }

    /// Removes the format if it is the format with this name.
    ///
    /// - Returns: Whether the schema had this format.
    mutating func takeFormat(_ name: String) -> Bool {
        guard case .format(let format)? = rules.first(where: { $0.keyword == .format })?.value, format.rawValue == name
        else { return false }
        return take(.format) != nil
    }

    /// If the value is a list, removes the rules of the list, so that the rest is the schema of its elements.
    ///
    /// - Parameter takeList: A closure that takes the rules of the list that the format has.
    mutating func enterElements(_ takeList: (inout FlatSchema) -> Void) {
        guard case .types(let types)? = rules.first(where: { $0.keyword == .type })?.value, types.count == 1,
            types[0].types == .array
        else { return }
        _ = take(.type)
        takeList(&self)
        guard let elements = takeElements(keeping: []) else { return }
        rules += elements.rules
        information += elements.information
    }

    /// Removes the schema of the elements of a list if it only says that they are objects.
    ///
    /// - Returns: Whether the elements have such a schema.
    mutating func takeObjectItems() -> Bool {
        guard case .schema(let items)? = rules.first(where: { $0.keyword == .items })?.value, items.rules.count == 1,
            case .types(let types) = items.rules[0].value, types.count == 1, types[0].types == .object
        else { return false }
        return take(.items) != nil
    }

    /// Removes and returns a member that does not restrict values.
    mutating func takeInformation(_ name: String) -> EventValue? {
        information.firstIndex { $0.name == name }.map { information.remove(at: $0).value }
    }

    /// Puts back a rule that turned out not to fit the format.
    mutating func putBack(_ rule: SchemaRule) { rules.append(rule) }

    // MARK: Losses

    /// Reports everything that the exporter has not taken.
    func loseRest(_ path: ConversionPath) {
        source.losePresence(own, path)
        for rule in rules where !rule.isWithoutEffect {
            source.run.lose("keyword \(rule.keyword.rawValue)", rule.text, at: rule.place, path)
        }
        for (name, place, value) in information {
            source.run.lose(
                "member \(name) of a parameter", value.string ?? value.json, at: place, path, .leftOut, .information)
        }
    }
}

extension SchemaRule {
    /// The name of the type if the rule refers to exactly one named type.
    fileprivate var typeName: String? {
        switch value {
        case .reference(let type): type.name
        case .types(let types) where types.count == 1 && types[0].types == nil: types[0].name
        default: nil
        }
    }

    fileprivate var isWithoutEffect: Bool {
        if case .flag(let flag) = value { !flag && keyword == .uniqueItems } else { false }
    }

    /// The value as a text for losses.
    fileprivate var text: String {
        switch value {
        case .types(let types): types.map(\.name).joined(separator: ", ")
        case .constants(let nodes): nodes.map(\.shortDescription).joined(separator: ", ")
        case .number(let number): number.text
        case .count(let count): "\(count)"
        case .pattern(let pattern): pattern.source
        case .format(let format): format.rawValue
        case .flag(let flag): "\(flag)"
        case .names(let names): names.map(\.name).joined(separator: ", ")
        case .properties(let properties): properties.map(\.name).joined(separator: ", ")
        case .reference(let type): type.name
        case .schema, .schemas, .variants, .patternProperties, .dependents: ""
        }
    }
}
