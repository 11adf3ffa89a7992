import _TrackproofTestSupport
import Foundation
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// Tests of several runs of one test, which show the values that vary and propose rules for review.
@Suite struct LearningTests {
    /// Runs a test as the trait `.recordingEvents` does. Returns the messages of its failures and the number of runs.
    private func failures(
        runs: Int, in folder: SnapshotFolder, _ track: @escaping @Sendable (TestRecorder, Int) -> Void
    ) async throws -> (messages: [String], runs: Int) {
        let test = try #require(Test.current)
        let environment = folder.environment.merging([
            EnvironmentVariable.recordRuns: String(runs), "TRACKPROOF_RECORD": "all",
        ]) { $1 }
        let run = Lock(0)
        let messages = Lock<[String]>([])
        try await withKnownIssue(isIntermittent: true) {
            try await RecordingTrait.recordingEvents.record(test, Test.Case.current, environment: environment) {
                let recorder = try #require(TestRecorder.current)
                let number = run.withLock { run in
                    run += 1
                    return run
                }
                track(recorder, number)
                SnapshotCheck(
                    recorder: recorder, label: nil, mode: nil, bundle: nil, environment: environment,
                    site: CallSite("ShopTests/PurchaseTests.swift", "/nowhere/PurchaseTests.swift", 7, 9)
                ).run()
            }
        } matching: { issue in
            messages.withLock { $0.append(issue.comments.map(\.rawValue).joined(separator: "\n")) }
            return true
        }
        return (messages.withLock { $0 }.map { $0.replacing(folder.place, with: "DIR") }, run.withLock { $0 })
    }

    @Test func rulesForVaryingValuesAreProposedAndAccepted() async throws {
        let folder = try SnapshotFolder()
        let track: @Sendable (TestRecorder, Int) -> Void = { recorder, run in
            recorder.track(Event("purchase", ["order_id": UUID(), "attempt": run, "price": 19.99]))
        }
        let name = "LearningTests.rulesForVaryingValuesAreProposedAndAccepted"
        let learned = try await failures(runs: 5, in: folder, track)
        #expect(
            learned.messages.map { $0.replacing(/"[-0-9A-F]{36}"/, with: "ID") } == [
                """
                5 runs differ
                parameters that vary, and the shape that fits them:
                  purchase.attempt: integer
                      run 1: 1; run 2: 2; run 3: 3; run 4: 4; run 5: 5
                      the value grows by 1 with each run: does the app keep its state from run to run? Then erase it \
                before each run instead of this rule
                  purchase.order_id: uuid
                      run 1: ID; run 2: ID; run 3: ID; run 4: ID; run 5: ID
                review and accept it: trackproof accept DIR/\(name).pending.json
                """
            ])
        #expect(learned.runs == 5)
        #expect(try folder.names == [name + ".pending.json"])

        // Accepts the proposed rules, as `trackproof accept` does.
        let pending = PendingSnapshot(ofSnapshot: folder.place + "/" + name + ".json")
        try Snapshot(contentsOf: pending.path).write(to: pending.snapshotPath)
        try pending.remove()
        try expectGolden(
            "LearningTests/rules-for-varying-values-are-proposed-and-accepted", folder.text(name + ".json"))

        // After the rules are accepted, the same number of runs reports nothing.
        let again = try await failures(runs: 3, in: folder, track)
        #expect(again.messages == [])
        #expect(again.runs == 3)
    }

    @Test func differencesThatNoRuleCanExpressAreReported() async throws {
        let folder = try SnapshotFolder()
        let result = try await failures(runs: 4, in: folder) { recorder, run in
            recorder.track(.purchase())
            if run % 2 == 0 { recorder.track(Event("retry")) }
        }
        let name = "LearningTests.differencesThatNoRuleCanExpressAreReported"
        #expect(
            result.messages == [
                """
                4 runs differ
                differences that no rule can express:
                  track retry: tracked in 2 of 4 runs
                review and accept it: trackproof accept DIR/\(name).pending.json
                """
            ])
    }

    /// Tests a failure that an issue filter removes. The test has not failed, for each part of the library.
    @Test(.recordingEvents) func aRemovedFailureIsNoFailure() async throws {
        let recorder = try #require(TestRecorder.current)
        let filter: IssueHandlingTrait = .compactMapIssues { _ in nil }
        try await filter.provideScope(for: try #require(Test.current), testCase: .current) {
            expectTracked("tap")
        }
        #expect(recorder.hasFailed)
        #expect(!recorder.isTestFailed)
        #expect(!recorder.hasTestFailedSoFar)
    }

    @Test func learningStopsAfterAFailedRun() async throws {
        let folder = try SnapshotFolder()
        let result = try await failures(runs: 5, in: folder) { recorder, _ in
            recorder.track(.purchase())
            expectTracked("something else", in: recorder)
        }
        #expect(result.runs == 1)
        #expect(try folder.names == [])
    }
}
