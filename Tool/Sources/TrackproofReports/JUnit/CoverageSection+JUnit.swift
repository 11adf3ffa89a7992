@_spi(Tooling) internal import TrackproofPlans

extension CoverageSection {
    /// A suite with a test case for the share of the plan, and a test case for each event.
    ///
    /// The test case of an event is skipped if parts of the event were not seen.
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
