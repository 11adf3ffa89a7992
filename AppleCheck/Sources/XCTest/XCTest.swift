// What TrackproofTesting uses of Apple's XCTest, with the signatures of its headers as Swift sees them.
@_exported public import XCUIAutomation

open class XCTestCase {
    public init() {}
    open var name: String { "" }
    open var testRun: XCTestRun? { nil }
    open func invokeTest() {}
    open var continueAfterFailure = true
    open func add(_ attachment: XCTAttachment) {}
    open func addTeardownBlock(_ block: @escaping @Sendable () -> Void) {}
}

open class XCTestRun {
    open var hasBeenSkipped: Bool { false }
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

open class XCTAttachment {
    public enum Lifetime: Int { case keepAlways, deleteOnSuccess }
    open var name: String?
    open var lifetime = Lifetime.deleteOnSuccess
    public init(string: String) {}
}

// What the UI tests of the example use.

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
