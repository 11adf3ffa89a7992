internal import Trackproof
internal import TrackproofAssertions
internal import TrackproofBridge
public import XCTest

// The end of a test, and of a session.
extension UITestSession {
    /// Has XCTest do something when the test case is over, in its name. It gets what is to be done before it fails.
    func atEnd(
        of test: XCTestCase, _ report: SessionRecorder, _ body: @escaping (UITestSession, () -> Void) -> Void
    ) {
        // Unsafe for the compiler, to which it is not known that XCTest tears down where it tests.
        nonisolated(unsafe) let (session, report, body) = (self, report, body)
        nonisolated(unsafe) weak let test = test
        test?.addTeardownBlock {
            // A test that was skipped has nothing to check.
            if test?.testRun?.hasBeenSkipped ?? false { session.hasEndedTest = true }
            body(session, report.endReporting)
        }
    }

    /// Ends the session: takes in what is still on its way, and fails for events that no assertion has checked, and for
    /// what the bridge has lost.
    ///
    /// The app is left as it is. What it tracks from now on nobody sees.
    public func finish(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        finish(at: CallSite(fileID, filePath, line, column))
    }

    func finish(at site: CallSite, then close: () -> Void = {}) {
        if isFinished { return close() }
        isFinished = true
        endTest(at: site) {
            channel.close()
            command?.end()
            close()
        }
    }

    /// Ends one test and begins the next, in an app that runs on.
    ///
    /// In a test case that belongs to the main actor, each test begins with `beginTest()`:
    ///
    /// ```swift
    /// private static var shared: UITestSession?
    ///
    /// private func beginTest() throws -> UITestSession {
    ///     let session = try Self.shared ?? UITestSession.launch(XCUIApplication())
    ///     Self.shared = session
    ///     session.reset(for: self)
    ///     return session
    /// }
    /// ```
    ///
    /// What was tracked before belongs to the test before: it must have been checked there, and what is yet to arrive
    /// of it fails in that test's name. A session that goes through several tests is launched without one.
    ///
    /// - Parameters:
    ///   - test: the test case of XCTest that begins; with Swift Testing it is left out.
    ///   - fileID: the caller's; it is filled in, as the three that follow.
    ///   - filePath: the caller's.
    ///   - line: the caller's.
    ///   - column: the caller's.
    public func reset(
        for test: XCTestCase? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        // What was tracked outside of any test, as by the launch of a session for several, is no test's.
        if !recorder.belongsToTest { clearEvents(fileID: fileID, filePath: filePath, line: line, column: column) }
        endTest(at: site) { beginTest(of: test, at: site) }
    }

    private func beginTest(of test: XCTestCase?, at site: CallSite) {
        let start = EventTime.now
        // One that has failed has said enough; what came late of a launch is no test's either.
        previous = recorder.hasFailed || !recorder.belongsToTest ? nil : recorder
        let report = SessionRecorder(of: test)
        recorder = report.recorder
        destination.change(to: recorder, from: start)
        (attachedCount, hasEndedTest, collectorProblem) = (nil, false, nil)
        if let test { atEnd(of: test, report) { $0.endTest(at: site, then: $1) } }
    }

    /// Fails for what no assertion has checked. What comes from now on is late.
    private func endTest(at site: CallSite, then close: () -> Void) {
        if hasEndedTest { return close() }
        hasEndedTest = true
        assert(at: site) {
            settle(at: site)
            if let message = recorder.unchecked(isExhaustive: isExhaustive) { recorder.fail(message, at: site) }
        } closing: {
            close()
        }
    }
}
