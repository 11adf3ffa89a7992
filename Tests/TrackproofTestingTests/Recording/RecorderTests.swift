import Foundation
import Testing
import Trackproof

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

@Suite(.recordingEvents(exhaustively: false)) struct TolerantRecorderTests {
    @Test func uncheckedEventsMayRemain() {
        Analytics.recording().track(name: "unchecked")
        expectCount(1)
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

    @Test func twoParallelRecordersDoNotShareEvents() async throws {
        let names = try await withThrowingTaskGroup(of: [String].self) { group in
            for name in ["a", "b"] {
                group.addTask {
                    let recorder = TestRecorder(exhaustively: false)
                    await EventOwnership.$ofTask.withValue(recorder) {
                        await Task { Self.shared.track(name: name) }.value
                    }
                    return recorder.events.map(\.event.name)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(names) == [["a"], ["b"]])
    }

    /// Tests two assertions that find the same event at the same time. Only one of them can mark the event as checked.
    @Test func onlyOneOfTwoAssertionsChecksAnEvent() {
        let recorder = TestRecorder(exhaustively: false)
        for name in ["a", "b"] { recorder.track(Event(name)) }
        let log = recorder.log(of: .app)
        #expect(recorder.check(Array(log.prefix(1))))
        #expect(!recorder.check(log))
        #expect(recorder.log(of: .app).map(\.isChecked) == [true, false])
    }

    @Test func aRecorderWorksWithoutATrait() {
        let recorder = TestRecorder()
        recorder.track(.screen("login"))
        expectTracked("login", kind: .screen, in: recorder)
        expectNothingElse(in: recorder)
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

    @Test func aSuiteHasNoRecorder() async throws {
        let test = try #require(Test.current)
        let recorder = TestRecorder.current
        try await RecordingTrait(isExhaustive: true).provideScope(for: test, testCase: nil) {
            #expect(TestRecorder.current === recorder)
        }
    }

    @Test func theTraitIsRecursiveAndExhaustiveByDefault() {
        #expect(RecordingTrait.recordingEvents.isRecursive)
        #expect(RecordingTrait.recordingEvents.isExhaustive)
        #expect(!RecordingTrait.recordingEvents(exhaustively: false).isExhaustive)
    }
}
