import Foundation

/// An object that reports the failures of assertions to a test framework. The module `TrackproofAssertions` depends on
/// no test framework. `TrackproofTesting` contains a reporter for Swift Testing and XCTest, and `TrackproofXCTest`
/// contains a reporter for XCTest alone.
package protocol TestReporter: Sendable {
    /// Fails a test.
    ///
    /// - Parameters:
    ///   - test: The test, if the failure is about the test as a whole. The failure is then attributed to the place
    ///     where the test is declared, if the framework knows this place.
    ///   - site: The call site to which the failure is attributed otherwise.
    ///   - stopping: Whether the failure may stop the test. If the test must not continue after a failure, XCTest then
    ///     raises an Objective-C exception, and the call never returns. Therefore callers change their state before.
    /// - Returns: Whether the test fails; `false` for a known issue.
    @discardableResult
    func fail(_ message: String, of test: (any RunningTest)?, at site: CallSite, stopping: Bool) -> Bool

    /// Adds a warning to a test. The test does not fail.
    func warn(_ message: String, of test: any RunningTest, at site: CallSite)

    /// Adds a file to the report of the running test. The extension of its name says what the bytes are.
    func attach(_ bytes: [UInt8], named name: String, at site: CallSite)

    /// Whether the framework knows which test runs the calling code. Always `false` with XCTest.
    var isInsideTest: Bool { get }

    /// Whether the framework does not know which test runs the calling code, for example in a detached task. Always
    /// `false` with XCTest, which runs one test at a time.
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
    /// The identity of the test. It is computed on demand, because that can take longer than a short test.
    var identity: TestIdentity { get }

    /// The number of failures of the test so far, including those that Trackproof did not report; `nil` if the framework
    /// does not count them.
    var failureCount: Int? { get }

    /// Whether the test was skipped after it had begun.
    var isSkipped: Bool { get }
}

/// The identity of a test.
package struct TestIdentity: Sendable, Hashable {
    /// The module that contains the test.
    package let module: String
    /// The names of the suites, the outermost first, then the function's name: `["LoginTests", "aLoginIsTracked()"]`.
    package let path: [String]
    /// Whether the test is parameterized, so that it may have several cases.
    package let isParameterized: Bool
    /// The text that distinguishes the cases of the test within one process.
    package let testCase: String

    package init(module: String, path: [String], isParameterized: Bool = false, testCase: String = "") {
        (self.module, self.path, self.isParameterized, self.testCase) = (module, path, isParameterized, testCase)
    }
}

/// The place in a test's source code at which the test calls a function of Trackproof, such as an assertion. XCTest
/// accepts a path only as a `StaticString`, and does not accept the `SourceLocation` of Swift Testing.
package struct CallSite: Sendable {
    package let fileID: StaticString
    package let filePath: StaticString
    package let line: UInt
    package let column: UInt

    package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
        (self.fileID, self.filePath, self.line, self.column) = (fileID, filePath, line, column)
    }

    /// The call site of a failure whose place in the source code is unknown.
    package static let unknown = CallSite("", "", 0, 0)
}

/// The test framework of a UI-test session that was created without a test case of XCTest. `TrackproofTesting` contains
/// the class that conforms to this protocol. A UI-test target in Xcode cannot contain `TrackproofTesting`, so
/// `TrackproofUITesting` finds the class by its name, if the process contains it.
package protocol SessionFramework: AnyObject {
    init()
    /// The reporter for the test framework that runs the current code.
    var reporter: any TestReporter { get }
    /// The test that is running; `nil` if the test framework does not tell which test is running.
    var runningTest: (any RunningTest)? { get }
}

/// The lookup of the class in `TrackproofTesting` that conforms to ``SessionFramework``.
package enum SessionFrameworks {
    /// Returns an instance of `UnitTestFramework`; `nil` if the process does not contain `TrackproofTesting`.
    package static func find() -> (any SessionFramework)? {
        (NSClassFromString("TrackproofTesting.UnitTestFramework") as? any SessionFramework.Type).map { $0.init() }
    }
}
