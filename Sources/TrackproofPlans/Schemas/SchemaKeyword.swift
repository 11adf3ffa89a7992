/// A keyword of JSON Schema (draft 2020-12) that a schema of a plan can have. All other keywords are errors.
public enum SchemaKeyword: String, Sendable, CaseIterable {
    case type, `enum`, const
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
    case minLength, maxLength, pattern, format
    case items, prefixItems, minItems, maxItems, uniqueItems
    case properties, required, additionalProperties, patternProperties, propertyNames, minProperties, maxProperties
    case dependentRequired
    case allOf, anyOf, oneOf, not, `if`, then, `else`
    case ref = "$ref"
}

/// A member of a schema that informs about the value and does not restrict it.
enum SchemaAnnotation: String, CaseIterable {
    case description, title, `default`, examples, deprecated, pii, allow
    case comment = "$comment"
}
