import Trackproof
import TrackproofPlans
import TrackproofPlatform

/// A builder of Swift types for the schemas of a plan.
///
/// Swift cannot express some schemas. A value whose type it cannot express is an `EventValue`, and an object whose members
/// it cannot express is an `EventParameters`. The check against the plan finds wrong values in tests.
struct SwiftTypeBuilder {
    private let plan: TrackingPlan
    private let schemas: [String: PlanSchema]
    private let severities: SeverityTable
    /// The names of the shared types in Swift, by their names in the plan. Scalar types are not among them.
    private(set) var sharedNames: [String: String] = [:]
    var problems: [SwiftProblem] = []
    /// The declarations of the shared types, by their names in Swift.
    private(set) var shared: [String: SwiftDeclaration] = [:]
    /// The names of the types in the namespace `Event`.
    private var typeScope = SwiftScope(.type)
    /// For the schemas of shared groups, the names of their types in Swift, by the places of the schemas.
    private var namesByPlace: [PlanPlace: String] = [:]
    /// The types of the plan that are being built, to find types that contain themselves.
    private var open: Set<String> = []

    init(_ plan: TrackingPlan) {
        self.plan = plan
        schemas = plan.schemasOfTypes
        severities = SeverityTable(plan.checkSeverities)
    }

    // MARK: Shared types

    /// Returns the declarations of the plan's types that are enums or objects. Other types are written out at each use.
    mutating func sharedTypes() -> [SwiftDeclaration] {
        for type in plan.types where isDeclared(type.schema) {
            sharedNames[type.name] = typeScope.name(type.name, given: type.schema.swift.name, at: type.place, &problems)
        }
        // A default can be a value of a type that comes later. So the first pass only collects the types.
        _ = declarations()
        return declarations()
    }

    /// Returns the types that the parameters of a shared group need. All events that include the group use these types.
    ///
    /// - Returns: `nil` if the parameters need no types.
    mutating func types(of group: ParameterGroup) -> SwiftNamespace? {
        var scope = SwiftScope(.argument)
        var found: [(place: PlanPlace, type: SwiftDeclaration)] = []
        for property in group.parameters where !property.schema.isNever {
            var declared: [SwiftDeclaration] = []
            _ = member(property, isRequired: false, event: nil, &scope, &declared)
            guard let type = declared.first else { continue }
            var schema = property.schema
            // The type of a list is that of its elements.
            while case .schema(let items)? = schema.rule(.items)?.value { schema = items }
            found.append((schema.place, type))
        }
        let types = found.map(\.type)
        checkTypes(types, at: group.place)
        guard !types.isEmpty,
            let name = typeScope.name(
                group.name + " parameters", given: nil, at: group.place, advice: "rename the group", &problems)
        else { return nil }
        for (place, type) in found {
            namesByPlace[place] = name + "." + type.name
            shared[name + "." + type.name] = type
        }
        return SwiftNamespace(name: name, owner: "the group `\(group.name)`", types: types)
    }

    private mutating func declarations() -> [SwiftDeclaration] {
        plan.types.compactMap { type in
            guard let name = sharedNames[type.name] else { return nil }
            open = [type.name]
            defer { open = [] }
            shared[name] = declaration(type.schema, name: name, event: nil)
            return shared[name]
        }
    }

    /// Returns the name of the namespace for an event's own types.
    mutating func namespace(ofFunction name: String, at place: PlanPlace) -> String? {
        // The name of an event is also the name of the type around the event's own types.
        typeScope.name(name, given: nil, at: place, advice: "write `swift: \(name)Event`", &problems)
    }

    private func isDeclared(_ schema: PlanSchema) -> Bool {
        texts(schema) != nil || types(of: schema) == .object && !schema.properties.isEmpty && schema.composition == .own
    }

    // MARK: Types

    /// Returns the type of a value.
    ///
    /// - Parameters:
    ///   - name: The name in Swift of a type that is declared for this value.
    ///   - event: The event with the value, or `nil` for a value in a shared type.
    ///   - declared: The types that were declared.
    mutating func type(
        _ schema: PlanSchema, name: String, event: String?, _ declared: inout [SwiftDeclaration]
    ) -> SwiftType {
        if let reference = reference(schema) { return type(named: reference, name: name, event: event, &declared) }
        let types = types(of: schema)
        if types.contains(.null), types != .null {
            let inner = plainType(schema, types.subtracting(.null), name: name, event: event, &declared)
            if case .anyValue = inner { return inner }
            return .nullable(inner)
        }
        return plainType(schema, types, name: name, event: event, &declared)
    }

