@_spi(Tooling) internal import TrackproofSnapshots

/// A schema of a plan: the rules that a value must follow, and a description.
@_spi(Tooling) public struct PlanSchema: Sendable {
    /// The place at which the schema begins.
    public let place: PlanPlace
    /// The rules, in the order of the file.
    var rules: [SchemaRule] = []
    /// Whether no value is valid: the plan says `never: true`, or `false` in place of a schema.
    public var isNever = false
    /// Whether the plan says `required: true` for the parameter or property that has this schema.
    public var isRequired = false
    /// What the value means.
    public var description: String?
    /// The kind of personal data that the value may contain, such as `contact`.
    public var pii: String?
    /// The value that applies if the parameter is absent.
    public var defaultValue: PlanNode?
    /// Examples of values that follow the rules.
    public var examples: [PlanNode] = []
    /// Whether apps should not send the value any longer.
    public var isDeprecated = false
    /// The findings and lint rules that do not apply to this schema.
    public var exemptions: [Exemption] = []

    init(at place: PlanPlace) { self.place = place }

    /// Returns the rule of a keyword, or `nil` if the schema does not use the keyword.
    func rule(_ keyword: SchemaKeyword) -> SchemaRule? { rules.first { $0.keyword == keyword } }
}

/// An exemption: the id of a rule that does not apply to an event or a parameter.
@_spi(Tooling) public struct Exemption: Sendable {
    /// The id of a finding or of a lint rule.
    public let id: String
    /// The place of the id.
    public let place: PlanPlace
}

/// One keyword of a schema with its value.
struct SchemaRule: Sendable {
    let keyword: SchemaKeyword
    /// The place of the keyword.
    let place: PlanPlace
    let value: Value

    /// The value of a keyword. The same keyword always has the same case.
    enum Value: Sendable {
        /// The value of `type`.
        case types([TypeName])
        /// The values of `enum`, or the value of `const`.
        case constants([PlanNode])
        /// A bound of a number, or `multipleOf`.
        case number(PlanNumber)
        /// A bound of the number of characters, elements or properties.
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
        /// The name of a type of the plan.
        case reference(NameWithPlace)
    }
}

/// One element of the value of `type`.
struct TypeName: Sendable {
    /// The JSON type with this name, or `nil` if the plan must declare a type of this name.
    let types: JSONTypes?
    let name: String
    let place: PlanPlace
}

/// A parameter of an event, or a property of an object.
@_spi(Tooling) public struct PlanProperty: Sendable {
    /// The name.
    public let name: String
    /// The place of the name.
    public let place: PlanPlace
    /// The rules for the value, and its description.
    public var schema: PlanSchema
}
