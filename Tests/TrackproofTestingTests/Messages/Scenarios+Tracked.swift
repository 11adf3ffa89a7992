import Trackproof
import TrackproofTesting

extension Scenario {
    /// Scenarios of `expectTracked`, one for each cause of a failure.
    static let tracked: [Scenario] = [
        Scenario("an ignored parameter", after: Event("tap", ["n": 1, "session_id": "s", "user": "u"])) {
            line(of: expectTracked("tap", ["n": 2], ignoring: ["session_*"]))
        },
        Scenario("an expected parameter that is also ignored", after: Event("tap", ["session_id": "s"])) {
            line(of: expectTracked("tap", ["session_id": "t"], ignoring: ["session_*"]))
        },
        Scenario("an expected parameter that is ignored and missing", after: Event("tap")) {
            line(of: expectTracked("tap", ["session_id": .any], ignoring: ["session_*"]))
        },
        Scenario("tracked: nothing was") { line(of: expectTracked("authorization", ["success": true])) },
        Scenario("tracked: another value", after: .screen("login"), Event("authorization", ["success": false])) {
            expectTracked("login", kind: .screen)
            return line(of: expectTracked("authorization", ["success": true]))
        },
        Scenario("tracked: another type", after: Event("movie_tapped", ["id": "67563", "index": 6.0])) {
            line(of: expectTracked("movie_tapped", ["id": 67563, "index": 6]))
        },
        Scenario("tracked: a parameter less", after: Event("tap", ["id": 1])) {
            line(of: expectTracked("tap", ["id": 1, "slug": "a"]))
        },
        Scenario("tracked: a parameter more", after: Event("tap", ["id": 1, "debug": true])) {
            line(of: expectTracked("tap", ["id": 1]))
        },
        Scenario("tracked: null for a value", after: Event("purchase", ["currency": .null])) {
            line(of: expectTracked("purchase", ["currency": "EUR"]))
        },
        Scenario("tracked: parameters not given", after: Event("tap", ["id": 1, "slug": "a"])) {
            line(of: expectTracked("tap"))
        },
        Scenario("tracked: renamed", after: Event("item_bought", ["price": 19.99])) {
            line(of: expectTracked("purchase", ["price": 19.99]))
        },
        Scenario("tracked: a similar name", after: .screen("start"), Event("MovieTapped")) {
            line(of: expectTracked("movie_tapped"))
        },
        Scenario("tracked: nothing alike", after: Event("app_started")) { line(of: expectTracked("purchase")) },
        Scenario("tracked: another kind", after: Event("login", ["source": "menu"])) {
            line(of: expectTracked("login", ["source": "menu"], kind: .screen))
        },
        Scenario("tracked: another kind and value", after: Event("login", ["source": "menu"])) {
            line(of: expectTracked("login", ["source": "push"], kind: .screen))
        },
        Scenario("tracked: too few", after: Event("tap"), Event("view"), Event("tap")) {
            line(of: expectTracked("tap", times: 3))
        },
        Scenario("tracked: too few, and one that is nearly right", after: Event("tap"), Event("taps")) {
            line(of: expectTracked("tap", times: 2))
        },
        Scenario("tracked: too many", after: Event("tap"), Event("view"), Event("tap")) {
            line(of: expectTracked("tap"))
        },
        Scenario("tracked: too many for twice", after: Event("tap"), Event("tap"), Event("tap")) {
            line(of: expectTracked("tap", times: 2))
        },
        Scenario("tracked: not allowed at all", after: Event("view"), Event("tap", ["id": 1])) {
            line(of: expectTracked("tap", ["id": 1], times: 0))
        },
        Scenario("tracked: already checked", after: Event("tap")) {
            expectTracked("tap")
            return line(of: expectTracked("tap"))
        },
        Scenario("tracked: several already checked", after: Event("tap"), Event("tap")) {
            expectTracked("tap", times: 2)
            return line(of: expectTracked("tap"))
        },
        Scenario(
            "tracked: of equally near ones the unchecked", after: Event("tap", ["id": 1]), Event("tap", ["id": 2])
        ) {
            expectTracked("tap", ["id": 1])
            return line(of: expectTracked("tap", ["id": 3]))
        },
        Scenario(
            "tracked: the nearest of several", after: Event("tap", ["a": 1, "b": 1, "c": 0]),
            Event("tap", ["a": 1, "b": 1, "c": "3"]), Event("tap", ["a": 1, "b": 0, "c": 0])
        ) {
            line(of: expectTracked("tap", ["a": 1, "b": 1, "c": 3]))
        },
    ]
}
