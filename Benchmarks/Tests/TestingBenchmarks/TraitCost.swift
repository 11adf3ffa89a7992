import Testing
import Trackproof
import TrackproofTesting

/// Benchmarks of the assertions and of the trait `recordingEvents`.
///
/// They run in a debug build, because app developers usually run tests in debug builds. `make bench` runs them without
/// other tests.
@Suite(.serialized) struct TestingBenchmarks {
    static let cases = 2_000

    /// Measures the trait for a test that tracks nothing, and for a test that tracks and checks one event.
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

    /// A test that does nothing and does not have the trait. Swift Testing runs it ``cases`` times.
    @Test(arguments: 0..<cases) func plainCase(number: Int) {
        Self.plain.pass()
    }

    /// A test that does nothing and has the trait. Swift Testing runs it ``cases`` times.
    @Test(.recordingEvents, arguments: 0..<cases) func caseWithTrait(number: Int) {
        Self.withTrait.pass()
    }

    /// Prints the times of `plainCase(number:)` and `caseWithTrait(number:)`.
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
