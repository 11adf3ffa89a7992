import Foundation
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// A test case that can run another test case and keep the failures that XCTest gets.
class CapturingTestCase: RecordingTestCase {
    fileprivate static let log = Lock<FailureLog?>(nil)

    /// Returns the failures that XCTest gets while `body` runs as a test of a `RecordingTestCase`.
    ///
    /// - Parameter tests: The tests that run at the same time. By default, no other test runs.
    func failures(
        exhaustively: Bool = false, among tests: EventOwnership = EventOwnership(),
        of body: @escaping @Sendable () async throws -> Void
    ) -> [Failure] {
        capturedFailures { TestUnderTest.make(exhaustively: exhaustively, among: tests, body: body).invokeTest() }
    }

    /// Returns the failures that XCTest gets while `body` runs.
    func capturedFailures(of body: () -> Void) -> [Failure] {
        let log = FailureLog()
        Self.log.withLock { $0 = log }
        // The tests that `body` runs must not find the recorder of this test.
        EventOwnership.$ofTask.withValue(nil) { body() }
        Self.log.withLock { $0 = nil }
        return log.failures
    }

    /// Runs `body` as if this test had no recorder.
    func withoutRecorder<Result>(_ body: () -> Result) -> Result {
        let recorder = XCTestRun.setRecorder(nil)
        if let recorder { EventOwnership.ofProcess.end(recorder) }
        defer {
            XCTestRun.setRecorder(recorder)
            if let recorder { EventOwnership.ofProcess.begin(recorder, insteadOf: nil) }
        }
        return EventOwnership.$ofTask.withValue(nil) { body() }
    }

    private static func keep(_ description: String, _ file: String, _ line: Int) -> Bool {
        guard let log = log.withLock({ $0 }) else { return false }
        let prefix = "failed - "
        let message = description.hasPrefix(prefix) ? String(description.dropFirst(prefix.count)) : description
        log.keep(Failure(message: message, file: file, line: line))
        return true
    }

    #if canImport(ObjectiveC)
        override func record(_ issue: XCTIssue) {
            let place = issue.sourceCodeContext.location
            let message = issue.detailedDescription ?? issue.compactDescription
            if !Self.keep(message, place?.fileURL.path ?? "", place?.lineNumber ?? 0) {
                super.record(issue)
            }
        }
    #else
        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            if !Self.keep(description, filePath, lineNumber) {
                super.recordFailure(
                    withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
            }
        }
    #endif
}

/// A test case that other tests run. It has no tests of its own.
final class TestUnderTest: CapturingTestCase {
    private var body: (@Sendable () async throws -> Void)?
    private var isStrict = true
    private var others = EventOwnership()

    override var isExhaustive: Bool { isStrict }
    override var tests: EventOwnership { others }

    static func make(
        exhaustively: Bool, among tests: EventOwnership, body: @escaping @Sendable () async throws -> Void
    ) -> TestUnderTest {
        #if _runtime(_ObjC)
            let test = TestUnderTest(selector: #selector(runBody))
        #elseif canImport(ObjectiveC)
            // A stub of Apple's XCTest, on a platform without selectors.
            let test = TestUnderTest()
            test.stubName = "runBody"
            test.stubBody = { [unowned test] in try test.runBody() }
        #else
            let test = TestUnderTest(name: "runBody") { try ($0 as? TestUnderTest)?.runBody() }
        #endif
        test.isStrict = exhaustively
        test.others = tests
        test.body = body
        return test
    }

    #if _runtime(_ObjC)
        @objc
    #endif
    func runBody() throws {
        let body = try XCTUnwrap(body)
        let outcome = Lock<Result<Void, any Error>>(.success(()))
        let done = XCTestExpectation(description: "the body has returned")
        Task {
            do { try await body() } catch { outcome.withLock { $0 = .failure(error) } }
            done.fulfill()
        }
        XCTAssertEqual(XCTWaiter().wait(for: [done], timeout: 60), .completed)
        try outcome.withLock { $0 }.get()
    }
}
