import Testing
import Trackproof
import XCTest

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Assertions that say what was not tracked prove nothing if nothing could have been recorded.
struct Doubt: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Fails for want of a facade, and passes with one.
    let assertion: @Sendable () async -> Void
    let message: String

    static let all = [
        Doubt(
            testDescription: "expectNotTracked", assertion: { expectNotTracked("login") },
            message: "cannot tell whether it was tracked: login"),
        Doubt(
            testDescription: "expectNotTracked of a kind", assertion: { expectNotTracked("login", kind: .screen) },
            message: "cannot tell whether it was tracked: screen login"),
        Doubt(
            testDescription: "expectTracked not once", assertion: { expectTracked("login", times: 0) },
            message: "cannot tell whether it would have been tracked: track login"),
        Doubt(
            testDescription: "expectTracked not once within a time",
            assertion: { await expectTracked("login", times: 0, within: .milliseconds(1)) },
            message: "cannot tell whether it would have been tracked: track login"),
        Doubt(
            testDescription: "expectCount", assertion: { expectCount(0) },
            message: "cannot tell whether more events were tracked"),
        Doubt(
            testDescription: "expectCount of a name", assertion: { expectCount(0, of: "login") },
            message: "cannot tell whether more events were tracked: login"),
        Doubt(
            testDescription: "expectNothingElse", assertion: { expectNothingElse() },
            message: "cannot tell whether anything else was tracked"),
        Doubt(
            testDescription: "expectEvents of none", assertion: { expectEvents {} },
            message: "cannot tell whether anything else was tracked"),
        Doubt(
            testDescription: "expectEvents of none within a time",
            assertion: { await expectEvents(within: .milliseconds(1)) { await Task.yield() } },
            message: "cannot tell whether anything else was tracked"),
    ]

    static let noFacade = """
        no facade sends events to this test's recorder: make one in the test or in setUp() with Analytics.recording(), \
        or add CurrentTestRecorder() to the app's facade
        nothing was recorded
        """
}

@Suite struct DoubtTests {
    @Test(arguments: Doubt.all) func withoutAFacade(doubt: Doubt) async throws {
        let failures = try await failures(exhaustively: true) { await doubt.assertion() }
        #expect(failures.map(\.message) == ["\(doubt.message)\n\(Doubt.noFacade)"])
    }

    /// One that was made in the test could have tracked.
    @Test(arguments: Doubt.all) func withAFacade(doubt: Doubt) async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            await doubt.assertion()
            analytics.flush()
        }
        #expect(failures == [])
    }

    /// So could a shared one, for as long as it lives.
    @Test(arguments: Doubt.all) func withASharedFacade(doubt: Doubt) async throws {
        let tests = RunningRecorders()
        var shared: Analytics? = Analytics(providers: [CurrentTestRecorder(among: tests)])
        #expect(try await failures(exhaustively: true, among: tests) { await doubt.assertion() } == [])
        shared?.flush()
        shared = nil
        #expect(try await failures(exhaustively: true, among: tests) { await doubt.assertion() }.count == 1)
    }

    /// An event of the test shows that it is connected, also after it was forgotten.
    @Test(arguments: Doubt.all) func afterAnEvent(doubt: Doubt) async throws {
        let failures = try await failures(exhaustively: true) {
            TestRecorder.current?.track(Event("tap"))
            clearEvents()
            await doubt.assertion()
        }
        #expect(failures == [])
    }

    /// The recorder of a test's own, given to a facade or to a queue before it.
    @Test func aRecorderOfOnesOwn() async {
        let (lone, given, queued) = (TestRecorder(), TestRecorder(), TestRecorder())
        let analytics = Analytics(providers: [given, queued.queued()])
        let failures = await capturedFailures {
            for recorder in [lone, given, queued] { expectNotTracked("login", in: recorder) }
        }
        #expect(failures.map(\.message) == ["cannot tell whether it was tracked: login\n\(Doubt.noFacade)"])
        analytics.flush()
    }

    @Test func ofAProviderThatIsNotRecorded() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording(
                ClosureProvider("mixpanel") { _ in }, ClosureProvider("firebase") { _ in }.recorded())
            expectNotTracked("login", source: .provider("firebase"))
            expectNothingElse(source: .provider("mixpanel"))
            analytics.flush()
        }
        #expect(
            failures.map(\.message) == [
                """
                cannot tell whether anything else was tracked
                no provider with this id is recorded (provider:mixpanel): call recorded() on the provider
                nothing was recorded
                """
            ])
    }

    /// A pattern is not tried on a very long text, so that it does not fit proves nothing.
    @Test func ofATextThatIsTooLongForAPattern() async throws {
        let failures = try await failures(exhaustively: false) {
            let text = String(repeating: "x", count: 70_000)
            let lines = EventParameters([EventParameter("lines", .array([.string("first"), .string(text)]))])
            Analytics.recording().track(name: "log", lines)
            let secret: ExpectedParameters = ["lines": .list(.any, .pattern("password"))]
            expectCount(0, of: "log", including: secret)
            expectTracked("log", secret, times: 0)
            expectCount(0, of: "log", including: ["lines": .list(.any, "password")])
        }
        let reason = "a string is longer than 65,536 bytes, so no pattern is matched against it (number 1)"
        #expect(failures.count == 2)
        #expect(failures.allSatisfy { $0.message.contains("\n\(reason)\n") })
        #expect(failures.first?.message.hasPrefix("cannot tell whether more events were tracked: log {") == true)
    }

    @Test func ofAWireThatNothingCameBy() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            expectCount(0, source: .wire("segment"))
            analytics.flush()
        }
        #expect(
            failures.map(\.message) == [
                """
                cannot tell whether more events were tracked
                no event from wire:segment was received: make its SDK send to the collector, and flush it
                nothing was recorded
                """
            ])
    }
}

final class DoubtXCTests: CapturingTestCase {
    func testWithoutAFacade() {
        for doubt in Doubt.all {
            let failures = failures(exhaustively: true, of: doubt.assertion)
            XCTAssertEqual(failures.map(\.message), ["\(doubt.message)\n\(Doubt.noFacade)"])
        }
    }

    func testWithAFacade() {
        for doubt in Doubt.all {
            let failures = failures(exhaustively: true) {
                let analytics = Analytics.recording()
                await doubt.assertion()
                analytics.flush()
            }
            XCTAssertEqual(failures, [], doubt.testDescription)
        }
    }
}
