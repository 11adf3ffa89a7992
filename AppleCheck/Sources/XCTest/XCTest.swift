// A stub of Apple's XCTest. It declares only what Trackproof and its example for iOS use. The signatures are those that
// Swift imports from XCTest's headers.
public import Foundation
@_exported public import XCUIAutomation

/// A stub of `XCTest`, the base class of test cases and suites.
open class XCTest {
    public init() {}
}

/// A stub of `XCTestSuite`.
open class XCTestSuite: XCTest {
    open var tests: [XCTest] { [] }
}

/// A stub of `XCTestCase`.
open class XCTestCase: XCTest {
    open var name: String { "" }
    open var testRun: XCTestRun? { nil }
    open func invokeTest() { stubInvoke() }
    open var continueAfterFailure = true
    open func record(_ issue: XCTIssue) { StubFailure(issue).record() }
    open func add(_ attachment: XCTAttachment) { stubAttachments.append(attachment) }
    @preconcurrency open func addTeardownBlock(_ block: @escaping @MainActor @Sendable () throws -> Void) { stubAdd(block) }
    open func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {}

    // The properties below exist only in the stub. `stubInvoke()` uses them to run the test.
    public var stubBody: () throws -> Void = {}
    public var stubFailures: [StubFailure] = []
    public var stubAttachments: [XCTAttachment] = []
    var stubTeardownBlocks: [@MainActor @Sendable () throws -> Void] = []
}

/// A stub of `XCTestRun`.
open class XCTestRun {
    open var hasBeenSkipped: Bool { false }
    open var hasSucceeded: Bool { totalFailureCount == 0 }
    open var totalFailureCount: Int { 0 }
}

/// A stub of `XCTSkip`.
public struct XCTSkip: Error {
    public init(_ message: String? = nil, file: StaticString = #filePath, line: UInt = #line) {}
}

/// A stub of `XCTestObservation`. In Apple's protocol, these requirements are optional.
public protocol XCTestObservation: NSObjectProtocol {
    func testBundleDidFinish(_ testBundle: Bundle)
    func testSuiteWillStart(_ testSuite: XCTestSuite)
    func testCaseWillStart(_ testCase: XCTestCase)
    func testCaseDidFinish(_ testCase: XCTestCase)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue)
}

/// A stub of `XCTestObservationCenter`.
open class XCTestObservationCenter {
    open class var shared: XCTestObservationCenter { theCenter }
    nonisolated(unsafe) private static let theCenter = XCTestObservationCenter()
    open func addTestObserver(_ testObserver: any XCTestObservation) {}
}

/// Adds a failure to the test that runs.
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {
    StubFailure(message: message, line: line).record()
}

/// A stub of `XCTAttachment`.
open class XCTAttachment {
    public enum Lifetime: Int { case keepAlways, deleteOnSuccess }
    open var name: String?
    open var lifetime = Lifetime.deleteOnSuccess
    public let uniformTypeIdentifier: String
    public let stubData: Data
    public init(data: Data, uniformTypeIdentifier: String) {
        (self.uniformTypeIdentifier, stubData) = (uniformTypeIdentifier, data)
    }
}

// The UI tests of the example for iOS use the functions below.

/// Returns the value of the expression, or throws a ``StubFailure`` if the value is `nil`.
public func XCTUnwrap<Value>(
    _ expression: @autoclosure () throws -> Value?, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws -> Value {
    guard let value = try expression() else { throw StubFailure(message: message(), line: line) }
    return value
}

/// A stub of `XCTAssertTrue`, which checks nothing.
public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

/// A stub of `XCTAssertFalse`, which checks nothing.
public func XCTAssertFalse(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

/// A stub of `XCTAssertEqual`, which checks nothing.
public func XCTAssertEqual<Value: Equatable>(
    _ expression1: @autoclosure () throws -> Value, _ expression2: @autoclosure () throws -> Value,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}
