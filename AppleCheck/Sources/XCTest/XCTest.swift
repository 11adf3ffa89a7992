// What TrackproofTesting uses of Apple's XCTest, with the signatures of its headers as Swift sees them.
public import Foundation
@_exported public import XCUIAutomation

open class XCTestCase {
    public init() {}
    open var name: String { "" }
    open var testRun: XCTestRun? { nil }
    open func invokeTest() { stubInvoke() }
    open var continueAfterFailure = true
    open func add(_ attachment: XCTAttachment) { stubAttachments.append(attachment) }
    open func addTeardownBlock(_ block: @escaping @MainActor @Sendable () throws -> Void) { stubAdd(block) }
    open func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {}

    // How the stub runs a test: see `stubInvoke()`.
    public var stubBody: () throws -> Void = {}
    public var stubFailures: [StubFailure] = []
    public var stubAttachments: [XCTAttachment] = []
    var stubTeardownBlocks: [@MainActor @Sendable () throws -> Void] = []
}

open class XCTestRun {
    open var hasBeenSkipped: Bool { false }
    open var totalFailureCount: Int { 0 }
}

/// Apple's is a protocol of Objective-C, whose methods are optional.
public struct XCTSkip: Error {
    public init(_ message: @autoclosure () -> String? = nil) {}
}

public protocol XCTestObservation: AnyObject {
    func testBundleWillStart(_ testBundle: Bundle)
    func testBundleDidFinish(_ testBundle: Bundle)
    func testCaseWillStart(_ testCase: XCTestCase)
    func testCaseDidFinish(_ testCase: XCTestCase)
}

open class XCTestObservationCenter {
    public nonisolated(unsafe) static let shared = XCTestObservationCenter()
    open func addTestObserver(_ testObserver: any XCTestObservation) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {
    StubFailure(message: message, line: line).record()
}

open class XCTAttachment {
    public enum Lifetime: Int { case keepAlways, deleteOnSuccess }
    open var name: String?
    open var lifetime = Lifetime.deleteOnSuccess
    public let stubText: String
    public init(string: String) { stubText = string }
}

// What the UI tests of the example use.

public func XCTUnwrap<Value>(
    _ expression: @autoclosure () throws -> Value?, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws -> Value {
    guard let value = try expression() else { throw StubFailure(message: message(), line: line) }
    return value
}

public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertFalse(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertEqual<Value: Equatable>(
    _ expression1: @autoclosure () throws -> Value, _ expression2: @autoclosure () throws -> Value,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}
