import Trackproof
public import TrackproofSnapshots

/// A schema of a plan: the rules for a value, and information about the value such as its description.
public struct PlanSchema: Sendable {
    /// The place in the plan's file at which the schema begins.
    public let place: PlanPlace
    /// The rules, in the order of the file.
    public internal(set) var rules: [SchemaRule] = [] {
        didSet { composition = ObjectComposition(of: rules) }
    }
    /// How this schema and its inner schemas together describe the members of an object.
    public private(set) var composition = ObjectComposition.own
    /// Whether the plan forbids all values: it says `never: true`, or has `false` in place of the schema.
    public var isNever = false
    /// Whether the plan says `required: true` for the parameter or property that has this schema.
    public var isRequired = false
    /// Whether apps send the parameter that has this schema, for each platform for which the plan says it. `nil` if the
    /// same rules apply on all platforms.
    public var presence: PlatformPresence?
    /// What the value means, or `nil` if the plan does not say it.
    public var description: String?
    /// The kind of personal data that the value may contain, such as `contact`, or `nil` if the plan declares none.
    public var pii: String?
    /// The value that applies if the parameter is absent, or `nil` if the plan names no such value.
    public var defaultValue: PlanNode?
    /// Examples of values. Lint reports an example that does not follow the rules.
    public var examples: [PlanNode] = []
    /// Whether the plan says that apps should not send the value any longer.
    public var isDeprecated = false
    /// The ids of findings that a check and lint do not report for the value.
    public var exemptions: [NameWithPlace] = []
    /// The pattern that the engine cannot use, and the reason. `nil` if there is no such pattern.
    ///
    /// The check does not compare texts with this pattern. Lint reports it.
    public internal(set) var refusedPattern: RefusedPattern?
    /// The names of the parameter or type, and of its values, in generated Swift.
    public var swift = SwiftNames.none

    init(at place: PlanPlace) { self.place = place }

    /// Returns the rule with a keyword, or `nil` if the schema does not have the keyword.
    public func rule(_ keyword: SchemaKeyword) -> SchemaRule? { rules.first { $0.keyword == keyword } }

    /// Returns whether the schema has a rule only for values of these types.
    func restricts(_ types: JSONTypes) -> Bool { rules.contains { $0.keyword.types == types } }

    /// Returns the value of a keyword such as `minLength`, or `nil` if the schema does not have the keyword.
    func count(_ keyword: SchemaKeyword) -> Int? {
        if case .count(let count)? = rule(keyword)?.value { count } else { nil }
    }

    /// Returns the schemas in the value of a keyword.
    func schemas(_ keyword: SchemaKeyword) -> [PlanSchema] { rule(keyword)?.value.schemas ?? [] }

    /// This schema and all schemas inside it.
    public var withInner: [PlanSchema] { [self] + rules.flatMap { $0.value.schemas.flatMap(\.withInner) } }
}

/// A pattern of a plan that the engine for patterns cannot use, such as a pattern with lookahead.
public final class RefusedPattern: Sendable {
    // A class, because few schemas have such a pattern, and a pointer is smaller than the values. Readers of deep schemas
    // keep many schemas on the stack.

    /// The pattern.
    public let source: String
    /// The place of the pattern.
    public let place: PlanPlace
    /// Why the engine cannot use the pattern.
    public let reason: String

    init(source: String, place: PlanPlace, reason: String) {
        (self.source, self.place, self.reason) = (source, place, reason)
    }
}

extension TrackingPlan {
    /// The patterns that the engine cannot use, in the order of the plan, without those of older versions of events.
    public var refusedPatterns: [RefusedPattern] {
        let schemas = (types + shared.flatMap(\.parameters)).map(\.schema) + eventsAndUser.flatMap(\.schemas)
        return schemas.flatMap(\.withInner).compactMap(\.refusedPattern)
    }
}

/// A rule of a schema: a keyword of JSON Schema and its value.
public struct SchemaRule: Sendable {
    /// The keyword.
    public let keyword: SchemaKeyword
    /// The place of the keyword.
    public let place: PlanPlace
    /// The value of the keyword.
    public let value: Value
    /// The values that the rule lists as the only allowed values, or `nil` if the rule does not list values.
    ///
    /// The values are in `enum` or `const`, or in a `oneOf` or `anyOf` whose schemas have only a `const`. In JSON
    /// Schema, such a `oneOf` is the usual list of values with a description for each value.
    public let constants: [PlanNode]?

