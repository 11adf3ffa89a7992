import Trackproof
import TrackproofTesting
import TrackproofAssertions

extension Scenario {
    /// Scenarios of `expectEvents`, one for each kind of difference.
    static let events: [Scenario] = [
        Scenario("events: missing") {
            line(of: expectEvents(.screen("login"), Event("tap", ["id": 1])) { track(.screen("login")) })
        },
        Scenario("events: unexpected") {
            line(of: expectEvents(Event("tap")) { track(Event("tap"), Event("crash", ["code": 5])) })
        },
        Scenario("events: one, where none is expected") { line(of: expectEvents { track(Event("tap")) }) },
        Scenario("events: none, where one is expected") { line(of: expectEvents(Event("tap")) {}) },
        Scenario("events: changed") {
            line(of: expectEvents(Event("tap", ["id": 1])) { track(Event("tap", ["id": "1", "debug": true])) })
        },
        Scenario("events: renamed") {
            line(of: expectEvents(Event("tap", ["id": 1])) { track(Event("tapped", ["id": 1])) })
        },
        Scenario("events: renamed and changed") {
            let expected = Event("movie_tapped", ["id": 1, "slug": "a"])
            return line(of: expectEvents(expected) { track(Event("movieTapped", ["id": 1, "slug": "b"])) })
        },
        Scenario("events: of another kind") { line(of: expectEvents(.screen("login")) { track(Event("login")) }) },
        Scenario("events: duplicated") {
            line(of: expectEvents(Event("a"), Event("b")) { track(Event("a"), Event("b"), Event("a")) })
        },
        Scenario("events: moved") {
            line(of: expectEvents(Event("a"), Event("b"), Event("c")) { track(Event("b"), Event("c"), Event("a")) })
        },
        Scenario("events: with matchers") {
            let event = Event("buy", ["id": "x", "n": 9])
            return line(of: expectEvents(.event("buy", ["id": .uuid, "n": .in(1...5)])) { track(event) })
        },
        Scenario("events: with matchers, missing") {
            line(of: expectEvents(.event("buy", including: ["id": .uuid, "n": .absent])) {})
        },
        Scenario("events: several differences") {
            let (a, b, c, d, e) = (Event("a"), Event("b"), Event("c", ["n": 1]), Event("d"), Event("e"))
            let tracked = [a, Event("c", ["n": 2]), d, d, e, Event("zzz")]
            return line(of: expectEvents(a, b, c, d, e) { track(tracked) })
        },
        Scenario("events: only what the closure tracks", after: Event("before")) {
            line(of: expectEvents(Event("tap")) { track(Event("view")) })
        },
        Scenario("events: of a source") {
            line(of: expectEvents(Event("tap"), source: .provider("firebase")) { track(Event("tap")) })
        },
        Scenario("events: not within") {
            let wait: () -> Int = {
                line(of: expectEvents(Event("a"), Event("b"), within: .milliseconds(20)) { track(Event("a")) })
            }
            return wait()
        },
        Scenario("events: asynchronous") {
            await line(of: expectEvents(Event("a")) { await Task { track(Event("b")) }.value })
        },
        Scenario("events: asynchronous, with matchers, not within") {
            let tracking: @Sendable () async -> Void = { await Task { track(Event("b", ["n": 1])) }.value }
            let expected = EventExpectation.event("a", ["n": .any])
            return await line(of: expectEvents(expected, within: .milliseconds(20), when: tracking))
        },
        Scenario("events: more than 50 differences") {
            line(of: expectEvents(Event("a")) { track((1...60).map { Event("e\($0)", ["n": 1]) }) })
        },
    ]
}
