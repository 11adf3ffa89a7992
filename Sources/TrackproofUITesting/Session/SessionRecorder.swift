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
    ///   - rules: What the test declares about all of its events.
    static func make(for testCase: XCTestCase?, rules: RecordingRules) -> TestRecorder {
        let framework = testCase == nil ? SessionFrameworks.find() : nil
        let test = testCase.map { XCTestRunningTest($0) }
        let recorder = TestRecorder(
            framework?.reporter ?? XCTestReporter(test), test: test ?? framework?.runningTest, isOfUITest: true,
            rules: rules)
        // The app connects before the first assertion, so the recorder can get events of the app. Without this call, an
        // assertion that expects no events would fail.
        recorder.connect(.app)
        return recorder
    }

    /// Checks that a session without a test case can report failures to a test framework.
    ///
    /// - Throws: ``UITestSessionError`` if the session cannot report failures.
    static func checkFramework() throws(UITestSessionError) {
        guard !TestCases.isRunning, SessionFrameworks.find() == nil else { return }
        throw UITestSessionError(
            """
            this test runs under Swift Testing, and TrackproofUITesting alone cannot report failures to Swift Testing: \
            add TrackproofTesting to the test target, and import TrackproofTesting
            """)
    }
}
