public import TrackproofSnapshots

/// A schema of a plan: the rules for a value, and information about the value such as its description.
public struct PlanSchema: Sendable {
    /// The place in the plan's file at which the schema begins.
    public let place: PlanPlace
    /// The rules, in the order of the file.
    public var rules: [SchemaRule] = []
    /// Whether the plan forbids all values: it says `never: true`, or has `false` in place of the schema.
    public var isNever = false
    /// Whether the plan says `required: true` for the parameter or property that has this schema.
    public var isRequired = false
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
    public var exemptions: [Exemption] = []

    init(at place: PlanPlace) { self.place = place }

    /// Returns the rule with a keyword, or `nil` if the schema does not have the keyword.
    public func rule(_ keyword: SchemaKeyword) -> SchemaRule? { rules.first { $0.keyword == keyword } }

    /// The number of schemas: this schema and all schemas inside it.
    public var size: Int { rules.reduce(1) { sum, rule in rule.value.schemas.reduce(sum) { $0 + $1.size } } }
}

/// An exemption: the id of a finding that a check or lint does not report for an event or a parameter.
public struct Exemption: Sendable {
    /// The id of a finding about events or about the plan.
    public let id: String
    /// The place of the id in the plan's file.
    public let place: PlanPlace
}

/// A rule of a schema: a keyword of JSON Schema and its value.
public struct SchemaRule: Sendable {
    /// The keyword.
    public let keyword: SchemaKeyword
    /// The place of the keyword.
    public let place: PlanPlace
    /// The value of the keyword.
    public let value: Value

    /// The value of a keyword. For each keyword, the value always has the same case of this enum.
    public enum Value: Sendable {
        /// The value of `type`.
        case types([TypeName])
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
        case patternProperties([(pattern: Pattern, place: PlanPlace, schema: PlanSchema)])
        /// The value of `dependentRequired`.
        case dependents([(name: NameWithPlace, others: [NameWithPlace])])
        /// The value of `$ref`: the name of a named type.
        case reference(NameWithPlace)
    }
}

/// A name in the value of `type`.
public struct TypeName: Sendable {
    /// The JSON type with this name, or `nil` if the name refers to a named type of the plan.
    public let types: JSONTypes?
    /// The name.
    public let name: String
    let place: PlanPlace
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
    /// The names of the plan's types in the value of `type` or `$ref`.
    public var namesOfTypes: [String] {
        switch value {
        case .types(let names): names.filter { $0.types == nil }.map(\.name)
        case .reference(let name): [name.name]
        default: []
        }
    }
}
