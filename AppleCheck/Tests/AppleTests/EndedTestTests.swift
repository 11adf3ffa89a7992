import Foundation
import Testing
import Trackproof
import TrackproofSnapshots
import TrackproofBridge
import TrackproofXCTest
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting
@testable import TrackproofUITesting

/// Tests of sessions in a test that must not continue after a failure. In such a test, `XCTFail` does not return.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct EndedTestTests {
    private let app = StreamedApp()
    private let test = StubTest()

    private func launch(_ bridge: UITestBridge = .tcp) throws -> UITestSession {
        try UITestSession.launch(app, bridge: bridge, timeout: .seconds(30), test: test)
    }

    /// Runs a test with a session, checks that the session has ended, and returns the test's failures.
    private func run(_ bridge: UITestBridge = .tcp, _ body: @escaping (UITestSession) throws -> Void) -> [StubFailure] {
        test.stubBody = { try body(try launch(bridge)) }
        test.run()
        #expect(app.isCutOff)
        return test.stubFailures
    }

    @Test func aFailedAssertionAttachesEventsAndEndsTheSession() async throws {
        let failures = run { session in
            app.analytics.track(Event("a"))
            session.expectTracked("a")
            session.expectTracked("b", within: .zero, line: 7)
            Issue.record("the test continued after a failure")
        }
        let table = "recorded 1 event (✓ checked):\n✓   1  track a"
        #expect(
            failures == [StubFailure(message: "failed - not tracked: track b\n\(table)", line: 7)])
        #expect(test.stubAttachments.map(\.uniformTypeIdentifier) == ["public.plain-text", "public.json"])
        #expect(test.stubAttachments.map { String(decoding: $0.stubData, as: UTF8.self) }.first == table + "\n")
        let recording = try Recording(test.stubAttachments.last?.stubData ?? Data())
        #expect(recording.events.map(\.event) == [Event("a")])
    }

    @Test func uncheckedEventsAreReportedAtTheEndOfTheTest() async {
        let failures = run { session in
            app.analytics.track(Event("a"))
        }
        #expect(test.stubAttachments.map(\.name) == ["events.txt", "events.json"])
        #expect(
            failures.map(\.message) == [
                "1 event that no assertion has checked: track a (number 1)\nrecorded 1 event:\n    1  track a"
            ])
    }

    @Test func severalProblemsInOneAssertionAreOneFailure() async {
        let failures = run(.file) { session in
            app.analytics.track(Event("a"))
            try app.append("{\"hello\":1,\"writer\":\"9-x\"}\n{\"lost\":3,\"writer\":\"9-x\"}\n")
            session.expectNothingElse(line: 7)
        }
        #expect(
            failures == [
                StubFailure(
                    message: """
                        failed - the app dropped 3 events: the bridge `file` had no room
                        1 more event than expected: track a (number 1)
                        recorded 1 event:
                            1  track a
                        """, line: 7)
            ])
    }

    /// Tests the stub: code cannot stop a test with an issue.
    @Test(arguments: [false, true])
    func onlyXCTFailStopsATest(stops: Bool) {
        var continued = false
        test.stubBody = { [test] in
            if stops { XCTFail("a") } else { test.record(XCTIssue(type: .assertionFailure, compactDescription: "a")) }
            continued = true
        }
        test.run()
        #expect(continued == !stops)
        #expect(test.stubFailures.map(\.title) == [stops ? "failed - a" : "a"])
    }

    @Test func theNextTestIsNotAffected() async {
        _ = run { session in session.expectTracked("b", within: .zero) }
        #expect(test.stubAttachments.isEmpty)
        let (next, other) = (StubTest(), StreamedApp())
        next.stubBody = {
            let session = try UITestSession.launch(other, bridge: .tcp, timeout: .seconds(30), test: next)
            other.analytics.track(Event("a"))
            session.expectTracked("a")
        }
        next.run()
        #expect(next.stubFailures.isEmpty)
        #expect(other.isCutOff)
        #expect(test.stubFailures.count == 1)
    }

    @Test func aSharedSessionContinuesInTheNextTest() async throws {
        nonisolated(unsafe) var shared: UITestSession?
        let next = StubTest()
        test.stubBody = {
            let session = try UITestSession.launch(app, bridge: .tcp, timeout: .seconds(30))
            shared = session
            session.reset(for: test)
            app.analytics.track(Event("a"))
        }
        next.stubBody = {
            let session = try #require(shared)
            session.reset(for: next)
            app.analytics.track(Event("b"))
            session.expectTracked("b")
        }
        test.run()
        #expect(test.stubFailures.map { $0.message.prefix(7) } == ["1 event"])
        #expect(test.stubAttachments.map(\.name) == ["events.txt", "events.json"])
        next.run()
        #expect(next.stubFailures.isEmpty)
        shared?.finish()
    }

    @Test func severalSnapshotsThatVaryAreOneFailure() async throws {
        let folder = NSTemporaryDirectory() + "/trackproof-" + UUID().uuidString
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: folder) } }
        let learning = try #require(SnapshotLearning(environment: ["TRACKPROOF_RECORD_RUNS": "2"]))
        let recorder = TestRecorder(
            XCTestReporter(XCTestRunningTest(test)), test: XCTestRunningTest(test), learning: learning)
        let site = CallSite("A/B.swift", "/A/B.swift", 7, 1)
        for name in ["one", "two"] {
            let file = try SnapshotFile(path: "\(folder)/\(name).json", isWritable: true, mode: .all)
            for id in 1...2 { learning.add(Recording([Event("tap", ["id": .integer(Int64(id))])]), to: file, at: site) }
        }
        test.stubRun { learning.finish(recorder) }
        #expect(test.stubFailures.count == 1)
        for name in ["one", "two"] {
            #expect(test.stubFailures.first?.message.contains("accept \(folder)/\(name).pending.json") == true)
            #expect(FileManager.default.fileExists(atPath: "\(folder)/\(name).pending.json"))
        }
    }

    @Test func aFailureCountsBeforeItIsReported() async {
        let recorder = TestRecorder(XCTestReporter(XCTestRunningTest(test)), test: XCTestRunningTest(test))
        recorder.record(RecordedEvent(Event("a")))
        test.stubRun { recorder.fail("failed", at: CallSite("A/B.swift", "/A/B.swift", 7, 1)) }
        // The failure is recorded already. So `takeProblems(isExhaustive:)` does not report the event that no assertion
        // checked.
        #expect(recorder.takeProblems(isExhaustive: true) == nil)
    }
}

