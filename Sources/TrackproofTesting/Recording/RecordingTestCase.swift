internal import Trackproof
public import XCTest

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
            recorder.end(isExhaustive: isExhaustive)
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
        addTeardownBlock { recorder.end(isExhaustive: exhaustively) }
        return recorder
    }
}

extension TestRecorder {
    /// A recorder for a UI test's session; a test case's report takes the attachments until ``endReporting(in:)``.
    package convenience init(ofSessionIn testCase: XCTestCase?) {
        if let testCase {
            self.init(.xcTest, test: .other(TestIdentity(testCase)), canLearn: false)
            XCTestReport.testCase.withLock { $0 = testCase }
        } else {
            self.init(.current, test: .current, canLearn: false)
        }
    }

    /// The test case is over, and is not kept; one of ours sees to that itself.
    package func endReporting(in testCase: XCTestCase) {
        if testCase is RecordingTestCase { return }
        XCTestReport.testCase.withLock { current in
            if current === testCase { current = nil }
        }
    }
}

extension TestRecorder {
    fileprivate static func begin(_ testCase: XCTestCase, learning: SnapshotLearning?) -> TestRecorder {
        let recorder = TestRecorder(.xcTest, test: .other(TestIdentity(testCase)), learning: learning)
        CurrentRecorder.ofProcess.withLock { $0 = recorder }
        XCTestReport.testCase.withLock { $0 = testCase }
        return recorder
    }

    fileprivate func end(isExhaustive: Bool) {
        CurrentRecorder.ofProcess.withLock { $0 = nil }
        let isSkipped = XCTestReport.testCase.withLock { testCase in
            defer { testCase = nil }
            return testCase?.testRun?.hasBeenSkipped ?? false
        }
        guard !isSkipped, let message = unchecked(isExhaustive: isExhaustive) else { return }
        // XCTest does not say where a test stands; the last assertion is the nearest place.
        if let site = lastSite {
            XCTFail(message, file: site.filePath, line: site.line)
        } else {
            XCTFail(message, file: "", line: 0)
        }
    }
}
