internal import Trackproof
internal import TrackproofAssertions
internal import TrackproofXCTest
internal import XCTest

/// The recorder of a session's test, and what to do when that test is over.
struct SessionRecorder {
    let recorder: TestRecorder
    /// Lets go of the test case, to which texts are attached until then.
    let endReporting: () -> Void

    /// - Parameter testCase: The test case of XCTest. Without one the session belongs to several tests, or to a test of
    ///   Swift Testing.
    init(of testCase: XCTestCase?) {
        if let testCase {
            recorder = TestRecorder(XCTestReporter(), test: XCTestRunningTest(testCase), canLearn: false)
            let isBegun = RunningTestCase.begin(testCase)
            // Unsafe for the compiler, to which it is not known that XCTest tears down where it tests.
            nonisolated(unsafe) let testCase = testCase
            endReporting = { if isBegun { RunningTestCase.end(testCase) } }
        } else if let framework = SessionFrameworks.find() {
            recorder = TestRecorder(framework.reporter, test: framework.runningTest, canLearn: false)
            endReporting = {}
        } else {
            recorder = TestRecorder(XCTestReporter(), test: nil, canLearn: false)
            endReporting = {}
        }
        // The bridge has connected, or will have before an assertion runs.
        recorder.connect(.app)
    }

    /// Refuses a session whose failures would reach no framework.
    static func checkFramework() throws(UITestSessionError) {
        guard TestProcess.isOfSwiftTesting, SessionFrameworks.find() == nil else { return }
        throw UITestSessionError(
            """
            this test runs under Swift Testing, to which TrackproofUITesting cannot report: let the test target depend \
            on TrackproofTesting too, and import it
            """)
    }
}
