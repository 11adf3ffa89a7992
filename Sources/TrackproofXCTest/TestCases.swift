internal import Foundation
internal import TrackproofAssertions
internal import TrackproofPlatform
package import XCTest

/// The beginnings and ends of XCTest's test cases, and the failures in and between them.
package enum TestCases {
    private struct State {
        /// Whether the run is between two test cases, before the first or after the last.
        var isBetween = false
        /// Whether a test case has ended.
        var hasTestEnded = false
        /// The closures to call when the test case has finished.
        var whenFinished: [@Sendable () -> Void] = []
        /// The failures that came between two test cases.
        var held: [(message: String, site: CallSite?)] = []
    }

    private static let state = Lock(State())

    /// Observes the test cases. It is called once, before XCTest creates them.
    fileprivate static func observe() {
        if TestProcess.isSwiftTestingOnly { return }
        EarlyEvents.setBetweenTests(true)
        XCTestObservationCenter.shared.addTestObserver(Observer())
    }

    /// Calls `body` when this test case has finished, after its `tearDown()`.
    ///
    /// `body` must not fail the test, because XCTest no longer accepts failures then.
    package static func whenFinished(_ testCase: XCTestCase, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenFinished.append(body) }
    }

    /// Fails the running test case.
    ///
    /// Between two test cases, XCTest would lose the failure or end the process. Then the failure goes to standard
    /// error and fails the next test case. If no test case follows, it fails the run.
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
        // Judges what came after the last test ended, as in `class func tearDown()`.
        checkOwnRecorders()
        state.withLock { $0.isBetween = false }
        EarlyEvents.setBetweenTests(false, isTestRunning: true)
        OwnRecorders.beginTest()
        testCase.addTeardownBlock {
            // A last pass costs a few milliseconds, so it is made only if there are events to check.
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
        // Judges what came after the teardown block, as in `tearDown()`.
        OwnRecorders.endTest()
        OwnRecorders.close()
    }

    /// Ends the run. From now on only the exit status of the process can report a failure.
    fileprivate static func bundleDidFinish() {
        checkOwnRecorders()
        EarlyEvents.setBetweenTests(false)
        if let warning = EarlyEvents.warning { write("warning", warning) }
        if state.withLock({ !$0.held.isEmpty }) { exit(1) }
    }

    /// Judges the recorders that tests made, between two tests.
    ///
    /// Before the first test they are not judged, because they belong to tests that have not run yet.
    private static func checkOwnRecorders() {
        if state.withLock(\.hasTestEnded) { OwnRecorders.endTest() }
    }

    private static func write(_ level: String, _ message: String) {
        FileHandle.standardError.write(Data("\(level): \(message)\n".utf8))
    }
}

/// Starts to observe the test cases, the queues of providers and unrecorded events.
///
/// A few lines of C call this function when the test bundle is loaded.
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
