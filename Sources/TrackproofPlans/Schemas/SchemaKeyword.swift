/// A keyword of JSON Schema (draft 2020-12) that a plan may use. Any other keyword is an error.
@_spi(Tooling) public enum SchemaKeyword: String, Sendable, CaseIterable {
    case type, `enum`, const
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
    case minLength, maxLength, pattern, format
    case items, prefixItems, minItems, maxItems, uniqueItems
    case properties, required, additionalProperties, patternProperties, propertyNames, minProperties, maxProperties
    case dependentRequired
    case allOf, anyOf, oneOf, not, `if`, then, `else`
    case ref = "$ref"
}

/// A member of a schema that describes values, but does not restrict them.
enum SchemaAnnotation: String, CaseIterable {
    case description, title, `default`, examples, deprecated, pii, allow
    case comment = "$comment"
}
