internal import Trackproof
internal import TrackproofXCTest
public import XCTest
public import TrackproofAssertions
internal import TrackproofPlatform

/// A base class for tests with XCTest: each gets a recorder of its own, and fails for events that no assertion checked.
///
/// ```swift
/// final class LoginTests: RecordingTestCase {
///     func testALoginIsTracked() async {
///         await LoginViewModel(analytics: .recording()).logIn()
///         expectTracked("authorization", ["success": true])
///     }
/// }
/// ```
///
/// Where a team has a base class of its own, it calls `recordEvents()` in `setUp()` instead.
open class RecordingTestCase: XCTestCase {
    /// Whether events that no assertion checked fail the test; overridden where they may remain.
    open var isExhaustive: Bool { true }

    #if !canImport(ObjectiveC)
        /// Makes the same test again: swift-corelibs-xctest lets an instance run once only.
        private let another: () -> RecordingTestCase

        /// Makes a test case, as XCTest does.
        public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
            let type = Self.self
            another = { type.init(name: name, testClosure: testClosure) }
            super.init(name: name, testClosure: testClosure)
        }
    #endif

    /// Runs one test with a recorder; several times, where the environment asks what varies from run to run.
    open override func invokeTest() {
        let learning = SnapshotLearning(environment: SnapshotLearning.environment)
        for run in 1...(learning?.runCount ?? 1) {
            let recorder = TestRecorder.begin(self, learning: learning)
            invokeTest(run: run)
            // An event either is in the recording that is looked at now, or is late.
            if isExhaustive { recorder.close() }
            recorder.end(self, isExhaustive: isExhaustive)
            guard let learning, !recorder.hasFailed, !learning.isEmpty else { return }
            if run == learning.runCount { learning.finish(recorder) }
        }
    }

    private func invokeTest(run: Int) {
        #if canImport(ObjectiveC)
            super.invokeTest()
        #else
            if run == 1 { super.invokeTest() } else { another().invokeOnce() }
        #endif
    }

    #if !canImport(ObjectiveC)
        private func invokeOnce() { super.invokeTest() }
    #endif
}

extension XCTestCase {
    /// Gives the running test a recorder, and after it fails it for events that no assertion has checked.
    ///
    /// To be called in `setUp()`. ``RecordingTestCase`` does the same by itself.
    ///
    /// - Parameter exhaustively: whether unchecked events fail the test.
    /// - Returns: the recorder.
    @discardableResult
    public func recordEvents(exhaustively: Bool = true) -> TestRecorder {
        let recorder = TestRecorder.begin(self, learning: nil)
        // XCTest keeps the test case until its teardown blocks have run.
        nonisolated(unsafe) weak let testCase = self
        addTeardownBlock {
            if let testCase { recorder.end(testCase, isExhaustive: exhaustively) }
        }
        return recorder
    }
}

extension TestRecorder {
    fileprivate static func begin(_ testCase: XCTestCase, learning: SnapshotLearning?) -> TestRecorder {
        let recorder = TestRecorder(XCTestReporter(), test: XCTestRunningTest(testCase), learning: learning)
        CurrentRecorder.ofProcess.withLock { $0 = recorder }
        RunningTestCase.begin(testCase)
        return recorder
    }

    fileprivate func end(_ testCase: XCTestCase, isExhaustive: Bool) {
        CurrentRecorder.ofProcess.withLock { $0 = nil }
        RunningTestCase.end(testCase)
        let isSkipped = testCase.testRun?.hasBeenSkipped ?? false
        guard !isSkipped, let message = unchecked(isExhaustive: isExhaustive) else { return }
        test?.fail(message, near: lastSite)
    }
}