    init(keyword: SchemaKeyword, place: PlanPlace, value: Value) {
        (self.keyword, self.place, self.value) = (keyword, place, value)
        constants = Self.constants(keyword, value)
    }

    /// The value of a keyword. For each keyword, the value always has the same case of this enum.
    public enum Value: Sendable {
        /// The value of `type`.
        case types([NameWithPlace])
        /// The values of `enum`, or the value of `const`.
        case constants([PlanNode])
        /// A minimum or maximum of a number, or the value of `multipleOf`.
        case number(PlanNumber)
        /// A minimum or maximum of a text's length, or of the number of elements or properties.
        case count(Int)
        case pattern(Pattern)
        case format(TextFormat)
        case flag(Bool)
        /// The value of `required`.
        case names([NameWithPlace])
        case schema(PlanSchema)
        case schemas([PlanSchema])
        case properties([PlanProperty])
        /// The variants of an object.
        case variants([PlanVariant])
        case patternProperties([(pattern: Pattern, place: PlanPlace, schema: PlanSchema)])
        /// The value of `dependentRequired`.
        case dependents([(name: NameWithPlace, others: [NameWithPlace])])
        /// The value of `$ref`: the name of a named type.
        case reference(NameWithPlace)
    }
}

extension NameWithPlace {
    /// The JSON type with this name, or `nil` if the name, in the value of `type`, refers to a named type of the plan.
    public var types: JSONTypes? { JSONTypes(named: name) }
}

/// A parameter of an event, or a property of an object.
public struct PlanProperty: Sendable {
    /// The name.
    public let name: String
    /// The place of the name.
    public let place: PlanPlace
    /// The rules for the value, and information about the value such as its description.
    public var schema: PlanSchema
}

extension SchemaRule {
    /// The references to the plan's types in the value of `type` or `$ref`.
    var references: [NameWithPlace] {
        switch value {
        case .types(let names): names.filter { $0.types == nil }
        case .reference(let name): [name]
        default: []
        }
    }

    /// The names of the plan's types in the value of `type` or `$ref`.
    public var namesOfTypes: [String] { references.map(\.name) }

    /// Returns the values that a rule lists as the only allowed values, or `nil` if the rule does not list values.
    static func constants(_ keyword: SchemaKeyword, _ value: Value) -> [PlanNode]? {
        switch (keyword, value) {
        case (_, .constants(let nodes)): return nodes
        case (.oneOf, .schemas(let schemas)):
            guard let nodes = constants(schemas) else { return nil }
            // With `oneOf`, a value that occurs twice fits two schemas and is invalid. So the rule does not only list
            // values.
            return Set(nodes.map { CanonicalValue($0) }).count == nodes.count ? nodes : nil
        case (.anyOf, .schemas(let schemas)): return constants(schemas)
        default: return nil
        }
    }

    private static func constants(_ schemas: [PlanSchema]) -> [PlanNode]? {
        let nodes = schemas.compactMap(\.onlyConstant)
        return nodes.isEmpty || nodes.count < schemas.count ? nil : nodes
    }
}

extension PlanSchema {
    /// The value of `const` if the schema has no other rules, or `nil`. A `type` that fits the value is permitted.
    fileprivate var onlyConstant: PlanNode? {
        guard !isNever, pii == nil, exemptions.isEmpty, case .constants(let nodes)? = rule(.const)?.value,
            let node = nodes.first, rules.allSatisfy({ $0.keyword == .const || $0.keyword == .type })
        else { return nil }
        guard case .types(let types)? = rule(.type)?.value else { return node }
        // With a `type`, a list of values does not describe numbers, lists and objects completely. For example, a check
        // notes 1.0 if the type is `integer`.
        let type = JSONTypes(of: node)
        guard type.isSubset(of: [.string, .boolean, .null]) else { return nil }
        return types.contains { $0.types?.isSuperset(of: type) ?? false } ? node : nil
    }
}
