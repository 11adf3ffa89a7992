internal import Trackproof

// Rules for the values of enums.
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

extension CanonicalValue {
    /// Creates the canonical value of a node. Numbers beyond 64 bits stay exact.
    fileprivate init(_ node: PlanNode) {
        switch node.content {
        case .number(let number): self = .decimal(number.decimal)
        case .array(let elements): self = .array(elements.map { CanonicalValue($0) })
        case .object(let members):
            self = .object(
                Dictionary(
                    members.map { (ExactText($0.name), CanonicalValue($0.value)) },
                    uniquingKeysWith: { _, last in last }))
        case .null, .bool, .string: self = .plain(node.eventValue)
        }
    }
}

extension PlanNode {
    /// The value for messages, at most 100 scalars of it.
    var descriptionForMessages: String {
        if case .number(let number) = content { return number.text.cut(to: 100) }
        return eventValue.description.cut(to: 100)
    }
}
