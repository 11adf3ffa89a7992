internal import Trackproof
internal import TrackproofAssertions
internal import TrackproofBridge
public import XCTest

// The end of a test, and of a session.
extension UITestSession {
    /// Calls a closure in a teardown block of a test case.
    ///
    /// - Parameter body: The closure. Its second argument is another closure, which `body` must call before it reports
    ///   a failure.
    func atEnd(
        of test: XCTestCase, _ report: SessionRecorder, _ body: @escaping (UITestSession, () -> Void) -> Void
    ) {
        // Unsafe, because the compiler cannot know that XCTest runs teardown blocks on the thread of the test.
        nonisolated(unsafe) let (session, report, body) = (self, report, body)
        nonisolated(unsafe) weak let test = test
        test?.addTeardownBlock {
            // A skipped test has nothing to check.
            if test?.testRun?.hasBeenSkipped ?? false { session.hasEndedTest = true }
            body(session, report.endReporting)
        }
    }

    /// Ends the session, and fails the test if events were lost or if no assertion has checked an event.
    ///
    /// The session first receives the events that are still on their way. It does not end the app. Events that the app
    /// tracks after the call are not recorded.
    ///
    /// - Parameters:
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
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

    /// Ends one test and begins the next, while the app keeps running.
    ///
    /// Each test calls `beginTest()` first. The test case must be on the main actor:
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
    /// To launch a session for several tests, omit the argument `test`. Events that were tracked before a call of this
    /// method belong to the previous test, which must have checked them. If such an event arrives after the call, a
    /// failure names the previous test.
    ///
    /// - Parameters:
    ///   - test: The test case of XCTest that begins. Omit it with Swift Testing.
    ///   - fileID: The file to which failures are attributed. Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public func reset(
        for test: XCTestCase? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        let site = CallSite(fileID, filePath, line, column)
        // Removes the events that were tracked before the first test, for example during the launch, because these
        // events belong to no test.
        if !recorder.belongsToTest { clearEvents(fileID: fileID, filePath: filePath, line: line, column: column) }
        endTest(at: site) { beginTest(of: test, at: site) }
    }

    private func beginTest(of test: XCTestCase?, at site: CallSite) {
        let start = EventTime.now
        // The session reports late events only for a test that has not failed. The events of a launch outside of any
        // test belong to no test.
        previous = recorder.hasFailed || !recorder.belongsToTest ? nil : recorder
        let report = SessionRecorder(of: test, plan: plan)
        recorder = report.recorder
        destination.change(to: recorder, from: start)
        (attachedCount, hasEndedTest, collectorProblem) = (nil, false, nil)
        if let test { atEnd(of: test, report) { $0.endTest(at: site, then: $1) } }
    }

    /// Fails the test for events that no assertion has checked. Events that arrive after the call are late.
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
