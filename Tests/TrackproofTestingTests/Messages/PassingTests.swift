import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// Assertions that pass, and the events that they leave unchecked. The tests run them in both frameworks.
struct PassingScenario: Sendable, CustomTestStringConvertible {
    let name: String
    /// The events that the assertions leave unchecked.
    let leaves: [String]
    let body: @Sendable () async -> Void

    init(_ name: String, leaves: [String] = [], _ body: @escaping @Sendable () async -> Void) {
        self.name = name
        self.leaves = leaves
        self.body = body
    }

    var testDescription: String { name }

    static let all: [PassingScenario] = [
        PassingScenario("each form of expectTracked") {
            track(Event("a"), Event("b", ["n": 1]), Event("c", ["n": 1]), .screen("d"), .identify("u"), Event("e"))
            expectTracked("a")
            expectTracked("b", including: ["n": .anyInteger])
            expectTracked("c", ["n": 1], including: [:])
            expectTracked(.event("d", kind: .screen))
            expectTracked(.event("", kind: .identify, user: .pattern("^u$")))
            expectTracked(E())
        },
        PassingScenario("each form of expectTracked, asynchronous") {
            track(Event("a"), Event("b", ["n": 1]), Event("c", ["n": 1]), .screen("d"), Event("e"))
            await expectTracked("a", within: timeout)
            await expectTracked("b", including: [:], within: timeout)
            await expectTracked(Event("c", ["n": 1]), within: timeout)
            await expectTracked(.event("d", kind: .screen), within: timeout)
            await expectTracked(E(), within: timeout)
        },
        PassingScenario("a number of times, and nothing else", leaves: ["b"]) {
            track(Event("a"), Event("b"), Event("a"))
            expectTracked("a", times: 2)
            expectTracked("a", times: 0)
            await expectTracked("a", times: 0, within: .milliseconds(1))
        },
        PassingScenario("one after the other", leaves: []) {
            track(Event("a", ["n": 1]), Event("a", ["n": 2]))
            expectTracked("a", ["n": 2])
            expectTracked("a", including: [:])
        },
        PassingScenario("nil for an absent parameter") {
            let (present, absent): (Int?, Int?) = (2, nil)
            track(Event("a", ["n": 2]))
            expectTracked("a", ["n": present, "coupon": absent, "voucher": nil])
        },
        PassingScenario("parameters that the assertion ignores") {
            track(
                Event("a", ["n": 1, "session_id": "s", "session_start": 5]), Event("b", ["session_id": "t"]),
                Event("c"),
                Event("d", ["session_id": "u"]), Event("e", ["session_id": "v", "n": 2]))
            expectTracked("a", ["n": 1], ignoring: ["session_*"])
            await expectTracked("b", ignoring: ["session_?d"], within: timeout)
            expectTracked("c", ignoring: ["session_*"])
            expectNotTracked(.event("d", ["session_id": "x"], ignoring: ["session_*"]))
            expectTracked("d", ["session_id": .anyString], ignoring: ["session_*"])
            expectTracked("e", (["n": 1, "session_id": .anyString] as ExpectedParameters).merging(["n": 2]))
        },
        PassingScenario("a kind is not another", leaves: ["login"]) {
            track(.screen("login"), Event("login"))
            expectTracked("login")
        },
        PassingScenario("events of a closure", leaves: ["before", "after"]) {
            track(Event("before"))
            expectEvents(Event("a"), Event("b", ["x": 1, "y": 2])) { track(Event("a"), Event("b", ["y": 2, "x": 1])) }
            expectEvents {}
            expectEvents(E(), .event("a", including: ["n": .any]), Event("b")) {
                track(Event(E()), Event("a", ["n": 1, "m": 2]), Event("b"))
            }
            expectEvents([.event("a"), .screen("b")]) { track(Event("a"), .screen("b")) }
            expectEvents([]) {}
            await expectEvents([.event("a")], within: timeout) { track(Event("a")) }
            track(Event("after"))
        },
        PassingScenario("events of a closure in a closure") {
            expectEvents(Event("a"), Event("b")) {
                track(Event("a"))
                expectEvents(Event("b")) { track(Event("b")) }
            }
        },
        PassingScenario("a count checks nothing", leaves: ["a", "b", "c"]) {
            track(Event("a", ["n": 1]), Event("b", ["n": 2]), .screen("c"))
            expectCount(3)
            expectCount(1, of: "a")
            expectCount(2, kind: .track)
            expectCount(1, including: ["n": .in(2...)])
            expectCount(0, of: "c", kind: .track)
            expectCount(1, of: Event("a", ["n": 1]))
            expectCount(0, of: Event("a", ["n": 2]))
            expectCount(0, of: E())
            expectCount(1, of: .event("b", including: ["n": .anyInteger]))
        },
        PassingScenario("an order checks nothing", leaves: ["a", "x", "b", "a"]) {
            track(Event("a"), Event("x"), Event("b"), Event("a"))
            expectOrder("a", "b")
            expectOrder("a", "b", "a")
            expectOrder("x", "b")
            expectOrder(Event("a"), Event("b"))
            expectOrder(.event("a"), .event("b", including: [:]))
        },
        PassingScenario("what was not tracked", leaves: ["login"]) {
            track(.screen("login"))
            expectNotTracked("logout")
            expectNotTracked("login", kind: .track)
            expectNotTracked(.screen("login", ["x": 1]))
            expectNotTracked(E())
            expectNotTracked(.event("logout", including: [:]))
        },
        PassingScenario("nothing else") {
            track(Event("a"))
            expectTracked("a")
            expectNothingElse()
        },
        PassingScenario("what a provider was given, under names of its own", leaves: ["a", "b", "c"]) {
            let analytics = Analytics.recording(ClosureProvider("firebase") { _ in }.recorded())
            analytics.track(Event("a", ["n": 1]).named("A", for: "firebase"))
            analytics.track(Event("b").skipping("firebase"))
            analytics.track(Event("c").named("C", for: "segment"))
            expectDelivered(to: "firebase")
            expectNothingElse(source: .provider("firebase"))
            expectEvents(Event("D"), source: .provider("firebase")) {
                analytics.track(Event("d").named("D", for: "firebase").unrecorded())
                analytics.track(Event("d").named("D", for: "firebase").skipping("segment"))
            }
            expectTracked("d")
        },
        PassingScenario("a source of its own", leaves: ["tap", "view"]) {
            let analytics = Analytics.recording(ClosureProvider("firebase") { _ in }.recorded())
            analytics.track(Event("tap").named("select", for: "firebase"))
            expectTracked("select", source: .provider("firebase"))
            expectNotTracked("tap", source: .provider("firebase"))
            expectCount(1, source: .provider("firebase"))
            analytics.track(Event("view"))
            expectOrder("select", "view", source: .provider("firebase"))
        },
    ]
}

private struct E: AnalyticsEvent {}

@Suite struct PassingTests {
    @Test(arguments: PassingScenario.all) func correctAssertionsPass(_ scenario: PassingScenario) async throws {
        let left = Lock<[String]>([])
        let failures = try await failures {
            await scenario.body()
            left.withLock { $0 = uncheckedNames }
        }
        #expect(failures == [])
        #expect(left.withLock { $0 } == scenario.leaves)
    }
}

private var uncheckedNames: [String] {
    (TestRecorder.current?.log(of: .app) ?? []).filter { !$0.isChecked }.map(\.event.name)
}
