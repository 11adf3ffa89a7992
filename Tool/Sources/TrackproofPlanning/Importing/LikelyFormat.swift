import TrackproofPlans

extension PlanNode {
    /// Whether the node is a JSON Schema: an object with a keyword whose value has the right type.
    var isJSONSchema: Bool { members.contains(where: Self.isKeyword) }

    private static func isKeyword(_ member: PlanMember) -> Bool {
        let value = member.value
        switch member.name {
        case "$schema": return value.string.map { $0.contains("json-schema.org/") || $0.contains("jsonschema") } == true
        case "type":
            let names = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
            return !names.isEmpty && names.allSatisfy(schemaTypes.contains)
        case "properties", "patternProperties", "definitions", "$defs", "dependentRequired", "if", "not":
            return value.isObject
        case "additionalProperties": return value.isObject || value.bool != nil
        case "allOf", "anyOf", "oneOf", "required", "enum": return !value.elements.isEmpty
        case "$ref": return value.string != nil
        case "minProperties", "maxProperties": if case .number = value.content { return true } else { return false }
        default: return false
        }
    }

    /// The names of types in JSON Schema, and `any`, which drafts before 4 have.
    private static let schemaTypes: Set<String> = [
        "object", "array", "string", "number", "integer", "boolean", "null", "any",
    ]

    /// The format whose files look like the node, or `nil` if the node looks like none.
    var likelyFormat: OtherPlanFormat? {
        if self["resourceType"]?.string != nil { return .snowplow }
        if self["self"]?["vendor"] != nil { return .iglu }
        if self["$schema"]?.string?.contains("/glean/metrics/") == true { return .glean }
        if self["kind"]?.string != nil, self["spec"] != nil { return .rudderstack }
        let data = self["data"] ?? self
        let rules = data["rules"] ?? data["trackingPlan"]?["rules"]
        if data["trackingPlan"] != nil || rules?["events"] != nil || rules?.elements.first?["jsonSchema"] != nil {
            return .segment
        }
        if self["events"]?.elements.first?["rules"] != nil { return .avo }
        let entries = self["entries"] ?? self["results"] ?? self
        if entries.elements.first?["schemaJson"] != nil { return .mixpanel }
        if isJSONSchema { return .jsonSchema }
        return members.contains { $0.value["owners"] != nil && $0.value["description"] != nil } ? .duckduckgo : nil
    }
}

extension ImportFiles {
    /// Returns the error for files that are not in the format of the import.
    ///
    /// - Parameter node: The content of a file, which can show another format.
    func error(_ expected: String, _ node: PlanNode?, _ format: OtherPlanFormat) -> PlanErrors {
        guard let node, let likely = node.likelyFormat, likely != format else { return error(expected) }
        let message = "this looks like \(likely.title); import it with \(likely.rawValue)"
        return PlanErrors([PlanError(at: node.place, message)])
    }
}
