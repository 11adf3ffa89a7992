/// Advice for names that plans do not have, but that people know from JSON Schema, OpenAPI or programming languages.
enum SchemaAdvice {
    /// The advice for keywords. The key is a keyword of another format.
    static let keywords: [String: String] = {
        var advice = [
            "definitions": "declare the schemas under \"types\"", "$defs": "declare the schemas under \"types\"",
            "additionalItems": "write \"items\" for the elements after \"prefixItems\"",
            "nullable": "write a list of types, such as [string, \"null\"]",
            "min": "write \"minimum\"", "max": "write \"maximum\"", "regex": "write \"pattern\"",
            "values": "write \"enum\"", "optional": "only parameters with \"required: true\" are required",
            "example": "use \"examples\", which is a list", "dependencies": "use \"dependentRequired\"",
        ]
        let unsupported = [
            "$id", "id", "$schema", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$vocabulary",
            "contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems", "dependentSchemas",
            "contentEncoding", "contentMediaType", "contentSchema", "readOnly", "writeOnly", "discriminator", "xml",
            "externalDocs",
        ]
        for keyword in unsupported { advice[keyword] = "a plan does not have this keyword" }
        return advice
    }()

    /// The advice for members that JSON Schema has in the schema of an object. An event does not have these members.
    static let events = [
        "properties": "write \"parameters\"", "required": "write \"required: true\" at each required parameter",
        "additionalProperties": "write \"closed\"",
        "patternProperties": "declare each parameter, or write \"closed: false\"; only objects have this keyword",
        "$schema": "a plan does not have this keyword", "$id": "a plan does not have this keyword",
    ]

    /// The advice for types. The key is the name of a type in another format or a programming language.
    static let types = [
        "int": "write \"integer\"", "long": "write \"integer\"", "float": "write \"number\"",
        "double": "write \"number\"", "decimal": "write \"number\"", "bool": "write \"boolean\"",
        "text": "write \"string\"", "str": "write \"string\"", "list": "write \"array\"", "map": "write \"object\"",
        "any": "a schema without a type allows any value", "date": "write {type: string, format: date}",
        "time": "write {type: string, format: time}", "datetime": "write {type: string, format: date-time}",
        "date-time": "write {type: string, format: date-time}", "uuid": "write {type: string, format: uuid}",
        "email": "write {type: string, format: email}", "url": "write {type: string, format: uri}",
        "uri": "write {type: string, format: uri}", "enum": "write {enum: [a, b]}, for example",
    ]

    /// Returns the advice for a type that the plan does not declare, or `nil` if there is no advice.
    static func type(_ name: String) -> String? {
        for prefix in ["#/definitions/", "#/$defs/", "#/types/", "#/components/schemas/"] where name.hasPrefix(prefix) {
            return "write only the name of a type of the plan"
        }
        return types[name.lowercased()]
    }
}
