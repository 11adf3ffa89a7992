import Trackproof
import TrackproofAssertions
import TrackproofXCTest
import XCTest

/// The recorder of a session's test.
enum SessionRecorder {
    /// Makes the recorder of a test.
    ///
    /// - Parameters:
    ///   - testCase: The test case of XCTest; `nil` if several tests share the session, or if Swift Testing runs the
    ///     test.
    ///   - plan: The tracking plan for the test's events; `nil` if there is no plan.
    ///   - ignored: The names of parameters that assertions ignore.
    static func make(for testCase: XCTestCase?, plan: TestTrackingPlan?, ignoring ignored: [String]) -> TestRecorder {
        let framework = testCase == nil ? SessionFrameworks.find() : nil
        let recorder = TestRecorder(
            framework?.reporter ?? XCTestReporter(),
            test: testCase.map { XCTestRunningTest($0) } ?? framework?.runningTest, canLearn: false, plan: plan,
            ignoring: ignored)
        // The app connects before the first assertion, so the recorder can get events of the app. Without this call, an
        // assertion that expects no events would fail.
        recorder.connect(.app)
        return recorder
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