    private mutating func type(
        named reference: String, name: String, event: String?, _ declared: inout [SwiftDeclaration]
    ) -> SwiftType {
        if let shared = sharedNames[reference] {
            // Parameters of events are in no type.
            if open.isEmpty { return .shared(shared) }
            let used = plan.namesOfTypes(in: plan.types.filter { $0.name == reference }.map(\.schema))
            // A struct cannot contain itself.
            return open.isDisjoint(with: used.union([reference])) ? .shared(shared) : .anyObject
        }
        guard let schema = schemas[reference], !isDeclared(schema), open.insert(reference).inserted else {
            return .anyValue
        }
        defer { open.remove(reference) }
        return type(schema, name: name, event: event, &declared)
    }

    private mutating func plainType(
        _ schema: PlanSchema, _ types: JSONTypes, name: String, event: String?, _ declared: inout [SwiftDeclaration]
    ) -> SwiftType {
        if texts(schema) != nil || types == .object && !schema.properties.isEmpty && schema.composition == .own {
            if let known = namesByPlace[schema.place] { return .shared(known) }
            guard let declaration = declaration(schema, name: name, event: event) else { return .anyValue }
            declared.append(declaration)
            return .declared(declaration)
        }
        switch types {
        case .string:
            guard case .format(let format)? = schema.rule(.format)?.value else { return .string }
            switch format {
            case .uuid: return .uuid
            case .uri: return .url
            case .dateTime: return .date
            default: return .string
            }
        case .integer: return .integer
        case .number, [.number, .integer]: return .number
        case .boolean: return .bool
        case .object: return .anyObject
        case .array:
            guard case .schema(let items)? = schema.rule(.items)?.value, schema.rule(.prefixItems) == nil else {
                return .array(.anyValue)
            }
            return .array(type(items, name: SwiftNaming.element(of: name), event: event, &declared))
        default: return .anyValue
        }
    }

    /// Returns the name of the type that a schema refers to, if the schema has no other rules.
    private func reference(_ schema: PlanSchema) -> String? {
        guard schema.rules.count == 1, let rule = schema.rules.first, rule.namesOfTypes.count == 1 else { return nil }
        if case .types(let names) = rule.value, names.count > 1 { return nil }
        return rule.namesOfTypes.first
    }

    /// Returns the JSON types that a schema allows, as far as Swift can express them. Empty if it cannot.
    private func types(of schema: PlanSchema) -> JSONTypes {
        var types = JSONTypes.all
        for rule in schema.rules {
            switch (rule.keyword, rule.value) {
            case (.type, .types(let names)):
                var union: JSONTypes = []
                for name in names {
                    guard let type = name.types else { return [] }
                    union.formUnion(type)
                }
                types = union
            case (.allOf, _), (.if, _), (.ref, _): return []
            case (.anyOf, _), (.oneOf, _): if rule.constants == nil { return [] }
            default: break
            }
        }
        guard let constants = constants(of: schema) else { return types == .all ? [] : types }
        if types == .all { return constants.reduce([]) { $0.union(JSONTypes(of: $1)) } }
        // A type without a listed value never occurs, such as null beside an enum without null.
        return types.occurring(among: constants)
    }

    /// Returns the only values that a schema allows, or `nil` if it does not list values.
    func constants(of schema: PlanSchema) -> [PlanNode]? { schema.rules.lazy.compactMap(\.constants).first }

    /// Returns the schema of an enum of texts, or `nil` if a value can also be another text or null.
    func closedTexts(_ schema: PlanSchema, event: String) -> PlanSchema? {
        let resolved = reference(schema).flatMap { schemas[$0] } ?? schema
        guard texts(resolved) != nil, types(of: resolved) == .string, isClosed(event) else { return nil }
        return resolved
    }

    /// Returns whether a text that an enum does not list is an error.
    private func isClosed(_ event: String) -> Bool { severities.severity(of: .notInEnum, event: event) == .error }

    /// Returns the texts of an enum, or `nil` if the schema is not an enum of texts. Null can be among the values.
    private func texts(_ schema: PlanSchema) -> [PlanNode]? {
        guard types(of: schema).subtracting(.null) == .string, let constants = constants(of: schema) else { return nil }
        let texts = constants.filter { JSONTypes(of: $0) == .string }
        return texts.isEmpty ? nil : texts
    }

    // MARK: Declarations

