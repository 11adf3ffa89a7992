import Trackproof
import TrackproofTesting
import TrackproofAssertions

extension Scenario {
    /// Scenarios of each overload of `expectTracked`.
    static let trackedForms: [Scenario] = [
        Scenario("form: an event", after: Event("tap", ["id": 1])) { line(of: expectTracked(Event("tap", ["id": 2]))) },
        Scenario("form: a typed event", after: Event("movie_tapped", ["id": 1])) {
            line(of: expectTracked(MovieTapped(id: 2, slug: nil)))
        },
        Scenario("form: an expectation", after: Event("movie_tapped", ["id": 1])) {
            line(of: expectTracked(.event("movie_tapped", including: ["slug": .anyString])))
        },
        Scenario("form: an event, asynchronous", after: Event("tap", ["id": 1])) {
            await line(of: expectTracked(Event("tap", ["id": 2]), within: .milliseconds(5)))
        },
        Scenario("form: a typed event, asynchronous", after: Event("movie_tapped", ["id": 1])) {
            await line(of: expectTracked(MovieTapped(id: 2, slug: "a"), within: .milliseconds(5)))
        },
        Scenario("form: an expectation, asynchronous", after: Event("movie_tapped", ["id": 1])) {
            await line(of: expectTracked(.event(MovieTapped(id: 2, slug: nil)), within: .milliseconds(5)))
        },
        Scenario("form: some parameters, asynchronous", after: Event("tap", ["id": 1])) {
            await line(of: expectTracked("tap", including: ["id": .in(2...)], within: .milliseconds(5)))
        },
        Scenario("identity: another user", after: .identify("u-42", ["plan": "free"])) {
            line(of: expectTracked(.identify("u-43", ["plan": "free"])))
        },
        Scenario("identity: another user than the pattern says", after: .identify("42")) {
            line(of: expectTracked(.event("", kind: .identify, user: .pattern("^u-"))))
        },
        Scenario("identity: nobody", after: .identify(nil, ["plan": "free"])) {
            line(of: expectTracked(.event("", ["plan": "free"], kind: .identify, user: .any)))
        },
        Scenario("identity: somebody", after: .identify("u-42", ["plan": "free"])) {
            line(of: expectTracked(.event("", ["plan": "free"], kind: .identify)))
        },
        Scenario("identity: its kind as its name", after: .identify(nil, ["plan": "free"])) {
            line(of: expectTracked("identify", ["plan": "pro"], kind: .identify))
        },
        Scenario("identity: a user and a trait called user", after: .identify("b", ["user": 2])) {
            line(of: expectTracked(.identify("a", ["user": 1])))
        },
        Scenario("user: of an event that is tracked for another user", after: event("note_saved", user: "u-1")) {
            line(of: expectTracked("note_saved", ["n": 1], user: "u-2"))
        },
        Scenario("user: nobody, expected in one line", after: event("note_saved", user: "u-1")) {
            line(of: expectTracked("note_saved", including: [:], user: .none))
        },
        Scenario("user: a pattern, but the event has no user", after: Event("note_saved")) {
            line(of: expectTracked(.event("note_saved", user: .pattern("^u-"))))
        },
        Scenario("user: of an event as the app makes it", after: event("note_saved", user: "u-1")) {
            line(of: expectTracked(event("note_saved", user: "u-2")))
        },
        Scenario("identity: a name that looks like the kind", after: Event("identi\u{200B}fy", ["plan": "free"])) {
            line(of: expectTracked(.event("", ["plan": "free"], kind: .identify)))
        },
        Scenario("identity: another trait", after: .group("g-1", ["seats": 5])) {
            line(of: expectTracked(.group("g-1", ["seats": 6])))
        },
    ]

    /// Scenarios of `expectTracked` that show the description of each matcher.
    static let words: [Scenario] = [
        Scenario("words: types and shapes", after: Event("e", numbered(10))) {
            let wanted: ExpectedParameters = [
                "a": .anyString, "b": .anyInteger, "c": .anyNumber, "d": .anyBool, "e": .uuid,
                "f": .timestamp, "g": .url, "h": .absent, "i": .equal("text"), "j": .pattern("^[a-z]+$"),
            ]
            return line(of: expectTracked("e", wanted))
        },
        Scenario("words: ranges", after: Event("e", numbered(8))) {
            let wanted: ExpectedParameters = [
                "a": .in(1...5), "b": .in(1..<5), "c": .in(1...), "d": .in(...5), "e": .in(..<5),
                "f": .in(0.5...1), "g": .in(0.5...), "h": .in(..<0.5),
            ]
            return line(of: expectTracked("e", wanted))
        },
        Scenario("words: compositions", after: Event("e", numbered(8))) {
            let wanted: ExpectedParameters = [
                "a": .oneOf("EUR", 1, 2.0), "b": .list(1, .uuid, "x"), "c": .object(["id": .uuid, "n": 1]),
                "d": .object(including: ["id": .any]), "e": .where("at most 5 terms") { _ in false },
                "f": .pattern("^x"), "g": .equal(Plan.free), "h": .list(),
            ]
            return line(of: expectTracked("e", wanted))
        },
        Scenario("words: a pattern that cannot be used") {
            line(of: expectTracked("e", ["id": .list(.pattern("(a)\\1"))], times: 0))
        },
        Scenario("words: any value, and there is none", after: Event("e")) {
            line(of: expectTracked("e", ["a": .any, "b": .null, "c": 1]))
        },
        Scenario("words: an array that is given whole", after: Event("e", ["a": ["free", "premium"], "b": [[1, 2]]])) {
            line(of: expectTracked("e", ["a": .oneOf(["free", "premium"]), "b": .list([1, 2])]))
        },
        Scenario("words: within lists and objects", after: Event("e", ["a": [1, 2], "b": ["id": 5, "more": 1]])) {
            line(of: expectTracked("e", ["a": .list(1, .uuid, .any), "b": .object(["id": .uuid])]))
        },
    ]
}

private struct MovieTapped: AnalyticsEvent {
    var id: Int
    var slug: String?
}

private enum Plan: String, EventValueConvertible { case free }

/// Returns the parameters `a`, `b`, … with values that no matcher accepts.
private func numbered(_ count: Int) -> EventParameters {
    EventParameters("abcdefghijklm".prefix(count).map { EventParameter(String($0), .array([.null])) })
}

private func event(_ name: String, user: String) -> Event {
    var event = Event(name, ["n": 1])
    event.user = user
    return event
}
