import Foundation

/// A test suite in JUnit's XML format.
///
/// This is the format of JUnit's Ant task, with only the elements that CI servers read (testsuites, testsuite,
/// testcase, failure, skipped, system-out).
struct JUnitSuite {
    let name: String
    var cases: [Case] = []

    struct Case {
        let title: String
        var result = Result.passed
    }

    enum Result {
        case passed
        case failed(type: String, message: String)
        case skipped(message: String)
        /// The test case passed and printed a text, such as a warning.
        case printed(String)
    }

    /// Returns an XML document that contains the suites.
    ///
    /// - Parameter seconds: The duration of all tests, or `nil` if it was not measured.
    static func document(_ suites: [JUnitSuite], seconds: Double?) -> String {
        let time = seconds.map { String(format: "%.3f", $0) } ?? "0"
        let count = suites.reduce(0) { $0 + $1.cases.count }
        let failures = suites.reduce(0) { $0 + $1.failureCount }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuites name="trackproof" tests="\#(count)" failures="\#(failures)" time="\#(time)">"#,
        ]
        // CI servers add up the times of all suites. So only the first suite has the time, and the other suites have 0.
        for (index, suite) in suites.enumerated() { lines += suite.lines(time: index == 0 ? time : "0") }
        return (lines + ["</testsuites>"]).joined(separator: "\n") + "\n"
    }

    private var failureCount: Int { cases.count { if case .failed = $0.result { true } else { false } } }
    private var skippedCount: Int { cases.count { if case .skipped = $0.result { true } else { false } } }

    private func lines(time: String) -> [String] {
        let name = XML.attribute(name)
        let counts = #"tests="\#(cases.count)" failures="\#(failureCount)" errors="0" skipped="\#(skippedCount)""#
        return [#"  <testsuite name="\#(name)" \#(counts) time="\#(time)">"#] + cases.flatMap { $0.lines(suite: name) }
            + ["  </testsuite>"]
    }
}

extension JUnitSuite.Case {
    fileprivate func lines(suite: String) -> [String] {
        let start = #"    <testcase classname="\#(suite)" name="\#(XML.attribute(title))" time="0""#
        let content: String
        switch result {
        case .passed: return [start + "/>"]
        case .failed(let type, let message):
            let message = XML.attribute(message)
            content = #"<failure type="\#(XML.attribute(type))" message="\#(message)">\#(message)</failure>"#
        case .skipped(let message): content = #"<skipped message="\#(XML.attribute(message))"/>"#
        case .printed(let text): content = "<system-out>\(XML.attribute(text))</system-out>"
        }
        return [start + ">", "      " + content, "    </testcase>"]
    }
}
