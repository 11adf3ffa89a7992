import Testing
import Trackproof
import TrackproofTesting

/// The time of tests in a debug build, as tests are built. `make bench` runs them alone.
@Suite(.serialized) struct TestingBenchmarks {
    static let cases = 2_000

    /// The time of the trait for a test that tracks nothing, and for a test with one event, which it checks.
    @Test func timeOfTheTrait() async throws {
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

    /// An empty case. Swift Testing runs many of them, without and with the trait.
    @Test(arguments: 0..<cases) func plainCase(number: Int) {
        Self.plain.pass()
    }

    @Test(.recordingEvents, arguments: 0..<cases) func caseWithTrait(number: Int) {
        Self.withTrait.pass()
    }

    @Test func emptyCasesWithAndWithoutTheTrait() {
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
