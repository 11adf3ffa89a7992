extension Report {
    /// The report in JUnit's XML format: a suite for the failures of each run, and a suite for each section.
    var junit: String {
        var failed = runs.filter { !$0.failures.isEmpty }.map { run in
            JUnitSuite(
                name: run.name,
                cases: run.failures.map { .init(title: $0, result: .failed(type: "failure", message: $0)) })
        }
        if !problems.isEmpty {
            failed.append(
                JUnitSuite(
                    name: "report",
                    cases: problems.map { .init(title: $0, result: .failed(type: "failure", message: $0)) }))
        }
        // CI servers treat a JUnit report without test cases as an error. So if the report has no sections and no
        // failures, each run is a test case.
        let ran =
            sections.isEmpty && failed.isEmpty
            ? runs.map { JUnitSuite(name: $0.name, cases: [.init(title: "run")]) } : []
        let times = runs.compactMap(\.seconds)
        return JUnitSuite.document(
            failed + ran + sections.map(\.suite) + pictures, seconds: times.isEmpty ? nil : times.reduce(0, +))
    }

    /// A suite that names the files with the screenshots, in the format that GitLab and a plug-in of Jenkins read.
    ///
    /// Sources: <https://docs.gitlab.com/ci/testing/unit_test_reports/#view-junit-screenshots-on-gitlab>,
    /// <https://plugins.jenkins.io/junit-attachments/>
    private var pictures: [JUnitSuite] {
        guard let screenshotFolder else { return [] }
        let cases = screenshotFiles.map { file, picture in
            JUnitSuite.Case(title: picture.test, result: .printed("[[ATTACHMENT|\(screenshotFolder)/\(file)]]"))
        }
        return cases.isEmpty ? [] : [JUnitSuite(name: "screenshots", cases: cases)]
    }

    /// The screenshots of all runs, each with the name of its file, such as `1.png`.
    package var screenshotFiles: [(name: String, picture: ReportedScreenshot)] {
        runs.flatMap(\.screenshots).enumerated().map { ("\($0 + 1).png", $1) }
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
