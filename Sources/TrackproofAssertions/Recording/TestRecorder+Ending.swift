import TrackproofPlatform

// The end of a test.
extension TestRecorder {
    /// Ends the test: closes the recorder, and fails the test for unchecked events and other problems.
    ///
    /// Call this function after the test's pending work; see ``PendingWork``.
    ///
    /// - Parameters:
    ///   - isExhaustive: Whether unchecked events and late events fail the test.
    ///   - run: The number of the test's run, if the test runs several times.
    /// - Returns: Whether the test must run again, to learn which parameters vary.
    @discardableResult
    package func finish(isExhaustive: Bool, run: Int = 1) -> Bool {
        waitForQueues()
        endOwnRecorders()
        // An event that arrives after this call is late. The code below checks the events that arrived before the call.
        close(reportsLateEvents: isExhaustive)
        XCTestRun.end(self)
        if isSkipped { return false }
        warnAboutEarlyAssertions()
        let problems = takeProblems(isExhaustive: isExhaustive)
        if problems != nil || hasTestFailedSoFar { attachEvents(at: ownSite) }
        if let problems {
            failTest(problems)
            return false
        }
        warnAboutUncertainEvents()
        guard let learning, !hasFailed, !hasTestFailedSoFar, !learning.isEmpty else { return false }
        if run == learning.runCount { learning.finish(self) }
        return run < learning.runCount
    }

    /// Closes the recorder at the end of its test. An assertion that uses the closed recorder fails.
    ///
    /// Does nothing if the recorder is closed already, because a late event may have failed the test already.
    ///
    /// - Parameter reportsLateEvents: Whether the first event that comes after this call fails the test.
    package func close(reportsLateEvents: Bool) {
        state.withLock { $0.lateEvents = $0.lateEvents ?? (reportsLateEvents ? .failing : .recorded) }
    }

    /// Whether the test has ended.
    var isOver: Bool { state.withLock { $0.lateEvents != nil } }

    /// Whether the test was skipped, so that there is nothing to check.
    package var isSkipped: Bool { test?.isSkipped ?? false }

    /// Fails the recorder's test as a whole, also if the test has ended.
    func failTest(_ message: String) {
        _ = report(message, of: test, at: ownSite, stopping: false)
    }

    /// The call site to show for a failure or an attachment that belongs to the test as a whole.
    private var ownSite: CallSite { lastSite ?? own?.site ?? .unknown }
}

/// A problem with the way in which the test bundle was linked or loaded. It fails each test that has a recorder.
package enum LoadProblem {
    private static let state = Lock<String?>(nil)

    /// The message about the problem; `nil` if there is no problem.
    package static var message: String? { state.withLock { $0 } }

    /// Notes the images that contain a copy of the module `Trackproof`. If there are several copies, the app and its
    /// tests use different types: the facade of the app does not recognize the recorder of the test, and no event
    /// reaches the test.
    package static func noteCopies(in images: [String]) { state.withLock { $0 = message(aboutCopiesIn: images) } }

    static func message(aboutCopiesIn images: [String]) -> String? {
        if images.count < 2 { return nil }
        return """
            Trackproof is linked \(images.count) times, so the events of the app do not reach the tests: in \
            \(images.joined(separator: " and in "))
            link it only once: let the test target get Trackproof from the framework or the app under test, or build \
            Trackproof as a dynamic library that both use; do not set DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC
            """
    }
}
