/// The connection between assertions and the test framework.
///
/// This module depends on no test framework. `TrackproofTesting` has reporters for Swift Testing and XCTest, and
/// `TrackproofUITesting` has one for XCTest alone.
package protocol TestReporter: Sendable {
    /// Fails the running test at a place.
    ///
    /// With XCTest the call may never return: if a test must not continue after a failure, XCTest raises an Objective-C
    /// exception. So callers change their state first and fail last.
    ///
    /// - Returns: Whether the test fails; `false` for a known issue.
    @discardableResult
    func fail(_ message: String, at site: CallSite) -> Bool

    /// Adds a text to the test's report.
    func attach(_ text: String, named name: String, at site: CallSite)

    /// Whether the framework knows the test that the running code belongs to. It is always `false` with XCTest.
    var isInsideTest: Bool { get }

    /// Whether the running code belongs to a test that the framework cannot name, for example in a detached task.
    var isOutsideTest: Bool { get }

    /// The hint about a wait that blocked its thread and found too few events; `nil` if there is no hint.
    var blockingWaitHint: String? { get }
}

/// A test that a recorder belongs to.
package protocol RunningTest: Sendable {
    /// The identity of the test.
    ///
    /// It can take longer to compute than a short test runs. An implementation may therefore compute it on demand.
    var identity: TestIdentity { get }

    /// The number of failures that the framework has counted so far, whoever reported them.
    ///
    /// It is `nil` if the framework does not say.
    var failureCount: Int? { get }

    /// Fails this test from outside of its code, for example after its end.
    ///
    /// - Parameter site: The place of the test's last assertion, for a framework that does not know the place of the
    ///   test.
    func fail(_ message: String, near site: CallSite?)

    /// Warns, at this test, about something that does not fail it.
    func warn(_ message: String, near site: CallSite?)
}
