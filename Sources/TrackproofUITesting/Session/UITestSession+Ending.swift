import Trackproof
import TrackproofAssertions
import TrackproofBridge
public import XCTest

// Functions that end a test or a session.
extension UITestSession {
    /// Makes XCTest call a closure when a test case ends.
    func atEnd(of test: XCTestCase, _ body: @escaping (UITestSession) -> Void) {
        // Uses `nonisolated(unsafe)`, because the compiler does not know that XCTest runs teardown blocks on the thread
        // of the test.
        nonisolated(unsafe) let (session, body) = (self, body)
        test.addTeardownBlock { body(session) }
    }

    /// Ends the session. Fails the test if events were lost, or if there is an event that no assertion has checked.
    ///
    /// The session first receives the events that the app tracked before the call. It does not end the app. Events that
    /// the app tracks after the call are not recorded.
    public func finish(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        finish(at: CallSite(fileID, filePath, line, column))
    }

    func finish(at site: CallSite) {
        if isFinished { return }
        isFinished = true
        endTest(at: site) {
            channel.close()
            command?.end()
        }
    }

    /// Ends one test and begins the next, while the app keeps running.
    ///
    /// In this example, each test calls `beginTest()` first. The test case must be on the main actor:
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
    /// To launch a session for several tests, omit the argument `test` of `launch`. Events that were tracked before
    /// a call of `reset` belong to the previous test. If an unchecked event of the previous test arrives after the
    /// call, a failure names the previous test.
    ///
    /// - Parameters:
    ///   - test: The test case of XCTest that begins. With Swift Testing, omit this argument.
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
        // The session reports late events only if the previous test has not failed. A recorder without a test contains
        // the events of a launch before the first test, which belong to no test.
        previous = recorder.hasFailed || !recorder.belongsToTest ? nil : recorder
        recorder = SessionRecorder.make(for: test, rules: rules)
        destination.change(to: recorder, from: start)
        (attachedCount, hasEndedTest, collectorProblem) = (nil, false, nil)
        if let test { atEnd(of: test) { $0.endTest(at: site) } }
    }

    /// Fails the test for events that no assertion has checked.
    ///
    /// - Parameter close: Code that runs before the failure is reported, because XCTest may never return from a failure.
    private func endTest(at site: CallSite, then close: () -> Void = {}) {
        if hasEndedTest { return close() }
        hasEndedTest = true
        if recorder.isSkipped { return close() }
        assert(at: site) {
            settle(at: site)
            if let message = recorder.takeProblems(isExhaustive: isExhaustive) { recorder.fail(message, at: site) }
        } closing: {
            close()
        }
    }
}
