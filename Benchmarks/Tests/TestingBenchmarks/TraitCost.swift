import Testing
import Trackproof
import TrackproofTesting

/// What tests cost, in a debug build, as tests are built. Run alone: `make bench`.
@Suite(.serialized) struct TestingBenchmarks {
    static let cases = 2_000

    /// The trait around a test that tracks nothing, and around one with an event that is checked.
    @Test func trait() async throws {
        let test = try #require(Test.current)
        let testCase = try #require(Test.Case.current)
        let trait = RecordingTrait.recordingEvents
        let nothing: @Sendable () async throws -> Void = {}
        let event: @Sendable () async throws -> Void = {
            Analytics.recording().track(name: "tapped", ["id": 67563])
            expectTracked("tapped", ["id": 67563])
        }
        let byHand: @Sendable () async throws -> Void = {
            let recorder = EventRecorder()
            Analytics(providers: [recorder]).track(name: "tapped", ["id": 67563])
            #expect(recorder.events.map(\.event) == [Event("tapped", ["id": 67563])])
        }
        var rows = Rows("the trait, for each test")
        try await rows.measure("an event, a recorder and #expect by hand", byHand)
        try await rows.measure("the trait alone") {
            try await trait.provideScope(for: test, testCase: testCase, performing: nothing)
        }
        try await rows.measure("the trait, an event, expectTracked") {
            try await trait.provideScope(for: test, testCase: testCase, performing: event)
        }
        rows.print()
    }

    /// The same as a whole: cases that Swift Testing runs.
    @Test(arguments: 0..<cases) func plainCase(number: Int) {
        Self.plain.pass()
    }

    @Test(.recordingEvents, arguments: 0..<cases) func caseWithTrait(number: Int) {
        Self.withTrait.pass()
    }

    @Test func wholeCases() {
        print(
            """

            a whole case of a test that does nothing, as Swift Testing runs it
            without the trait                       \(Self.plain.text)
            with the trait                          \(Self.withTrait.text)
            """)
    }

    private static let plain = Span()
    private static let withTrait = Span()
}

extension Rows {
    fileprivate mutating func measure(_ name: String, _ body: @Sendable () async throws -> Void) async throws {
        var seconds: [Double] = []
        for _ in 0..<50 {
            let start = Moment()
            for _ in 0..<100 { try await body() }
            seconds.append(start.secondsSince / 100)
        }
        add(name, seconds)
    }
}
