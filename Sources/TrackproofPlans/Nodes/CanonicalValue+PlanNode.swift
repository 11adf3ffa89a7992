import Trackproof
import TrackproofSnapshots
import TrackproofText

extension CanonicalValue {
    /// Creates the canonical value of a node. Numbers keep all their digits, even if they do not fit into 64 bits.
    public init(_ node: PlanNode) {
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
