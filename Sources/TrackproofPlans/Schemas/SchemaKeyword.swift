/// A keyword that a schema of a plan can have. All other keywords are errors.
///
/// All keywords except ``variants`` are keywords of JSON Schema (draft 2020-12). ``form``, ``types`` and ``subject`` say what
/// the value of a keyword is and which values it restricts, for all code that reads, writes or walks schemas.
public enum SchemaKeyword: String, Sendable, CaseIterable {
    case type, `enum`, const
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
    case minLength, maxLength, pattern, format
    case items, prefixItems, minItems, maxItems, uniqueItems
    case properties, required, additionalProperties, patternProperties, propertyNames, minProperties, maxProperties
    case dependentRequired, variants
    case allOf, anyOf, oneOf, not, `if`, then, `else`
    case ref = "$ref"
}

extension SchemaKeyword {
    /// The form of a keyword's value.
    public enum Form: Sendable {
        case types, constants, constant, number, divisor, count, pattern, format, flag, names, dependents, reference
        case schema, schemas, properties, patternProperties, variants
    }

    /// The form of the keyword's value.
    public var form: Form {
        switch self {
        case .type: .types
        case .enum: .constants
        case .const: .constant
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum: .number
        case .multipleOf: .divisor
        case .minLength, .maxLength, .minItems, .maxItems, .minProperties, .maxProperties: .count
        case .pattern: .pattern
        case .format: .format
        case .uniqueItems: .flag
        case .required: .names
        case .dependentRequired: .dependents
        case .ref: .reference
        case .items, .additionalProperties, .propertyNames, .not, .if, .then, .else: .schema
        case .prefixItems, .allOf, .anyOf, .oneOf: .schemas
        case .properties: .properties
        case .patternProperties: .patternProperties
        case .variants: .variants
        }
    }

    /// The types of the values that the keyword restricts. ``JSONTypes/all`` if it restricts values of all types.
    public var types: JSONTypes {
        switch self {
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: [.integer, .number]
        case .minLength, .maxLength, .pattern, .format: .string
        case .items, .prefixItems, .minItems, .maxItems, .uniqueItems: .array
        case .properties, .required, .additionalProperties, .patternProperties, .propertyNames, .minProperties,
            .maxProperties, .dependentRequired, .variants:
            .object
        case .type, .enum, .const, .allOf, .anyOf, .oneOf, .not, .if, .then, .else, .ref: .all
        }
    }

    /// What the schemas in a keyword's value describe.
    public enum Subject: Sendable {
        /// Other values: the properties, their names or the elements of the value.
        case contents
        /// The same value.
        case value
        /// The same value, as a condition.
        case condition
    }

    /// What the schemas in the keyword's value describe, or `nil` if there are no schemas in it.
    public var subject: Subject? {
        switch self {
        case .allOf, .anyOf, .oneOf, .then, .else: return .value
        case .not, .if: return .condition
        default:
            switch form {
            case .schema, .schemas, .properties, .patternProperties, .variants: return .contents
            default: return nil
            }
        }
    }
}

extension SchemaKeyword {
    /// The members of a schema in the order in which Trackproof writes them. `x-` stands for all members whose names begin
    /// so, and the empty text for members that are not in the list.
    private static let order = [
        "type", "$ref", "enum", "const", "format", "pattern", "minimum", "exclusiveMinimum", "maximum",
        "exclusiveMaximum", "multipleOf", "", "required", "never", "pii", "deprecated", "default", "title",
        "description", "examples", "$comment", "x-", "additionalProperties", "items", "prefixItems", "propertyNames",
        "patternProperties", "properties", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "variants",
    ]

    private static let positions = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })

    /// Returns the position of a member of a schema in the order in which Trackproof writes the members.
    public static func position(of member: String) -> Int {
        positions[member] ?? positions[member.hasPrefix("x-") ? "x-" : ""] ?? 0
    }

    /// Returns the error in a value of the keyword, or `nil` if a schema can have the value.
    public func error(in value: PlanNode) -> PlanError? {
        var problems = PlanProblems()
        let member = PlanMember(rawValue, at: value.place, value)
        _ = SchemaReader.read(PlanNode(.object([member]), at: value.place), &problems)
        return problems.list.first
    }
}
