import Foundation
import TrackproofPlans

extension Report {
    /// The report in JUnit's XML format: a suite for the failures of each run, and a suite for each section.
    var junit: String {
        var failed = runs.filter { !$0.failures.isEmpty }.map { JUnitSuite(name: $0.name, failures: $0.failures) }
        if !problems.isEmpty { failed.append(JUnitSuite(name: "report", failures: problems)) }
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
    /// A suite with a test case for each row, and a test case for each event that the check expects to see.
    ///
    /// If parts of an expected event were not seen, its test case has the result `skipped`.
    fileprivate var suite: JUnitSuite {
        let rows = allRows
        let unseen = Dictionary(grouping: rows.filter { $0.outcome == .unseen }) { $0.events.first ?? "" }
        let expected = expectedEvents.map { event in
            let words = unseen[event].map { rows in
                rows.byKind.map { kind, rows in "\(kind): " + rows.map(\.message).joined(separator: "; ") }
                    .joined(separator: "; ")
            }
            return JUnitSuite.Case(title: event, result: words.map { .skipped(message: $0) } ?? .passed)
        }
        return JUnitSuite(name: subject, cases: rows.filter { $0.outcome != .unseen }.map(\.testCase) + expected)
    }
}

extension ReportRow {
    fileprivate var testCase: JUnitSuite.Case {
        let title = isAboutCheck ? subject : [kind, subject, path].filter { !$0.isEmpty }.joined(separator: " ")
        let result: JUnitSuite.Result =
            switch outcome {
            case .failed: .failed(type: kind, message: message)
            case .noted, .unseen: .printed("\(severity.rawValue): \(message)")
            case .passed: .passed
            }
        return JUnitSuite.Case(title: title, result: result)
    }
}

/// A test suite in JUnit's XML format.
///
/// This is the format of JUnit's Ant task, with only the elements that CI servers read (testsuites, testsuite,
/// testcase, failure, skipped, system-out).
struct JUnitSuite {
    let name: String
    let cases: [Case]

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
        let name = name.escapedForXML
        let counts = #"tests="\#(cases.count)" failures="\#(failureCount)" errors="0" skipped="\#(skippedCount)""#
        return [#"  <testsuite name="\#(name)" \#(counts) time="\#(time)">"#]
            + distinctCases.flatMap { $0.lines(suite: name) } + ["  </testsuite>"]
    }

    /// The cases with a number behind each name that occurs again. A CI server may show only one of several cases that have
    /// the same name.
    private var distinctCases: [Case] {
        var counts: [String: Int] = [:]
        return cases.map { original in
            let count = counts[original.title, default: 0] + 1
            counts[original.title] = count
            return count == 1 ? original : Case(title: "\(original.title) (\(count))", result: original.result)
        }
    }
}

extension JUnitSuite {
    fileprivate init(name: String, failures: [String]) {
        self.init(
            name: name, cases: failures.map { Case(title: $0, result: .failed(type: "failure", message: $0)) })
    }
}

extension JUnitSuite.Case {
    fileprivate func lines(suite: String) -> [String] {
        let start = #"    <testcase classname="\#(suite)" name="\#(title.escapedForXML)" time="0""#
        let content: String
        switch result {
        case .passed: return [start + "/>"]
        case .failed(let type, let message):
            let message = message.escapedForXML
            content = #"<failure type="\#(type.escapedForXML)" message="\#(message)">\#(message)</failure>"#
        case .skipped(let message): content = #"<skipped message="\#(message.escapedForXML)"/>"#
        case .printed(let text): content = "<system-out>\(text.escapedForXML)</system-out>"
        }
        return [start + ">", "      " + content, "    </testcase>"]
    }
}

extension String {
    /// The text with escapes, for an attribute or an element in XML 1.0.
    ///
    /// XML's five special characters and invisible characters have escapes. U+FFFD replaces each character that XML
    /// forbids.
    fileprivate var escapedForXML: String {
        var result = ""
        // XML escapes alone are not enough: a CI server decodes them when it prints the text in its log. In the log,
        // the text could then be a command of the CI server.
        for scalar in displayable.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            case "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                result.unicodeScalars.append(scalar)
            default: result += "\u{FFFD}"
            }
        }
        return result
    }
}
