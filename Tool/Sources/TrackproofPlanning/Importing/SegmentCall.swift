import TrackproofPlans

/// The JSON Schema of a call, which is the event around its properties or traits.
struct SegmentCall {
    /// The schema of the properties or traits.
    let values: PlanNode
    /// The members of the event that the schema of the call gives.
    let others: [PlanMember]

    /// The members of a call.
    private static let names: Set<String> = [
        "properties", "traits", "context", "event", "userId", "anonymousId", "groupId", "previousId", "type",
        "timestamp", "messageId", "integrations", "channel", "name", "category",
    ]

    /// Reads the schema of a call, and reports what it says about other members of the call.
    ///
    /// - Parameter valueMember: The member of the call that has the parameters of the event.
    init(_ schema: PlanNode, valueMember: String, _ path: ConversionPath, _ run: ImportRun) {
        let members = schema["properties"]?.members ?? []
        // Typewriter stores the schema of the properties in place of the schema of the call.
        let isCall =
            members.allSatisfy { Self.names.contains($0.name) && $0.value.isObject }
            && members.contains { ["properties", "traits", "context"].contains($0.name) }
        if isCall {
            values = schema["properties"]?[valueMember] ?? PlanNode(.object([]), at: schema.place)
            for member in members where member.name != valueMember && !member.value.hasNoRules {
                run.lose("schema of the member \(member.name) of a call", member, path)
            }
        } else {
            let own = schema.members.filter { !["labels", "eventMetadata", "description"].contains($0.name) }
            values = schema.isObject ? PlanNode(.object(own), at: schema.place) : schema
        }
        var others: [PlanMember] = []
        for member in schema.members where !member.isBlank {
            switch member.name {
            case "labels": others += run.keep(member, "labels", path)
            case "eventMetadata":
                run.lose("eventMetadata, which repeats the name and the type", member, path, .leftOut, .information)
            case "properties", "description", "$schema", "type", "definitions", "$defs": break
            case _ where !isCall: break
            case "required":
                let isOther = member.value.elements.compactMap(\.string).contains { $0 != valueMember }
                if isOther { run.lose("required member of a call", member, path) }
            case "$id", "id", "title": run.lose("member \(member.name) of a call", member, path, .leftOut, .information)
            default: run.lose("keyword \(member.name) of a call", member, path)
            }
        }
        self.others = others
    }
}

extension PlanNode {
    /// Whether a schema only says that a value is an object.
    var hasNoRules: Bool {
        members.allSatisfy { member in
            switch member.name {
            case "type": member.value.string == "object"
            case "description", "id", "$id", "title": true
            default: member.isBlank
            }
        }
    }
}
