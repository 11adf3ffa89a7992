import Foundation
import TrackproofAssertions
import TrackproofPlatform
package import XCTest

/// The code that runs when XCTest begins or ends a test case, and the code that reports failures to XCTest.
package enum TestCases {
    private struct State {
        /// Whether no test case is running: before the first test case, between two test cases, or after the last one.
        var isBetween = false
        /// Whether a test case has ended.
        var hasTestEnded = false
        /// The closures to call when the test case has finished.
        var whenFinished: [@Sendable () -> Void] = []
        /// The failures that came between two test cases. The next test case reports these failures.
        var held: [(message: String, site: CallSite?)] = []
    }

    private static let state = Lock(State())

    /// Begins to observe the test cases. ``observeTestCasesAtLoad()`` calls this function before XCTest creates them.
    fileprivate static func observe() {
        if TestProcess.isSwiftTestingOnly { return }
        EarlyEvents.setBetweenTests(true)
        XCTestObservationCenter.shared.addTestObserver(Observer())
    }

    /// Calls `body` when this test case has finished, after its `tearDown()`.
    ///
    /// `body` must not fail the test, because XCTest accepts no more failures at that time.
    package static func whenFinished(_ testCase: XCTestCase, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenFinished.append(body) }
    }

    /// Fails the running test case.
    ///
    /// Between two test cases, XCTest would lose a failure or end the process. Therefore this function writes such
    /// a failure to standard error, and the next test case reports the failure. If no test case follows, the process
    /// exits with status 1.
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
        // Reports unchecked events that came after the previous test ended, for example in `class func tearDown()`.
        checkOwnRecorders()
        state.withLock { $0.isBetween = false }
        EarlyEvents.setBetweenTests(false, isTestRunning: true)
        OwnRecorders.beginTest()
        testCase.addTeardownBlock {
            // The wait takes a few milliseconds, so it is skipped if no recorder fails a test for unchecked events.
            if OwnRecorders.areThere { PendingWork.finishBlocking() }
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
        // Reports unchecked events that came after the teardown block, for example in `tearDown()`.
        OwnRecorders.endTest()
        OwnRecorders.close()
    }

    /// Reports failures after the last test case. Only the exit status of the process can report a failure now.
    fileprivate static func bundleDidFinish() {
        checkOwnRecorders()
        EarlyEvents.setBetweenTests(false)
        if let warning = EarlyEvents.warning { write("warning", warning) }
        if state.withLock({ !$0.held.isEmpty }) { exit(1) }
    }

    /// Reports unchecked events of recorders that tests made themselves. Call this function between two tests.
    ///
    /// Does nothing before the first test has ended, because the recorders may belong to tests that have not run yet.
    private static func checkOwnRecorders() {
        if state.withLock(\.hasTestEnded) { OwnRecorders.endTest() }
    }

    private static func write(_ level: String, _ message: String) {
        FileHandle.standardError.write(Data("\(level): \(message)\n".utf8))
    }
}

/// Starts to observe the test cases, the queues of providers and unrecorded events.
///
/// The C code in `TrackproofXCTestLoad` calls this function when the test bundle is loaded.
@c(trackproof_observe_test_cases)
public func observeTestCasesAtLoad() {
    ProviderQueues.watch()
    TestRecorder.keepUnrecordedEvents()
    TestCases.observe()
}

/// The observer that XCTest calls on the main thread.
private final class Observer: NSObject, XCTestObservation, Sendable {
    func testBundleWillStart(_ testBundle: Bundle) { TestCases.bundleWillStart() }

    func testCaseWillStart(_ testCase: XCTestCase) { TestCases.willStart(testCase) }

    func testCaseDidFinish(_ testCase: XCTestCase) { TestCases.didFinish(testCase) }

    func testBundleDidFinish(_ testBundle: Bundle) { TestCases.bundleDidFinish() }
}
