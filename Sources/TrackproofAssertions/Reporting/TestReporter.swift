/// How assertions reach the test framework.
///
/// The core of the kit knows no framework: `TrackproofTesting` brings reporters for Swift Testing and XCTest, and
/// `TrackproofUITesting` one for XCTest alone.
package protocol TestReporter: Sendable {
    /// Fails the running test at a place.
    ///
    /// With XCTest the call may never return: where a test must not go on after a failure, XCTest raises an Objective-C
    /// exception. So callers change their state first and fail last.
    ///
    /// - Returns: whether the test fails; false for a known issue.
    @discardableResult
    func fail(_ message: String, at site: CallSite) -> Bool

    /// Puts a text into the test's report.
    func attach(_ text: String, named name: String, at site: CallSite)

    /// Whether the framework knows which test the code that runs now belongs to.
    var isInsideTest: Bool { get }

    /// Whether the code that runs now belongs to a test that the framework cannot name, as in a detached task.
    var isElsewhere: Bool { get }

    /// What to say of a wait that blocked its thread and found too few events; nil if there is nothing to say.
    var blockingWaitHint: String? { get }
}

/// A test that a recorder belongs to.
package protocol RunningTest: Sendable {
    /// Which test it is. Computed on demand: only snapshots need it, and it costs more than a short test.
    var identity: TestIdentity { get }

    /// How many failures of the test its framework knows by now, whoever reported them; nil if the framework does not
    /// tell.
    var failureCount: Int? { get }

    /// Fails this test from outside of its code, as after its end.
    ///
    /// - Parameter site: The test's last assertion, for a framework that does not know where the test is written.
    func fail(_ message: String, near site: CallSite?)

    /// Warns, at this test, of something that does not fail it.
    func warn(_ message: String, near site: CallSite?)
}
