internal import Foundation
internal import TrackproofAssertions
internal import TrackproofPlatform
package import XCTest

/// The test cases of XCTest, as they begin and end.
package enum TestCases {
    private struct State {
        /// Whether test cases run, but none now.
        var isBetween = false
        /// Whether a test case has ended.
        var hasTestEnded = false
        /// What is to be done when it has finished.
        var whenFinished: [@Sendable () -> Void] = []
        /// Failures that came between two test cases.
        var held: [(message: String, site: CallSite?)] = []
    }

    private static let state = Lock(State())

    /// Watches them. Called once, before XCTest makes them.
    fileprivate static func observe() {
        if TestProcess.isOfSwiftTesting { return }
        EarlyEvents.setBetweenTests(true)
        XCTestObservationCenter.shared.addTestObserver(Observer())
    }

    /// Does something when this test case has finished, after its `tearDown()`. It must not fail: XCTest takes no failure
    /// any more then.
    package static func whenFinished(_ testCase: XCTestCase, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenFinished.append(body) }
    }

    /// Fails the running test case. Between two of them XCTest would lose the failure, or end the process: then it goes to
    /// standard error, and fails the next test case. If none follows it fails the run.
    static func fail(_ message: String, near site: CallSite?) {
        let isHeld = state.withLock { state in
            guard state.isBetween else { return false }
            state.held.append((message, site))
            return true
        }
        if isHeld { write("error", message) } else { report(message, near: site) }
    }

    private static func report(_ message: String, near site: CallSite?) {
        XCTFail(message, file: site?.filePath ?? "", line: site?.line ?? 0)
    }

    fileprivate static func bundleWillStart() { state.withLock { $0.isBetween = true } }

    fileprivate static func willStart(_ testCase: XCTestCase) {
        // What came since the last test has ended, as in `class func tearDown()`.
        judgeOwnRecorders()
        state.withLock { $0.isBetween = false }
        EarlyEvents.setBetweenTests(false, isTestRunning: true)
        OwnRecorders.beginTest()
        testCase.addTeardownBlock {
            // A last pass costs a few milliseconds.
            if OwnRecorders.areThere { LastPass.goByBlocking() }
            OwnRecorders.endTest()
            let held = state.withLock { state in
                defer { state.held = [] }
                return state.held
            }
            for (message, site) in held { report(message, near: site) }
        }
    }

    fileprivate static func didFinish(_ testCase: XCTestCase) {
        let whenFinished = state.withLock { state in
            state.isBetween = true
            state.hasTestEnded = true
            EarlyEvents.setBetweenTests(true)
            defer { state.whenFinished = [] }
            return state.whenFinished
        }
        for body in whenFinished { body() }
        // What came since the teardown block, as in `tearDown()`.
        OwnRecorders.endTest()
        OwnRecorders.close()
    }

    /// The run has ended: nothing but the status of the process can tell of a failure.
    fileprivate static func bundleDidFinish() {
        judgeOwnRecorders()
        EarlyEvents.setBetweenTests(false)
        if let warning = EarlyEvents.warning { write("warning", warning) }
        if state.withLock({ !$0.held.isEmpty }) { exit(1) }
    }

    /// Between two tests; before the first, recorders belong to tests that are yet to run.
    private static func judgeOwnRecorders() {
        if state.withLock(\.hasTestEnded) { OwnRecorders.endTest() }
    }

    private static func write(_ level: String, _ message: String) {
        FileHandle.standardError.write(Data("\(level): \(message)\n".utf8))
    }
}

/// Called by a few lines of C when the bundle with the tests is loaded.
@c(trackproof_observe_test_cases)
public func observeTestCasesAtLoad() {
    ProviderQueues.watch()
    TestRecorder.keepUnrecordedEvents()
    TestCases.observe()
}

/// XCTest calls it on the main thread.
private final class Observer: NSObject, XCTestObservation, Sendable {
    func testBundleWillStart(_ testBundle: Bundle) { TestCases.bundleWillStart() }

    func testCaseWillStart(_ testCase: XCTestCase) { TestCases.willStart(testCase) }

    func testCaseDidFinish(_ testCase: XCTestCase) { TestCases.didFinish(testCase) }

    func testBundleDidFinish(_ testBundle: Bundle) { TestCases.bundleDidFinish() }
}
