import TrackproofPlans

extension PlanNode {
    /// Whether the node is a JSON Schema: an object with a keyword whose value has the right type.
    var isJSONSchema: Bool { members.contains(where: Self.isKeyword) }

    private static func isKeyword(_ member: PlanMember) -> Bool {
        let value = member.value
        switch member.name {
        case "$schema": return value.string.map { $0.contains("json-schema.org/") || $0.contains("jsonschema") } == true
        case "type":
            let names = value.typeNames
            // Drafts before 4 have the type `any`.
            return !names.isEmpty && names.allSatisfy { ImportedTypes.reserved.contains($0) || $0 == "any" }
        case "properties", "patternProperties", "definitions", "$defs", "dependentRequired", "if", "not":
            return value.isObject
        case "additionalProperties": return value.isObject || value.bool != nil
        case "allOf", "anyOf", "oneOf", "required", "enum": return !value.elements.isEmpty
        case "$ref": return value.string != nil
        case "minProperties", "maxProperties": if case .number = value.content { return true } else { return false }
        default: return false
        }
    }

    /// The format whose files look like the node, or `nil` if the node looks like none.
    var likelyFormat: OtherPlanFormat? {
        if self["resourceType"]?.string != nil { return .snowplow }
        if self["self"]?["vendor"] != nil { return .iglu }
        if hasGleanMetrics { return .glean }
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
        return hasPixels ? .duckduckgo : nil
    }
}

extension ImportFiles {
    /// Returns an error that says which format the files have instead, or no error if no file looks like another format.
    func errors(insteadOf format: OtherPlanFormat) -> [PlanError] {
        let likely = list.prefix(Self.recognizedLimit).compactMap { file in Self.format(of: file).map { (file, $0) } }
        guard let (file, other) = likely.first, !likely.contains(where: { $0.1 == format }) else { return [] }
        let message = "this looks like \(other.title); import it with \(other.rawValue)"
        return [PlanError(at: file.place, message)]
    }

    private static let recognizedLimit = 100

    private static func format(of file: File) -> OtherPlanFormat? {
        do {
            let bytes = try PlanFile.bytes(path: file.path)
            if file.isYAML || bytes.beginsJSON { return try node(file, ImportRun()).likelyFormat }
            let tables: [([TableColumn], OtherPlanFormat)] = [
                (TableColumn.segment, .segmentCSV), (TableColumn.mixpanel, .mixpanel),
                (TableColumn.amplitude, .amplitude),
            ]
            return try tables.first { try ImportTable($0.0, bytes, file: file.path, ImportRun()).missing.isEmpty }?.1
        } catch {
            // A file that cannot be read looks like no format.
            return nil
        }
    }
}