    private mutating func declaration(_ schema: PlanSchema, name: String, event: String?) -> SwiftDeclaration? {
        if texts(schema) != nil {
            let cases = cases(schema)
            if cases.isEmpty { return nil }
            return SwiftDeclaration(
                name: name, description: schema.description,
                content: isClosed(event ?? "") ? .texts(cases) : .openTexts(cases))
        }
        var scope = SwiftScope(.property)
        var declared: [SwiftDeclaration] = []
        var properties = schema.properties
        for property in schema.variants.flatMap(\.parameters)
        where !properties.contains(where: { $0.name.isExactly(property.name) }) {
            var property = property
            property.schema.isRequired = false
            properties.append(property)
        }
        properties.removeAll(where: \.schema.isNever)
        let required: Set<String> =
            if case .names(let names)? = schema.rule(.required)?.value { Set(names.map(\.name)) } else { [] }
        let members = properties.compactMap { property in
            member(
                property, isRequired: property.schema.isRequired || required.contains(property.name), event: event,
                &scope, &declared)
        }
        checkTypes(declared, at: schema.place)
        return SwiftDeclaration(
            name: name, description: schema.description, content: .object(members), types: declared)
    }

    /// Reports two types of one event or object that have the same name in Swift.
    mutating func checkTypes(_ types: [SwiftDeclaration], at place: PlanPlace) {
        for (index, type) in types.enumerated() where types[..<index].contains(where: { $0.name == type.name }) {
            problems.append(
                SwiftProblem(
                    place: place,
                    message: "two parameters need a type `\(type.name)` in Swift; name one of them with `swift`"))
        }
    }

    /// Returns the cases of an enum of texts.
    mutating func cases(_ schema: PlanSchema) -> [SwiftCase] {
        var scope = SwiftScope(.enumCase)
        let descriptions = descriptionsOfConstants(schema)
        return (texts(schema) ?? []).compactMap { node in
            guard case .string(let text) = node.content else { return nil }
            let given = schema.swift.values.first { $0.value.name.isExactly(text) }?.name
            guard let name = scope.name(text, given: given, at: node.place, &problems) else { return nil }
            return SwiftCase(name: name, text: text, description: descriptions[ExactText(text)])
        }
    }

    /// Returns the descriptions of the values in a `oneOf` or `anyOf` of constants.
    private func descriptionsOfConstants(_ schema: PlanSchema) -> [ExactText: String] {
        var found: [ExactText: String] = [:]
        for rule in schema.rules where rule.keyword == .oneOf || rule.keyword == .anyOf {
            for alternative in rule.value.schemas {
                if case .constants(let nodes)? = alternative.rule(.const)?.value,
                    case .string(let text)? = nodes.first?.content
                {
                    found[ExactText(text)] = alternative.description
                }
            }
        }
        return found
    }

    // MARK: Members

    /// Returns the member for a parameter or property, or `nil` if it has no name in Swift.
    ///
    /// - Parameter prefix: The beginning of the name of a type that is declared for the member.
    mutating func member(
        _ property: PlanProperty, isRequired: Bool, event: String?, prefix: String = "", _ scope: inout SwiftScope,
        _ declared: inout [SwiftDeclaration]
    ) -> SwiftMember? {
        let schema = property.schema
        let name = scope.name(property.name, given: schema.swift.name, at: property.place, &problems)
        guard let name else { return nil }
        if isRequired, let constants = constants(of: schema), constants.count == 1 {
            return SwiftMember(
                parameter: property.name, name: name, type: .anyValue, isRequired: true,
                constant: constants[0].eventValue)
        }
        let type = type(schema, name: SwiftNaming.type(ofMember: name, prefix: prefix), event: event, &declared)
        var remarks: [String] = []
        if let pii = schema.pii { remarks.append("Personal data: \(pii).") }
        if schema.isDeprecated { remarks.append("Deprecated.") }
        return SwiftMember(
            parameter: property.name, name: name, type: type, isRequired: isRequired,
            defaultValue: schema.defaultValue.flatMap {
                SwiftExpression(shared: shared).defaultText($0.eventValue, type, isOptional: !isRequired)
            },
            description: schema.description, remarks: remarks)
    }

    /// Returns an optional member that takes any value, or `nil` if it has no name in Swift.
    mutating func untypedMember(_ property: PlanProperty, _ scope: inout SwiftScope) -> SwiftMember? {
        let name = scope.name(property.name, given: property.schema.swift.name, at: property.place, &problems)
        return name.map {
            SwiftMember(
                parameter: property.name, name: $0, type: .anyValue, isRequired: false,
                description: property.schema.description)
        }
    }
}
