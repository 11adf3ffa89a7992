import TrackproofPlans

/// The JSON Schema of a call, which is the event around its properties or traits.
struct SegmentCall {
    /// The schema of the properties or traits.
    let values: PlanNode
    /// The members of the event that the schema of the call gives.
    let members: [PlanMember]

    /// The members of a call.
    private static let names: Set<String> = [
        "properties", "traits", "context", "event", "userId", "anonymousId", "groupId", "previousId", "type",
        "timestamp", "messageId", "integrations", "channel", "name", "category",
    ]

    /// Reads the schema of a call, and reports what it says about other members of the call.
    ///
    /// - Parameter valueMember: The member of the call that has the parameters of the event.
    init(_ schema: PlanNode, valueMember: String, _ path: ConversionPath, _ run: ImportRun) {
        let properties = schema["properties"]?.members ?? []
        let metadata = "eventMetadata, which repeats the name and the type"
        var uses: [String: MemberUse] = [
            "labels": .kept(kind: "labels"), "eventMetadata": .lost(kind: metadata), "description": .known,
        ]
        // Typewriter stores the schema of the properties in place of the schema of the call.
        guard properties.allSatisfy({ Self.names.contains($0.name) && $0.value.isObject }),
            properties.contains(where: { ["properties", "traits", "context"].contains($0.name) })
        else {
            var values = schema
            if schema.isObject { for name in uses.keys { values[name] = nil } }
            self.values = values
            members = run.members(of: schema, "a call", path, others: .known, uses)
            return
        }
        values = schema["properties"]?[valueMember] ?? PlanNode(.object([]), at: schema.place)
        for member in properties where member.name != valueMember && !member.value.hasNoRules {
            run.lose("schema of the member \(member.name) of a call", member, path)
        }
        for name in ["properties", "$schema", "type", "definitions", "$defs"] { uses[name] = .known }
        for name in ["$id", "id", "title"] { uses[name] = .lost() }
        let isRequired = schema["required"]?.elements.contains { ![nil, valueMember].contains($0.string) } == true
        uses["required"] = isRequired ? .lost(.rule, kind: "required member of a call") : .known
        members = run.members(of: schema, "a call", path, others: .lost(.rule), uses)
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
