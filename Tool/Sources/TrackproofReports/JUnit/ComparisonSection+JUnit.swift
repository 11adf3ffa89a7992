import TrackproofSnapshots

extension ComparisonSection {
    /// A suite with a failed test case for each difference and each failure, or with one passed test case.
    var suite: JUnitSuite {
        var suite = JUnitSuite(name: subject)
        func fail(_ title: String, _ type: String, _ message: String) {
            suite.cases.append(.init(title: title, result: .failed(type: type, message: message)))
        }
        if isPassed { suite.cases.append(.init(title: comparison.headline)) }
        if !comparison.isEmpty, comparison.differences.isEmpty {
            fail(comparison.headline, "unexamined", comparison.headline)
        }
        for difference in comparison.differences {
            fail("\(difference.kind.rawValue) \(difference.title)", difference.kind.rawValue, difference.summary)
        }
        for failure in failures { fail(failure, "failure", failure) }
        return suite
    }
}
