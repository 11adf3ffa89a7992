import Foundation
import Testing
import Trackproof
import TrackproofPlatform

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of the recorder that each test of a suite has.
@Suite(.recordingEvents) struct RecorderPerTestTests {
    let analytics = Analytics.recording()

    @Test(arguments: 1...20) func eachCaseHasItsOwnRecorder(number: Int) {
        #expect(TestRecorder.current?.events.isEmpty == true)
        analytics.track(Event("tap", ["number": number]))
        expectTracked("tap", ["number": number])
        expectCount(1)
    }

    @Test func aTestsFacadeReachesTheTestFromEverywhere() async {
        for place in Place.all { await place.run { [analytics] in analytics.track(name: place.name) } }
        for place in Place.all { expectTracked(place.name) }
        expectNothingElse()
    }

    @Test(.recordingEvents(exhaustively: false)) func theInnermostTraitDecidesExhaustiveness() {
        analytics.track(name: "unchecked")
        expectCount(1)
    }

    @Test func clearRemovesTheRecordedEvents() {
        analytics.track(name: "before")
        TestRecorder.current?.clear()
        expectCount(0)
        analytics.track(name: "after")
        expectEvents(Event("during")) { analytics.track(name: "during") }
        expectTracked("after")
        TestRecorder.current?.clear()
        expectNothingElse()
    }

    @Test func theRecorderIsAProvider() throws {
        let recorder = try #require(TestRecorder.current)
        #expect(recorder.id == "test-recorder")
        analytics.track(Event("hidden").unrecorded())
        analytics.track(Event("tap").named("select", for: recorder.id))
        expectEvents { analytics.track(Event("hidden").unrecorded()) }
        #expect(recorder.events.map(\.event.name) == ["tap"])
        expectTracked("tap")
    }
}

@Suite struct SharedFacadeTests {
    static let shared = Analytics(providers: [CurrentTestRecorder()])

    /// Tests that a shared facade finds the test in each `Place` that is part of the test's task.
    @Test(.recordingEvents, arguments: 1...20) func parallelTestsRecordOnlyTheirOwnEvents(number: Int) async {
        for place in Place.inTask { await place.run { Self.shared.track(Event(place.name, ["number": number])) } }
        for place in Place.inTask { expectTracked(place.name, ["number": number]) }
        expectCount(Place.inTask.count)
    }

    /// Tests a facade that was made before the test. The facade looks up the current test at each event.
    @Test func aFacadeMadeBeforeTheTestReachesTheTest() async throws {
        let early = EventOwnership.$ofTask.withValue(nil) { Analytics.recording() }
        let failures = try await failures(exhaustively: true) {
            early.track(name: "tap")
            expectTracked("tap")
        }
        #expect(failures == [])
    }
}

/// Tests of the trait `.recordingEvents`.
@Suite struct TraitTests {
    @Test func theInnerOfTwoTraitsGetsTheEvents() async throws {
        let failures = try await failures(exhaustively: true) {
            let outer = try #require(TestRecorder.current)
            _ = Analytics.recording()
            let (test, testCase) = (try #require(Test.current), try #require(Test.Case.current))
            try await RecordingTrait(isExhaustive: false).provideScope(for: test, testCase: testCase) {
                #expect(TestRecorder.current !== outer)
                track(Event("tap"))
            }
            #expect(TestRecorder.current === outer)
            expectCount(0)
        }
        #expect(failures == [])
    }

    @Test func aLateEventOfACancelledTestDoesNotFail() async throws {
        let kept = Lock<Analytics?>(nil)
        let task = Task {
            try await failures(exhaustively: true) {
                kept.withLock { $0 = .recording() }
                withUnsafeCurrentTask { $0?.cancel() }
                throw CancellationError()
            }
        }
        _ = await task.result
        let late = await capturedFailures {
            EventOwnership.$ofTask.withValue(nil) { kept.withLock { $0 }?.track(name: "late") }
        }
        #expect(late == [])
    }

    @Test func aSuiteHasNoRecorder() async throws {
        let test = try #require(Test.current)
        let recorder = TestRecorder.current
        try await RecordingTrait(isExhaustive: true).provideScope(for: test, testCase: nil) {
            #expect(TestRecorder.current === recorder)
        }
    }
}
