extension Report {
    /// The report in JUnit's XML format: a suite for the failures of each run, and a suite for each section.
    var junit: String {
        let failed = runs.filter { !$0.failures.isEmpty }.map { run in
            JUnitSuite(
                name: run.name,
                cases: run.failures.map { .init(title: $0, result: .failed(type: "failure", message: $0)) })
        }
        let times = runs.compactMap(\.seconds)
        return JUnitSuite.document(
            failed + sections.map(\.suite), seconds: times.isEmpty ? nil : times.reduce(0, +))
    }
}

extension ReportSection {
    fileprivate var suite: JUnitSuite {
        switch self {
        case .comparison(let section): section.suite
        case .findings(let section): section.suite
        case .coverage(let section): section.suite
        }
    }
}
