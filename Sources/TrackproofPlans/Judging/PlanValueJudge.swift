import Trackproof
import TrackproofPlatform

/// A judge that compares the values in a plan with their schemas: defaults, examples and the values of enums.
public struct PlanValueJudge {
    private let isClosed: Bool
    private var compiler: SchemaCompiler

    /// Creates a judge of the values in a plan.
    public init(_ plan: TrackingPlan) {
        isClosed = plan.isClosed
        compiler = SchemaCompiler(plan)
    }

    /// Returns the values that do not fit a schema, each with the reason.
    public mutating func misfits(
        among values: [PlanNode], _ schema: PlanSchema, isPart: Bool
    ) -> [(value: PlanNode, reason: String)] {
        if values.isEmpty { return [] }
        let index = compiler.compile(schema, isPart ? .part : isClosed ? .closed : .open)
        return values.compactMap { value in reason(value, index).map { (value, $0) } }
    }

    private func reason(_ value: PlanNode, _ schema: Int) -> String? {
        let value = value.eventValue
        let found = compiler.schemas.withUnsafeBufferPointer { schemas -> [Judge.Found] in
            var judge = Judge(schemas, isCollecting: false, exemptions: FindingIDs())
            if judge.run({ $0.fits(value, schema) }) || judge.limits.isExhausted { return [] }
            var collector = Judge(schemas, isCollecting: true, exemptions: FindingIDs())
            _ = collector.run { $0.fits(value, schema) }
            return collector.findings.list
        }
        // Values in a plan are written by its author. So the judge ignores findings about personal data of users.
        let first = found.first { $0.id.defaultSeverity == .error && $0.id != .pii }
        return first.map { first in
            PlanFinding(
                id: first.id, severity: .error, event: "", path: first.path.text, expected: first.words.expected,
                found: first.words.found, nearest: first.words.nearest
            ).descriptionOfValue
        }
    }
}
