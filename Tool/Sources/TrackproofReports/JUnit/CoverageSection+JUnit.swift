import TrackproofPlanning

extension CoverageSection {
    /// A suite with a test case for the coverage, and a test case for each event of the plan.
    ///
    /// If parts of an event were not seen, the test case of the event has the result `skipped`.
    var suite: JUnitSuite {
        let gaps = Dictionary(grouping: gaps, by: \.item.event)
        let share = isPassed ? .passed : JUnitSuite.Result.failed(type: "coverage", message: headline)
        var suite = JUnitSuite(name: plan, cases: [.init(title: "coverage", result: share)])
        for item in coverage.map.items where item.kind == .event {
            let words = gaps[item.event].map { "never seen: " + $0.map(Self.words).joined(separator: "; ") }
            suite.cases.append(.init(title: item.event, result: words.map { .skipped(message: $0) } ?? .passed))
        }
        return suite
    }
}
