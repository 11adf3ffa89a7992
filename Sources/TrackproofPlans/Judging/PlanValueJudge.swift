import Trackproof
import TrackproofText

/// A judge that compares the values in a plan with their schemas: defaults, examples and the values of enums.
public struct PlanValueJudge {
    /// The maximum number of steps for all values together. After these steps, lint does not judge further values.
    public static let stepLimit = 1_500_000
    /// The maximum number of schemas that the judge compiles. Lint does not judge the values of further schemas.
    private static let schemaLimit = 500_000

    private let isClosed: Bool
    private var compiler: SchemaCompiler
    /// The number of steps so far. A step is a comparison of a value with a schema, or work that takes as long.
    public private(set) var steps = 0

    /// Creates a judge of the values in a plan.
    public init(_ plan: TrackingPlan) {
        isClosed = plan.isClosed
        compiler = SchemaCompiler(plan)
    }

    /// Whether the judge has used all its steps.
    public var isExhausted: Bool { steps > Self.stepLimit }

    /// Adds steps of the caller to ``steps``.
    public mutating func count(_ steps: Int) { self.steps += steps }

    /// Returns the values that do not fit a schema, each with the reason.
    public mutating func misfits(
        among values: [PlanNode], _ schema: PlanSchema, isPart: Bool
    ) -> [(value: PlanNode, reason: String)] {
        if values.isEmpty || isExhausted { return [] }
        let size = schema.size
        guard compiler.schemas.count + size <= Self.schemaLimit else { return [] }
        steps += schema.rules.reduce(size) { $0 + ($1.constants?.count ?? 0) }
        let index = compiler.compile(schema, isPart ? .part : isClosed ? .closed : .open)
        return values.compactMap { value in
            guard !isExhausted, let reason = reason(value, index, size) else { return nil }
            return (value, reason)
        }
    }

    private mutating func reason(_ value: PlanNode, _ schema: Int, _ size: Int) -> String? {
        let value = value.eventValue
        let (found, steps) = compiler.schemas.withUnsafeBufferPointer { schemas in
            var judge = Judge(schemas, isCollecting: false, exemptions: FindingIDs())
            let isValid = judge.run { $0.fits(value, schema) }
            if isValid || judge.limits.isExhausted { return ([Judge.Found](), judge.limits.steps) }
            var collector = Judge(schemas, isCollecting: true, exemptions: FindingIDs())
            _ = collector.run { $0.fits(value, schema) }
            return (collector.findings.list, judge.limits.steps + collector.limits.steps)
        }
        // To suggest a similar name, the judge compares many names. The added steps account for this time.
        self.steps += steps + (found.isEmpty ? 0 : 200 + found.count * size)
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
