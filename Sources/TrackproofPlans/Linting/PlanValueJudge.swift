internal import Trackproof

/// A judge of values that a plan contains: defaults, examples and the values of enums.
struct PlanValueJudge {
    /// The maximum number of steps for all values together. After these steps, lint does not judge further values.
    static let stepLimit = 1_500_000
    /// The maximum number of compiled schemas. Lint does not judge the values of further schemas.
    private static let schemaLimit = 500_000

    private let isClosed: Bool
    private var compiler: SchemaCompiler
    /// The number of steps so far: checks of a value against a schema, and comparisons that take as long.
    private(set) var steps = 0

    init(_ plan: TrackingPlan) {
        isClosed = plan.isClosed
        compiler = SchemaCompiler(plan)
    }

    var isExhausted: Bool { steps > Self.stepLimit }

    mutating func count(_ steps: Int) { self.steps += steps }

    /// Returns the values that do not fit a schema, each with the reason.
    mutating func misfits(
        among values: [PlanNode], _ schema: PlanSchema, isPart: Bool
    ) -> [(value: PlanNode, reason: String)] {
        if values.isEmpty || isExhausted { return [] }
        let size = schema.size
        guard compiler.schemas.count + size <= Self.schemaLimit else { return [] }
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
            if judge.fits(value, schema) || judge.isExhausted { return ([Judge.Found](), judge.steps) }
            var collector = Judge(schemas, isCollecting: true, exemptions: FindingIDs())
            _ = collector.fits(value, schema)
            return (collector.findings, judge.steps + collector.steps)
        }
        // For the words of a finding, the judge may search for a similar name. This search takes many steps.
        self.steps += steps + (found.isEmpty ? 0 : 200 + found.count * size)
        // The values in a plan do not belong to a person, so a finding about personal data does not count.
        let first = found.first { $0.id.defaultSeverity == .error && $0.id != .pii }
        return first.map { Self.reason($0.id, $0.path.text, $0.words) }
    }

    /// Returns a finding of the checker in words, without the event.
    static func reason(_ id: FindingID, _ path: String, _ words: Judge.Words) -> String {
        (path.isEmpty ? "" : path.safeForDisplay + ": ") + "expected \(words.expected), found \(words.found)"
            + (words.nearest.map { "; did you mean \($0.quotedForDisplay)?" } ?? "") + " (\(id.rawValue))"
    }
}
