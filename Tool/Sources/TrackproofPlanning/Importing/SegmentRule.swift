import TrackproofPlans

extension SegmentImport {
    /// A rule of the plan: the JSON Schema for the calls with one type and name.
    struct Rule {
        let name: String
        let kind: String
        /// The version, or `nil` if the rule has no version.
        var version: PlanNumber?
        let schema: PlanNode
        /// The member with the description, or no member.
        var description: [PlanMember] = []
        var isDeprecated = false
        let place: PlanPlace

        /// Returns the text of a label that can be a name in a plan, or `nil` if there is no such label.
        func label(_ name: String) -> String? {
            schema["labels"]?[name]?.string.flatMap { ImportRun.canWrite(name: $0) ? $0 : nil }
        }
    }
}
