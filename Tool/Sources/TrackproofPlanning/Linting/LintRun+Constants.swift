import Trackproof
import TrackproofPlans
import TrackproofText

extension LintRun {
    mutating func lintConstants(_ linted: LintedSchema) {
        guard let rule = linted.schema.rule(.enum), case .constants(let nodes) = rule.value else { return }
        if nodes.isEmpty {
            report.add(.enumEmpty, linted.subject, at: rule.place, "the enum is empty, so no value fits")
        }
        var places: [CanonicalValue: PlanPlace] = [:]
        for node in nodes {
            steps += 1
            let value = CanonicalValue(node)
            if let first = places[value] {
                report.add(
                    .enumDuplicate, linted.subject, at: node.place,
                    "the enum has \(node.descriptionForMessages) twice; the first is at \(first)")
            } else {
                places[value] = node.place
            }
        }
    }
}

extension PlanNode {
    /// The value as a text for a message, cut to 100 Unicode scalars.
    var descriptionForMessages: String {
        if case .number(let number) = content { return number.text.cut(to: 100) }
        return eventValue.description.cut(to: 100)
    }
}
