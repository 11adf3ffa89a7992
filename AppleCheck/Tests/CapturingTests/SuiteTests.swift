import Foundation
import Testing
import Trackproof
import TrackproofMutation
import TrackproofPlatform
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofUITesting
@testable import TrackproofXCTest

/// Tests of a whole run of XCTest, as Xcode runs it. Each run has its own process, because a process has one run.
struct SuiteTests {
    @Test func lateEventsFailTheSuiteAndNoTest() async {
        await #expect(processExitsWith: .success) {
            let kept = Lock<Analytics?>(nil)
            let (first, second) = (SampleCase(), SampleCase())
            first.stubBody = { [unowned first] in
                first.recordEvents()
                kept.withLock { $0 = .recording() }
                kept.withLock { $0 }?.track(name: "a")
                expectTracked("a")
            }
            second.stubBody = { [unowned second] in
                second.recordEvents()
                kept.withLock { $0 }?.track(name: "b", ["n": 1])
                Analytics.recording().flush()
                expectCount(0)
            }
            let (root, run) = runAll([first, second])
            expect(run.stubIssues.isEmpty && first.stubFailures.isEmpty && second.stubFailures.isEmpty)
            let issues = (root.testRun as? XCTestSuiteRun)?.stubIssues ?? []
            expect(
                issues.map(\.compactDescription) == [
                    "tracked after SampleCase/first had ended: track b {n: 1}"
                ])
            expect(issues.first?.detailedDescription?.contains("\nwait for the event in that test") == true)
            expect(root.testRun?.totalFailureCount == 1)
        }
    }

    @Test func uncheckedEventsOfOwnRecordersFailTheSuite() async {
        await #expect(processExitsWith: .success) {
            let kept = Lock<TestRecorder?>(nil)
            let test = SampleCase()
            test.stubBody = {
                let recorder = TestRecorder()
                recorder.track(Event("a"))
                kept.withLock { $0 = recorder }
            }
            let (root, _) = runAll([test])
            let issues = (root.testRun as? XCTestSuiteRun)?.stubIssues ?? []
            let title = "1 event that no assertion has checked: track a (number 1)"
            expect(issues.map(\.compactDescription) == [title] && test.stubFailures.isEmpty)
        }
    }

    /// Tests a test that stops in a closure whose task-local value is not restored then.
    @Test func theNextTestHasItsOwnRecorder() async {
        await #expect(processExitsWith: .success) {
            let (first, next) = (StoppingCase(), SampleCase())
            first.stubBody = {
                Analytics.recording().track(name: "a")
                expectEvents(Event("b")) { expectTracked("c") }
            }
            next.stubBody = { [unowned next] in
                let recorder = next.recordEvents()
                Analytics.recording().track(name: "b")
                XCTAssertTrue(TestRecorder.current === recorder)
                expectTracked("b")
            }
            let (root, _) = runAll([first, next])
            expect(first.stubFailures.map { $0.message.hasPrefix("failed - not tracked: track c\n") } == [true])
            expect(next.stubFailures.isEmpty)
            expect(root.testRun?.totalFailureCount == 1)
        }
    }

    @Test func passBridgeOnAnotherThreadThanTheMainThreadFailsTheTest() async {
        await #expect(processExitsWith: .success) {
            let application = await MainActor.run { XCUIApplication() }
            let test = SampleCase()
            test.stubBody = { application.passBridge() }
            _ = runAll([test])
            let message = """
                passBridge() had no effect: XCUIApplication works only on the main thread: use a session in the test \
                method itself, and mark an async test method with @MainActor
                """
            expect(test.stubFailures.map(\.message) == [message])
        }
    }

    /// Tests a process of both frameworks, as Xcode starts it. It has no arguments that name a framework.
    @Test func swiftTestingIsKnownAfterTheTestsOfXCTest() async {
        await #expect(processExitsWith: .success) {
            let test = SampleCase()
            let seen = Lock<[TestFramework]>([])
            let isRunning = Lock(false)
            test.stubBody = {
                seen.withLock { $0.append(.current) }
                isRunning.withLock { $0 = TestCases.isRunning }
            }
            _ = runAll([test])
            expect(isRunning.withLock { $0 } && !TestCases.isRunning)
            Observer().testBundleDidFinish(.main)
            seen.withLock { $0.append(.current) }
            XCTestRun.noteSwiftTesting()
            await Task.detached { seen.withLock { $0.append(.current) } }.value
            expect(seen.withLock { $0 } == [.xcTest, .unknown, .swiftTesting])
        }
    }

    /// Tests that `trackproof mutate` learns of failures only. Xcode reports warnings of the runtime as issues.
    @Test func aWarningIsNoFailure() async throws {
        await #expect(processExitsWith: .success) {
            let folder = NSTemporaryDirectory() + "/trackproof-" + UUID().uuidString
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (name, bytes) in [
                (MutationRound.fileName, MutationRound().bytes), (MutationRound.journalFileName, []),
            ] { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
            setenv(EnvironmentVariable.mutation, folder, 1)
            let test = SampleCase()
            test.stubBody = { [unowned test] in
                test.recordEvents(exhaustively: false)
                test.record(XCTIssue(type: .assertionFailure, compactDescription: "slow", severity: .warning))
                test.record(XCTIssue(type: .assertionFailure, compactDescription: "wrong"))
            }
            _ = runAll([test])
            let journal = try String(contentsOfFile: "\(folder)/\(MutationRound.journalFileName)", encoding: .utf8)
            try FileManager.default.removeItem(atPath: folder)
            expect(journal.contains("wrong") && !journal.contains("slow"))
        }
    }
}

private final class SampleCase: XCTestCase {}

private final class StoppingCase: RecordingTestCase {
    override init() {
        super.init()
        continueAfterFailure = false
    }
}

/// Runs test cases in a suite in another suite, with the observer of the library.
private func runAll(_ tests: [XCTestCase]) -> (root: XCTestSuite, run: XCTestSuiteRun) {
    let (root, suite) = (XCTestSuite(name: "All tests"), XCTestSuite(name: "SampleCase"))
    root.addTest(suite)
    for (test, name) in zip(tests, ["first", "second"]) {
        test.stubName = name
        suite.addTest(test)
    }
    XCTestObservationCenter.shared.addTestObserver(Observer())
    root.run()
    guard let run = suite.testRun as? XCTestSuiteRun else { fatalError("the suite has not run") }
    return (root, run)
}

/// Ends the process with a failure if a condition is false.
private func expect(_ condition: Bool, line: Int = #line) {
    if condition { return }
    print("line \(line): the condition is false")
    exit(2)
}
