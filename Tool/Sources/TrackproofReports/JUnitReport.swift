internal import Foundation
@_spi(Tooling) internal import TrackproofSnapshots

extension Report {
    /// A suite for the snapshot, with a failed test for each difference and each failure.
    ///
    /// If there are no differences and no failures, there is one passed test. The format is that of JUnit's Ant task,
    /// with the elements that CI servers read (testsuites, testsuite, testcase, failure).
    var junit: String {
        let time = seconds.map { String(format: "%.3f", $0) } ?? "0"
        let name = Self.attribute(snapshot)
        let hasUnexamined = !comparison.isEmpty && comparison.differences.isEmpty
        let failures = comparison.differences.count + (hasUnexamined ? 1 : 0) + self.failures.count
        let count = max(1, failures)
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuites name="trackproof" tests="\#(count)" failures="\#(failures)" time="\#(time)">"#,
            #"  <testsuite name="\#(name)" tests="\#(count)" failures="\#(failures)" errors="0" skipped="0" time="\#(time)">"#,
        ]
        if isPassed {
            let title = Self.attribute(comparison.headline)
            lines.append(#"    <testcase classname="\#(name)" name="\#(title)" time="\#(time)"/>"#)
        } else if hasUnexamined {
            lines += testCase(comparison.headline, kind: "unexamined", comparison.headline, suite: name)
        }
        for difference in comparison.differences {
            lines += testCase(
                "\(difference.kind.rawValue) \(difference.title)", kind: difference.kind.rawValue, difference.summary,
                suite: name)
        }
        for failure in self.failures { lines += testCase(failure, kind: "failure", failure, suite: name) }
        lines += ["  </testsuite>", "</testsuites>"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func testCase(_ title: String, kind: String, _ summary: String, suite: String) -> [String] {
        [
            #"    <testcase classname="\#(suite)" name="\#(Self.attribute(title))" time="0">"#,
            #"      <failure type="\#(kind)" message="\#(Self.attribute(summary))">\#(Self.attribute(summary))</failure>"#,
            "    </testcase>",
        ]
    }

    /// Returns the text for an XML 1.0 attribute.
    ///
    /// The method escapes XML's five special characters and invisible characters. It replaces characters that XML
    /// forbids.
    static func attribute(_ text: String) -> String {
        var result = ""
        // XML escapes alone are not enough: a CI server undoes these escapes when it prints the text in its log.
        for scalar in text.displayable.unicodeScalars {
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
