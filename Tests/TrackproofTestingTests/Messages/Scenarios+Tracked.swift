import Trackproof
import TrackproofTesting

extension Scenario {
    /// Scenarios of `expectTracked`, one for each cause of a failure.
    static let tracked: [Scenario] = [
        Scenario(
            "tracked: nothing was",
            fails: """
                not tracked: track authorization {success: true}
                nothing was recorded
                """
        ) { line(of: expectTracked("authorization", ["success": true])) },

        Scenario(
            "tracked: another value", after: .screen("login"), Event("authorization", ["success": false]),
            fails: """
                not tracked: track authorization {success: true}
                closest match is number 2: track authorization
                    - success: true
                    + success: false
                recorded 2 events (✓ checked):
                ✓   1  screen login
                    2  track authorization {success: false}
                """
        ) {
            expectTracked("login", kind: .screen)
            return line(of: expectTracked("authorization", ["success": true]))
        },

        Scenario(
            "tracked: another type", after: Event("movie_tapped", ["id": "67563", "index": 6.0]),
            fails: """
                not tracked: track movie_tapped {id: 67563, index: 6}
                closest match is number 1: track movie_tapped
                    - id: 67563
                    + id: "67563"  (integer became string)
                    - index: 6
                    + index: 6.0  (integer became number)
                recorded 1 event:
                    1  track movie_tapped {id: "67563", index: 6.0}
                """
        ) {
            line(of: expectTracked("movie_tapped", ["id": 67563, "index": 6]))
        },

        Scenario(
            "tracked: a parameter less", after: Event("tap", ["id": 1]),
            fails: """
                not tracked: track tap {id: 1, slug: "a"}
                closest match is number 1: track tap
                    - slug: "a"
                recorded 1 event:
                    1  track tap {id: 1}
                """
        ) {
            line(of: expectTracked("tap", ["id": 1, "slug": "a"]))
        },

        Scenario(
            "tracked: a parameter more", after: Event("tap", ["id": 1, "debug": true]),
            fails: """
                not tracked: track tap {id: 1}
                closest match is number 1: track tap
                    + debug: true
                recorded 1 event:
                    1  track tap {id: 1, debug: true}
                """
        ) {
            line(of: expectTracked("tap", ["id": 1]))
        },

        Scenario(
            "tracked: null for a value", after: Event("purchase", ["currency": .null]),
            fails: """
                not tracked: track purchase {currency: "EUR"}
                closest match is number 1: track purchase
                    - currency: "EUR"
                    + currency: null  (string became null)
                recorded 1 event:
                    1  track purchase {currency: null}
                """
        ) {
            line(of: expectTracked("purchase", ["currency": "EUR"]))
        },

        Scenario(
            "tracked: parameters not given", after: Event("tap", ["id": 1, "slug": "a"]),
            fails: """
                not tracked: track tap
                closest match is number 1: track tap
                    + id: 1
                    + slug: "a"
                    if the parameters do not matter, pass `including: [:]`
                recorded 1 event:
                    1  track tap {id: 1, slug: "a"}
                """
        ) {
            line(of: expectTracked("tap"))
        },

        Scenario(
            "tracked: renamed", after: Event("item_bought", ["price": 19.99]),
            fails: """
                not tracked: track purchase {price: 19.99}
                closest match is number 1: track item_bought {price: 19.99}
                recorded 1 event:
                    1  track item_bought {price: 19.99}
                """
        ) {
            line(of: expectTracked("purchase", ["price": 19.99]))
        },

        Scenario(
            "tracked: a similar name", after: .screen("start"), Event("MovieTapped"),
            fails: """
                not tracked: track movie_tapped
                closest match is number 2: track MovieTapped
                recorded 2 events:
                    1  screen start
                    2  track MovieTapped
                """
        ) {
            line(of: expectTracked("movie_tapped"))
        },

        Scenario(
            "tracked: nothing alike", after: Event("app_started"),
            fails: """
                not tracked: track purchase
                recorded 1 event:
                    1  track app_started
                """
        ) {
            line(of: expectTracked("purchase"))
        },

        Scenario(
            "tracked: another kind", after: Event("login", ["source": "menu"]),
            fails: """
                not tracked: screen login {source: "menu"}
                closest match is number 1: track login {source: "menu"}
                    its kind differs; to expect this kind, pass `kind: .track`
                recorded 1 event:
                    1  track login {source: "menu"}
                """
        ) {
            line(of: expectTracked("login", ["source": "menu"], kind: .screen))
        },

        Scenario(
            "tracked: another kind and value", after: Event("login", ["source": "menu"]),
            fails: """
                not tracked: screen login {source: "push"}
                closest match is number 1: track login {source: "menu"}
                    - source: "push"
                    + source: "menu"
                    its kind differs; to expect this kind, pass `kind: .track`
                recorded 1 event:
                    1  track login {source: "menu"}
                """
        ) {
            line(of: expectTracked("login", ["source": "push"], kind: .screen))
        },

        Scenario(
            "tracked: too few", after: Event("tap"), Event("view"), Event("tap"),
            fails: """
                tracked 2 times instead of 3 times: track tap (numbers 1, 3)
                recorded 3 events:
                    1  track tap
                    2  track view
                    3  track tap
                """
        ) {
            line(of: expectTracked("tap", times: 3))
        },

        Scenario(
            "tracked: too few, and one that is nearly right", after: Event("tap"), Event("taps"),
            fails: """
                tracked once instead of 2 times: track tap (number 1)
                closest match is number 2: track taps
                recorded 2 events:
                    1  track tap
                    2  track taps
                """
        ) {
            line(of: expectTracked("tap", times: 2))
        },

        Scenario(
            "tracked: too many", after: Event("tap"), Event("view"), Event("tap"),
            fails: """
                tracked 2 times instead of once: track tap (numbers 1, 3)
                recorded 3 events:
                    1  track tap
                    2  track view
                    3  track tap
                """
        ) {
            line(of: expectTracked("tap"))
        },

        Scenario(
            "tracked: too many for twice", after: Event("tap"), Event("tap"), Event("tap"),
            fails: """
                tracked 3 times instead of 2 times: track tap (numbers 1, 2, 3)
                recorded 3 events:
                    1  track tap
                    2  track tap
                    3  track tap
                """
        ) {
            line(of: expectTracked("tap", times: 2))
        },

        Scenario(
            "tracked: not allowed at all", after: Event("view"), Event("tap", ["id": 1]),
            fails: """
                tracked, but should not have been: track tap {id: 1} (number 2)
                recorded 2 events:
                    1  track view
                    2  track tap {id: 1}
                """
        ) {
            line(of: expectTracked("tap", ["id": 1], times: 0))
        },

        Scenario(
            "tracked: already checked", after: Event("tap"),
            fails: """
                not tracked: track tap
                an earlier assertion already checked such an event (number 1)
                recorded 1 event (✓ checked):
                ✓   1  track tap
                """
        ) {
            expectTracked("tap")
            return line(of: expectTracked("tap"))
        },

        Scenario(
            "tracked: several already checked", after: Event("tap"), Event("tap"),
            fails: """
                not tracked: track tap
                an earlier assertion already checked such events (numbers 1, 2)
                recorded 2 events (✓ checked):
                ✓   1  track tap
                ✓   2  track tap
                """
        ) {
            expectTracked("tap", times: 2)
            return line(of: expectTracked("tap"))
        },

        Scenario(
            "tracked: of equally near ones the unchecked", after: Event("tap", ["id": 1]), Event("tap", ["id": 2]),
            fails: """
                not tracked: track tap {id: 3}
                closest match is number 2: track tap
                    - id: 3
                    + id: 2
                recorded 2 events (✓ checked):
                ✓   1  track tap {id: 1}
                    2  track tap {id: 2}
                """
        ) {
            expectTracked("tap", ["id": 1])
            return line(of: expectTracked("tap", ["id": 3]))
        },

        Scenario(
            "tracked: the nearest of several", after: Event("tap", ["a": 1, "b": 1, "c": 0]),
            Event("tap", ["a": 1, "b": 1, "c": "3"]), Event("tap", ["a": 1, "b": 0, "c": 0]),
            fails: """
                not tracked: track tap {a: 1, b: 1, c: 3}
                closest match is number 2: track tap
                    - c: 3
                    + c: "3"  (integer became string)
                recorded 3 events:
                    1  track tap {a: 1, b: 1, c: 0}
                    2  track tap {a: 1, b: 1, c: "3"}
                    3  track tap {a: 1, b: 0, c: 0}
                """
        ) {
            line(of: expectTracked("tap", ["a": 1, "b": 1, "c": 3]))
        },
    ]
}
