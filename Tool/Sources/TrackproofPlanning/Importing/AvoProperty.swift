import TrackproofPlans

/// A converter of the schemas of properties that Avo exports into schemas without Avo's own records.
struct AvoProperty {
    private let run: ImportRun
    /// Whether the converter adds losses.
    private let reports: Bool

    init(_ run: ImportRun, reports: Bool = true) { (self.run, self.reports) = (run, reports) }

    /// The members of a property that have no meaning outside of Avo.
    private static let ids: Set<String> = ["id", "index"]

    /// Returns a schema without the members that describe Avo's own records, and reports them.
    func schema(_ node: PlanNode, _ path: ConversionPath) -> PlanNode {
        var members: [PlanMember] = []
        func lose(_ kind: String, _ member: PlanMember, _ weight: ConversionLoss.Weight) {
            if reports { run.lose(kind, member.value.summary, at: member.place, path, .leftOut, weight) }
        }
        for member in node.members {
            switch member.name {
            case "properties":
                let inner = member.value.members.map { child in
                    let value = schema(child.value, path.property(child.name))
                    return PlanMember(child.name, at: child.place, value)
                }
                let value = member.value.isObject ? PlanNode(.object(inner), at: member.value.place) : member.value
                members.append(PlanMember(member.name, at: member.place, value))
            case "items":
                let value = schema(member.value, path.element)
                members.append(PlanMember("items", at: member.place, value))
            case _ where Self.ids.contains(member.name) && path.parameter != nil:
                lose("member \(member.name) of a property", member, .information)
            case "isSystemProperty" where member.value.bool == false: break
            case "nameMapping" where !member.value.elements.isEmpty:
                lose("names of a property at destinations", member, .rule)
            case "pii" where member.value["isPii"]?.bool == false:
                lose("property that is not personal data", member, .information)
            case "pii" where member.value["isPii"]?.bool == true:
                let type = member.value["piiType"]?.string ?? "undeclared"
                members.append(PlanMember("pii", .string(type), at: member.place))
            default: members.append(member)
            }
        }
        return node.isObject ? PlanNode(.object(members), at: node.place) : node
    }
}
