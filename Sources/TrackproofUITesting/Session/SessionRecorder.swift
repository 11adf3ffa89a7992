import Trackproof
import TrackproofAssertions
import TrackproofXCTest
import XCTest

/// The recorder of a session's test, and a closure that the session calls at the end of the test.
struct SessionRecorder {
    let recorder: TestRecorder
    /// A closure that releases the test case. Until the session calls this closure, attachments go to the test case.
    let endReporting: () -> Void

    /// Creates the recorder of a test.
    ///
    /// - Parameters:
    ///   - testCase: The test case of XCTest; `nil` if several tests share the session, or if Swift Testing runs the
    ///     test.
    ///   - plan: The tracking plan for the test's events; `nil` if there is no plan.
    init(of testCase: XCTestCase?, plan: TestTrackingPlan?) {
        if let testCase {
            recorder = TestRecorder(XCTestReporter(), test: XCTestRunningTest(testCase), canLearn: false, plan: plan)
            let isBegun = RunningTestCase.begin(testCase)
            // Uses `nonisolated(unsafe)`, because the compiler does not know that XCTest runs teardown blocks on the
            // thread of the test.
            nonisolated(unsafe) let testCase = testCase
            endReporting = { if isBegun { RunningTestCase.end(testCase) } }
        } else if let framework = SessionFrameworks.find() {
            recorder = TestRecorder(framework.reporter, test: framework.runningTest, canLearn: false, plan: plan)
            endReporting = {}
        } else {
            recorder = TestRecorder(XCTestReporter(), test: nil, canLearn: false, plan: plan)
            endReporting = {}
        }
        // The app connects before the first assertion, so the recorder can get events of the app. Without this call, an
        // assertion that expects no events would fail.
        recorder.connect(.app)
    }

    /// Checks that a session without a test case can report failures to a test framework.
    ///
    /// - Throws: ``UITestSessionError`` if the session cannot report failures.
    static func checkFramework() throws(UITestSessionError) {
        guard TestProcess.isSwiftTestingOnly, SessionFrameworks.find() == nil else { return }
        throw UITestSessionError(
            """
            this test runs under Swift Testing, and TrackproofUITesting alone cannot report failures to Swift Testing: \
            add TrackproofTesting to the test target, and import TrackproofTesting
            """)
    }
}
