import Foundation
import TrackproofAssertions
import XCTest

/// A failure that no running test case has caused, such as an event of a test that has ended.
struct HeldFailure: Sendable {
    let message: String
    let site: CallSite

    #if canImport(ObjectiveC)
        /// The issue for XCTest. The first line of the message says what happened, so Xcode's list of issues shows only
        /// this line.
        var issue: XCTIssue {
            let first = message.prefix { $0 != "\n" }
            let place =
                site.line > 0 ? XCTSourceCodeLocation(filePath: "\(site.filePath)", lineNumber: Int(site.line)) : nil
            return XCTIssue(
                type: .assertionFailure, compactDescription: String(first),
                detailedDescription: first.count < message.count ? message : nil,
                sourceCodeContext: XCTSourceCodeContext(location: place))
        }
    #endif
}

extension XCTestSuite {
    /// The test cases of this suite and of the suites in it.
    var cases: [XCTestCase] {
        tests.flatMap { ($0 as? XCTestSuite)?.cases ?? [$0 as? XCTestCase].compactMap { $0 } }
    }

    /// Whether each test case of this suite and of the suites in it has run.
    var hasRun: Bool {
        // The last test case is usually the last to run, so the answer is usually quick.
        tests.reversed().allSatisfy { ($0 as? XCTestSuite)?.hasRun ?? ($0.testRun?.stopDate != nil) }
    }

    /// Fails this suite, which XCTest is running.
    func report(_ failures: [HeldFailure]) {
        #if canImport(ObjectiveC)
            for failure in failures { testRun?.record(failure.issue) }
        #else
            // In swift-corelibs-xctest, a suite has no failures of its own. So a test case reports them.
            let reporter = FailuresOutsideOfTests(name: "report") { _ in
                for (message, site) in failures.map({ ($0.message, $0.site) }) {
                    XCTFail(message, file: site.filePath, line: site.line)
                }
            }
            reporter.run()
            if let run = reporter.testRun { (testRun as? XCTestSuiteRun)?.addTestRun(run) }
        #endif
    }
}

#if !canImport(ObjectiveC)
    /// A test case that reports failures which no test case has caused.
    private final class FailuresOutsideOfTests: XCTestCase {}
#endif
