// A stub of Apple's XCTest. It declares only what Trackproof and its example for iOS use. The signatures are those that
// Swift imports from XCTest's headers.
public import Foundation
@_exported public import XCUIAutomation

/// A stub of `XCTest`, the base class of test cases and suites.
open class XCTest {
    public init() {}
    open var name: String { "" }
    open private(set) var testRun: XCTestRun?

    /// Runs the test with observers, on the thread of all tests.
    open func run() {
        StubThread.run { [self] in
            let run = self is XCTestSuite ? XCTestSuiteRun(test: self) : XCTestRun(test: self)
            testRun = run
            perform(run)
        }
    }

    open func perform(_ run: XCTestRun) {}
}

/// A stub of `XCTestSuite`.
open class XCTestSuite: XCTest {
    open private(set) var tests: [XCTest] = []
    open func addTest(_ test: XCTest) { tests.append(test) }
    public init(name: String) {}

    open override func perform(_ run: XCTestRun) {
        let observers = XCTestObservationCenter.shared.stubObservers
        run.start()
        for observer in observers { observer.testSuiteWillStart(self) }
        for test in tests {
            test.run()
            if let testRun = test.testRun { (run as? XCTestSuiteRun)?.addTestRun(testRun) }
        }
        stubTearDown()
        run.stop()
        for observer in observers { observer.testSuiteDidFinish(self) }
    }

    /// The class method `tearDown()` of the suite's test cases.
    public var stubTearDown: () -> Void = {}
}

/// A stub of `XCTestCase`.
open class XCTestCase: XCTest {
    open override var name: String { "-[Stub.\(type(of: self)) \(stubName)]" }
    open func invokeTest() { StubThread.run { [self] in stubInvoke() } }
    open var continueAfterFailure = true

    /// Records an issue. Only an issue of XCTest itself, such as that of `XCTFail`, can interrupt the test.
    open func record(_ issue: XCTIssue) {
        stubFailures.append(StubFailure(issue))
        testRun?.record(issue)
        if issue.stubShouldInterruptTest { stubInterrupt() }
    }

    open override func perform(_ run: XCTestRun) {
        let observers = XCTestObservationCenter.shared.stubObservers
        run.start()
        for observer in observers { observer.testCaseWillStart(self) }
        invokeTest()
        run.stop()
        for observer in observers { observer.testCaseDidFinish(self) }
    }

    open func add(_ attachment: XCTAttachment) { stubAttachments.append(attachment) }
    @preconcurrency open func addTeardownBlock(_ block: @escaping @MainActor @Sendable () throws -> Void) { stubAdd(block) }
    open func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {}

    // The properties below exist only in the stub. `stubInvoke()` uses them to run the test.
    public var stubName = "test"
    public var stubBody: () throws -> Void = {}
    public var stubFailures: [StubFailure] = []
    public var stubAttachments: [XCTAttachment] = []
    var stubTeardownBlocks: [@MainActor @Sendable () throws -> Void] = []
}

/// A stub of `XCTSkip`.
public struct XCTSkip: Error {
    public init(_ message: String? = nil, file: StaticString = #filePath, line: UInt = #line) {}
}

/// A stub of `XCTestObservation`. In Apple's protocol, these requirements are optional.
public protocol XCTestObservation: NSObjectProtocol {
    func testBundleDidFinish(_ testBundle: Bundle)
    func testSuiteWillStart(_ testSuite: XCTestSuite)
    func testSuiteDidFinish(_ testSuite: XCTestSuite)
    func testCaseWillStart(_ testCase: XCTestCase)
    func testCaseDidFinish(_ testCase: XCTestCase)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue)
}

/// A stub of `XCTestObservationCenter`.
open class XCTestObservationCenter {
    open class var shared: XCTestObservationCenter { theCenter }
    nonisolated(unsafe) private static let theCenter = XCTestObservationCenter()
    open func addTestObserver(_ testObserver: any XCTestObservation) { stubObservers.append(testObserver) }
    private(set) var stubObservers: [any XCTestObservation] = []
}

/// Adds a failure to the test that runs.
public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {
    let location = XCTSourceCodeLocation(filePath: "\(file)", lineNumber: Int(line))
    var issue = XCTIssue(
        type: .assertionFailure, compactDescription: "failed - \(message)",
        sourceCodeContext: XCTSourceCodeContext(location: location))
    issue.stubShouldInterruptTest = true
    stubRunning.last?.record(issue)
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

/// A stub of `XCTestExpectation`.
open class XCTestExpectation: @unchecked Sendable {
    // `@unchecked Sendable` is safe: the only property is a semaphore.
    let stubSemaphore = DispatchSemaphore(value: 0)
    public init(description: String) {}
    open func fulfill() { stubSemaphore.signal() }
}

/// A stub of `XCTWaiter`.
open class XCTWaiter {
    public enum Result: Int { case completed = 1, timedOut }
    public init() {}
    open func wait(for expectations: [XCTestExpectation], timeout seconds: TimeInterval) -> Result {
        let isDone = expectations.allSatisfy { $0.stubSemaphore.wait(timeout: .now() + seconds) == .success }
        return isDone ? .completed : .timedOut
    }
}


/// Returns the value of the expression, or throws a ``StubFailure`` if the value is `nil`.
public func XCTUnwrap<Value>(
    _ expression: @autoclosure () throws -> Value?, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws -> Value {
    guard let value = try expression() else { throw StubFailure(message: message(), line: line) }
    return value
}

/// A stub of `XCTAssertTrue`.
public func XCTAssertTrue(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) { stubAssert(try expression(), message(), file, line) }

/// A stub of `XCTAssertFalse`.
public func XCTAssertFalse(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) { stubAssert(try !expression(), message(), file, line) }

/// A stub of `XCTAssertEqual`.
public func XCTAssertEqual<Value: Equatable>(
    _ expression1: @autoclosure () throws -> Value, _ expression2: @autoclosure () throws -> Value,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {
    let message = message()
    do {
        let (first, second) = (try expression1(), try expression2())
        stubAssert(first == second, "(\"\(first)\") is not equal to (\"\(second)\") \(message)", file, line)
    } catch {
        stubAssert(false, "\(error)", file, line)
    }
}

private func stubAssert(
    _ condition: @autoclosure () throws -> Bool, _ message: String, _ file: StaticString, _ line: UInt
) {
    do {
        if try !condition() { XCTFail(message, file: file, line: line) }
    } catch {
        XCTFail("\(error)", file: file, line: line)
    }
}
