internal import Trackproof
internal import TrackproofAssertions
internal import TrackproofXCTest
internal import XCTest

/// The recorder of a session's test, and an action for the end of the test.
struct SessionRecorder {
    let recorder: TestRecorder
    /// A closure that releases the test case. Until then, the test case receives the attachments.
    let endReporting: () -> Void

    /// Creates the recorder of a test.
    ///
    /// - Parameters:
    ///   - testCase: The test case of XCTest. Without a test case, the session belongs to several tests or to a test of
    ///     Swift Testing.
    ///   - plan: The tracking plan that the test's events must fit.
    init(of testCase: XCTestCase?, plan: EventPlan?) {
        if let testCase {
            recorder = TestRecorder(XCTestReporter(), test: XCTestRunningTest(testCase), canLearn: false, plan: plan)
            let isBegun = RunningTestCase.begin(testCase)
            // Unsafe, because the compiler cannot know that XCTest runs teardown blocks on the thread of the test.
            nonisolated(unsafe) let testCase = testCase
            endReporting = { if isBegun { RunningTestCase.end(testCase) } }
        } else if let framework = SessionFrameworks.find() {
            recorder = TestRecorder(framework.reporter, test: framework.runningTest, canLearn: false, plan: plan)
            endReporting = {}
        } else {
            recorder = TestRecorder(XCTestReporter(), test: nil, canLearn: false, plan: plan)
            endReporting = {}
        }
        // Tells the recorder that the app is connected: its bridge connects before the first assertion runs.
        recorder.connect(.app)
    }

    /// Checks that the failures of a session can reach a test framework.
    ///
    /// - Throws: ``UITestSessionError`` if the failures cannot reach a test framework.
    static func checkFramework() throws(UITestSessionError) {
        guard TestProcess.isSwiftTestingOnly, SessionFrameworks.find() == nil else { return }
        throw UITestSessionError(
            """
            this test runs under Swift Testing, and TrackproofUITesting alone cannot report failures to it: add \
            TrackproofTesting to the test target and import it
            """)
    }
}
