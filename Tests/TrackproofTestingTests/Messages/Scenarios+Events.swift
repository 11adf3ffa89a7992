import Trackproof
import TrackproofTesting
import TrackproofAssertions

extension Scenario {
    /// Scenarios of `expectEvents`, one for each kind of difference.
    static let events: [Scenario] = [
        Scenario(
            "events: missing",
            fails: """
                tracked something other than expected
                1 difference (1 missing), 1 event matches

                  … 1 event unchanged
                - missing    track tap {id: 1}

                recorded 1 event:
                    1  screen login
                """
        ) {
            line(of: expectEvents(.screen("login"), Event("tap", ["id": 1])) { track(.screen("login")) })
        },

        Scenario(
            "events: unexpected",
            fails: """
                tracked something other than expected
                1 difference (1 unexpected), 1 event matches

                  … 1 event unchanged
                + unexpected track crash {code: 5}

                recorded 2 events:
                    1  track tap
                    2  track crash {code: 5}
                """
        ) {
            line(of: expectEvents(Event("tap")) { track(Event("tap"), Event("crash", ["code": 5])) })
        },

        Scenario(
            "events: one, where none is expected",
            fails: """
                tracked something other than expected
                1 difference (1 unexpected), 0 events match

                + unexpected track tap

                recorded 1 event:
                    1  track tap
                """
        ) { line(of: expectEvents { track(Event("tap")) }) },

        Scenario(
            "events: none, where one is expected",
            fails: """
                tracked nothing
                1 difference (1 missing), 0 events match

                - missing    track tap

                """
        ) { line(of: expectEvents(Event("tap")) {}) },

        Scenario(
            "events: changed",
            fails: """
                tracked something other than expected
                1 difference (1 changed), 0 events match

                ~ changed    track tap
                    - id: 1
                    + id: "1"  (integer became string)
                    + debug: true

                recorded 1 event:
                    1  track tap {id: "1", debug: true}
                """
        ) {
            line(of: expectEvents(Event("tap", ["id": 1])) { track(Event("tap", ["id": "1", "debug": true])) })
        },

        Scenario(
            "events: renamed",
            fails: """
                tracked something other than expected
                1 difference (1 renamed), 0 events match

                ~ renamed    track tap → track tapped

                recorded 1 event:
                    1  track tapped {id: 1}
                """
        ) {
            line(of: expectEvents(Event("tap", ["id": 1])) { track(Event("tapped", ["id": 1])) })
        },

        Scenario(
            "events: renamed and changed",
            fails: """
                tracked something other than expected
                1 difference (1 renamed), 0 events match

                ~ renamed    track movie_tapped → track movieTapped
                    - slug: "a"
                    + slug: "b"

                recorded 1 event:
                    1  track movieTapped {id: 1, slug: "b"}
                """
        ) {
            let expected = Event("movie_tapped", ["id": 1, "slug": "a"])
            return line(of: expectEvents(expected) { track(Event("movieTapped", ["id": 1, "slug": "b"])) })
        },

        Scenario(
            "events: of another kind",
            fails: """
                tracked something other than expected
                1 difference (1 renamed), 0 events match

                ~ renamed    screen login → track login

                recorded 1 event:
                    1  track login
                """
        ) {
            line(of: expectEvents(.screen("login")) { track(Event("login")) })
        },

        Scenario(
            "events: duplicated",
            fails: """
                tracked something other than expected
                1 difference (1 duplicated), 2 events match

                  … 2 events unchanged
                + duplicated track a

                recorded 3 events:
                    1  track a
                    2  track b
                    3  track a
                """
        ) {
            line(of: expectEvents(Event("a"), Event("b")) { track(Event("a"), Event("b"), Event("a")) })
        },

        Scenario(
            "events: moved",
            fails: """
                tracked something other than expected
                1 difference (1 moved), 2 events match

                ↕ moved      track a  (expected at position 1, tracked at position 3)
                  … 2 events unchanged

                recorded 3 events:
                    1  track b
                    2  track c
                    3  track a
                """
        ) {
            line(of: expectEvents(Event("a"), Event("b"), Event("c")) { track(Event("b"), Event("c"), Event("a")) })
        },

        Scenario(
            "events: with matchers",
            fails: """
                tracked something other than expected
                1 difference (1 changed), 0 events match

                ~ changed    track buy
                    - id: a UUID
                    + id: "x"
                    - n: an integer in 1...5
                    + n: 9

                recorded 1 event:
                    1  track buy {id: "x", n: 9}
                """
        ) {
            let event = Event("buy", ["id": "x", "n": 9])
            return line(of: expectEvents(.event("buy", ["id": .uuid, "n": .in(1...5)])) { track(event) })
        },

        Scenario(
            "events: with matchers, missing",
            fails: """
                tracked nothing
                1 difference (1 missing), 0 events match

                - missing    track buy {id: a UUID, n: no value, …}

                """
        ) {
            line(of: expectEvents(.event("buy", including: ["id": .uuid, "n": .absent])) {})
        },

        Scenario(
            "events: several differences",
            fails: """
                tracked something other than expected
                4 differences (1 missing, 1 unexpected, 1 changed, 1 duplicated), 3 events match

                  … 1 event unchanged
                - missing    track b
                ~ changed    track c
                    - n: 1
                    + n: 2
                  … 1 event unchanged
                + duplicated track d
                  … 1 event unchanged
                + unexpected track zzz

                recorded 6 events:
                    1  track a
                    2  track c {n: 2}
                    3  track d
                    4  track d
                    5  track e
                    6  track zzz
                """
        ) {
            let (a, b, c, d, e) = (Event("a"), Event("b"), Event("c", ["n": 1]), Event("d"), Event("e"))
            let tracked = [a, Event("c", ["n": 2]), d, d, e, Event("zzz")]
            return line(of: expectEvents(a, b, c, d, e) { track(tracked) })
        },

        Scenario(
            "events: only what the closure tracks", after: Event("before"),
            fails: """
                tracked something other than expected
                2 differences (1 missing, 1 unexpected), 0 events match

                - missing    track tap
                + unexpected track view

                recorded 1 event:
                    1  track view
                """
        ) {
            line(of: expectEvents(Event("tap")) { track(Event("view")) })
        },

        Scenario(
            "events: of a source",
            fails: """
                tracked nothing
                1 difference (1 missing), 0 events match

                - missing    track tap

                no provider with this id is recorded (provider:firebase): call recorded() on the provider
                """
        ) {
            line(of: expectEvents(Event("tap"), source: .provider("firebase")) { track(Event("tap")) })
        },

        Scenario(
            "events: not within",
            fails: """
                tracked something other than expected within 0.02 seconds
                1 difference (1 missing), 1 event matches

                  … 1 event unchanged
                - missing    track b

                while the assertion waited, it blocked a thread of Swift concurrency that the app's code may \
                need: make the test async, and await the assertion
                recorded 1 event:
                    1  track a
                """
        ) {
            let wait: () -> Int = {
                line(of: expectEvents(Event("a"), Event("b"), within: .milliseconds(20)) { track(Event("a")) })
            }
            return wait()
        },

        Scenario(
            "events: asynchronous",
            fails: """
                tracked something other than expected
                2 differences (1 missing, 1 unexpected), 0 events match

                - missing    track a
                + unexpected track b

                recorded 1 event:
                    1  track b
                """
        ) {
            await line(of: expectEvents(Event("a")) { await Task { track(Event("b")) }.value })
        },

        Scenario(
            "events: asynchronous, with matchers, not within",
            fails: """
                tracked something other than expected within 0.02 seconds
                1 difference (1 renamed), 0 events match

                ~ renamed    track a → track b

                recorded 1 event:
                    1  track b {n: 1}
                """
        ) {
            let tracking: @Sendable () async -> Void = { await Task { track(Event("b", ["n": 1])) }.value }
            let expected = EventExpectation.event("a", ["n": .any])
            return await line(of: expectEvents(expected, within: .milliseconds(20), when: tracking))
        },

        Scenario(
            "events: more than 50 differences",
            fails: """
                tracked something other than expected
                61 differences (1 missing, 60 unexpected), 0 events match

                - missing    track a
                \(lines(1...49) { "+ unexpected track e\($0) {n: 1}" })
                  … 11 more differences

                recorded 60 events:
                      … 20 earlier events
                \(lines(21...60) { "   \($0)  track e\($0) {n: 1}" })
                """
        ) {
            line(of: expectEvents(Event("a")) { track((1...60).map { Event("e\($0)", ["n": 1]) }) })
        },
    ]
}
