/// An object that reports the failures of assertions to a test framework.
///
/// The module `TrackproofAssertions` depends on no test framework. `TrackproofTesting` contains a reporter for Swift
/// Testing and XCTest, and `TrackproofXCTest` contains a reporter for XCTest alone.
package protocol TestReporter: Sendable {
    /// Fails a test.
    ///
    /// - Parameters:
    ///   - test: The test, if the failure is about the test as a whole. The failure is then attributed to the place
    ///     where the test is declared, if the framework knows this place.
    ///   - site: The call site to which the failure is attributed otherwise.
    ///   - stopping: Whether the failure may stop the test, as that of an assertion in the test's code. If the test must
    ///     not continue after a failure, XCTest then raises an Objective-C exception, and the call never returns.
    ///     Therefore callers change their state before they call this function.
    /// - Returns: Whether the test fails; `false` for a known issue.
    @discardableResult
    func fail(_ message: String, of test: (any RunningTest)?, at site: CallSite, stopping: Bool) -> Bool

    /// Adds a warning to a test. The test does not fail.
    func warn(_ message: String, of test: any RunningTest, at site: CallSite)

    /// Adds a file to the report of the running test.
    ///
    /// - Parameter name: The name of the file. Its extension says what the bytes are: `txt`, `json` or `png`.
    func attach(_ bytes: [UInt8], named name: String, at site: CallSite)

    /// Whether the framework knows which test runs the calling code. Always `false` with XCTest.
    var isInsideTest: Bool { get }

    /// Whether the framework does not know which test runs the calling code, for example in a detached task.
    ///
    /// Always `false` with XCTest, which runs one test at a time.
    var isOutsideTest: Bool { get }

    /// The hint to show if an assertion blocked its thread and too few events arrived; `nil` if there is no hint.
    var blockingWaitHint: String? { get }
}

extension TestReporter {
    /// Fails the running test, and attributes the failure to a call site. The test continues.
    @discardableResult
    package func fail(_ message: String, at site: CallSite) -> Bool {
        fail(message, of: nil, at: site, stopping: false)
    }
}

/// The test whose events a recorder records.
package protocol RunningTest: Sendable {
    /// The identity of the test.
    ///
    /// Computing the identity can take longer than a short test. Therefore an implementation may compute it on demand.
    var identity: TestIdentity { get }

    /// The number of failures of the test so far, including failures that Trackproof did not report.
    ///
    /// `nil` if the framework does not count the failures.
    var failureCount: Int? { get }

    /// Whether the test was skipped after it had begun.
    var isSkipped: Bool { get }
}