/// A test that must not continue after a failure.
private final class StubTest: XCTestCase, @unchecked Sendable {
    override init() {
        super.init()
        continueAfterFailure = false
    }

    override var name: String { "-[AppleTests.StubTest test]" }
}

/// An app that runs in the test's process, and has no screen. It sends its events over a socket or a file.
private final class StreamedApp: AppUnderTest {
    private(set) var analytics = Analytics()
    private var environment: [String: String] = [:]

    func launch(arguments: [String], environment: [String: String]) throws {
        self.environment = environment
        analytics.addProvider(
            try EventBridge(environment["TRACKPROOF_BRIDGE"] ?? "", token: environment["TRACKPROOF_TOKEN"]))
    }

    private var address: String { environment["TRACKPROOF_BRIDGE"] ?? "" }

    /// A Boolean value that indicates whether the test's side of the bridge has ended.
    ///
    /// In that case, the bridge's file does not exist, or no socket listens at the bridge's address.
    var isCutOff: Bool {
        if address.hasPrefix("file:") { return !FileManager.default.fileExists(atPath: file) }
        // If no socket listens at `address`, the bridge uses the second address and creates the file `unused`.
        let unused = NSTemporaryDirectory() + "/trackproof-" + UUID().uuidString
        do {
            _ = try EventBridge("\(address)\nfile:\(unused)")
            return FileManager.default.fileExists(atPath: unused)
        } catch {
            return false
        }
    }

    private var file: String { String(address.dropFirst("file:".count)) }

    /// Appends a text to the bridge's file, as an app in a different process does.
    func append(_ text: String) throws {
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    var exitDescription: String? { nil }
    func observeChanges(_ onChange: @escaping @Sendable () -> Void) -> Bool { true }

    private let unsupported = UnsupportedByDriver("an app without a screen")
    func value(ofElement identifier: String) throws -> String? { throw unsupported }
    func textsOfAlert(withButton title: String) throws -> [String]? { throw unsupported }
    func pressAlertButton(_ title: String) throws { throw unsupported }
    func pasteboardText() throws -> String? { throw unsupported }
    func clearPasteboard() throws { throw unsupported }
}
