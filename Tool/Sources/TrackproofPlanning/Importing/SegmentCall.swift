import TrackproofPlans

/// The JSON Schema of a call, which is the event around its properties or traits.
struct SegmentCall {
    /// The schema of the properties or traits.
    let values: PlanNode
    /// The members of the event that the schema of the call gives.
    private(set) var others: [FormattedItem] = []
    private var losses: [(member: PlanMember, kind: String, weight: ConversionLoss.Weight)] = []

    /// The members of a call.
    private static let names: Set<String> = [
        "properties", "traits", "context", "event", "userId", "anonymousId", "groupId", "previousId", "type",
        "timestamp", "messageId", "integrations", "channel", "name", "category",
    ]

    /// Reads the schema of a call.
    ///
    /// - Parameter valueMember: The member of the call that has the parameters of the event.
    init(_ schema: PlanNode, valueMember: String) {
        let members = schema["properties"]?.members ?? []
        // Typewriter stores the schema of the properties in place of the schema of the call.
        let isCall =
            members.allSatisfy { Self.names.contains($0.name) && $0.value.isObject }
            && members.contains { ["properties", "traits", "context"].contains($0.name) }
        guard isCall else {
            let own = schema.members.filter { member in
                guard member.name == "labels" || member.name == "eventMetadata" || member.name == "description" else {
                    return true
                }
                return false
            }
            values = schema.isObject ? PlanNode(.object(own), at: schema.place) : schema
            addMetadata(schema)
            return
        }
        values = schema["properties"]?[valueMember] ?? PlanNode(.object([]), at: schema.place)
        for member in members where member.name != valueMember && !member.value.hasNoRules {
            losses.append((member, "schema of the member \(member.name) of a call", .rule))
        }
        for member in schema.members where !member.isBlank {
            switch member.name {
            case "properties", "description", "labels", "eventMetadata", "$schema", "type", "definitions", "$defs":
                break
            case "required":
                let names = member.value.elements.compactMap(\.string).filter { $0 != valueMember }
                if !names.isEmpty { losses.append((member, "required member of a call", .rule)) }
            case "$id", "id", "title": losses.append((member, "member \(member.name) of a call", .information))
            default: losses.append((member, "keyword \(member.name) of a call", .rule))
            }
        }
        addMetadata(schema)
    }

    private mutating func addMetadata(_ schema: PlanNode) {
        for member in schema.members where !member.isBlank {
            if member.name == "labels", member.value.isWritable {
                others.append(FormattedItem("x-labels", FormattedValue(data: member.value)))
                losses.append((member, "labels", .information))
            } else if member.name == "eventMetadata" {
                losses.append((member, "eventMetadata, which repeats the name and the type", .information))
            }
        }
    }

    func reportOthers(_ path: ConversionPath, _ run: ImportRun) {
        for (member, kind, weight) in losses {
            let outcome: ConversionLoss.Outcome = member.name == "labels" ? .changed(to: "x-labels") : .leftOut
            run.lose(kind, member.value.summary, at: member.place, path, outcome, weight)
        }
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
