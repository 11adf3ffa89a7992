import Trackproof
import TrackproofTesting
import TrackproofAssertions

extension Scenario {
    /// Scenarios of each overload of `expectTracked`.
    static let trackedForms: [Scenario] = [
        Scenario(
            "form: an event", after: Event("tap", ["id": 1]),
            fails: """
                not tracked: track tap {id: 2}
                closest match is number 1: track tap
                    - id: 2
                    + id: 1
                recorded 1 event:
                    1  track tap {id: 1}
                """
        ) {
            line(of: expectTracked(Event("tap", ["id": 2])))
        },

        Scenario(
            "form: a typed event", after: Event("movie_tapped", ["id": 1]),
            fails: """
                not tracked: track movie_tapped {id: 2}
                closest match is number 1: track movie_tapped
                    - id: 2
                    + id: 1
                recorded 1 event:
                    1  track movie_tapped {id: 1}
                """
        ) {
            line(of: expectTracked(MovieTapped(id: 2, slug: nil)))
        },

        Scenario(
            "form: an expectation", after: Event("movie_tapped", ["id": 1]),
            fails: """
                not tracked: track movie_tapped {slug: any string, …}
                closest match is number 1: track movie_tapped
                    - slug: any string
                recorded 1 event:
                    1  track movie_tapped {id: 1}
                """
        ) {
            line(of: expectTracked(.event("movie_tapped", including: ["slug": .anyString])))
        },

        Scenario(
            "form: an event, asynchronous", after: Event("tap", ["id": 1]),
            fails: """
                not tracked within 0.005 seconds: track tap {id: 2}
                closest match is number 1: track tap
                    - id: 2
                    + id: 1
                recorded 1 event:
                    1  track tap {id: 1}
                """
        ) {
            await line(of: expectTracked(Event("tap", ["id": 2]), within: .milliseconds(5)))
        },

        Scenario(
            "form: a typed event, asynchronous", after: Event("movie_tapped", ["id": 1]),
            fails: """
                not tracked within 0.005 seconds: track movie_tapped {id: 2, slug: "a"}
                closest match is number 1: track movie_tapped
                    - id: 2
                    + id: 1
                    - slug: "a"
                recorded 1 event:
                    1  track movie_tapped {id: 1}
                """
        ) {
            await line(of: expectTracked(MovieTapped(id: 2, slug: "a"), within: .milliseconds(5)))
        },

        Scenario(
            "form: an expectation, asynchronous", after: Event("movie_tapped", ["id": 1]),
            fails: """
                not tracked within 0.005 seconds: track movie_tapped {id: 2}
                closest match is number 1: track movie_tapped
                    - id: 2
                    + id: 1
                recorded 1 event:
                    1  track movie_tapped {id: 1}
                """
        ) {
            await line(of: expectTracked(.event(MovieTapped(id: 2, slug: nil)), within: .milliseconds(5)))
        },

        Scenario(
            "form: some parameters, asynchronous", after: Event("tap", ["id": 1]),
            fails: """
                not tracked within 0.005 seconds: track tap {id: an integer in 2..., …}
                closest match is number 1: track tap
                    - id: an integer in 2...
                    + id: 1
                recorded 1 event:
                    1  track tap {id: 1}
                """
        ) {
            await line(of: expectTracked("tap", including: ["id": .in(2...)], within: .milliseconds(5)))
        },

        Scenario(
            "identity: another user", after: .identify("u-42", ["plan": "free"]),
            fails: """
                not tracked: identify "u-43" {plan: "free"}
                closest match is number 1: identify
                    - user: "u-43"
                    + user: "u-42"
                recorded 1 event:
                    1  identify "u-42" {plan: "free"}
                """
        ) {
            line(of: expectTracked(.identify("u-43", ["plan": "free"])))
        },

        Scenario(
            "identity: another user than the pattern says", after: .identify("42"),
            fails: """
                not tracked: identify a string matching /^u-/
                closest match is number 1: identify
                    - user: a string matching /^u-/
                    + user: "42"
                recorded 1 event:
                    1  identify "42"
                """
        ) {
            line(of: expectTracked(.event("", kind: .identify, user: .pattern("^u-"))))
        },

        Scenario(
            "identity: nobody", after: .identify(nil, ["plan": "free"]),
            fails: """
                not tracked: identify any value {plan: "free"}
                closest match is number 1: identify
                    - user: any value
                recorded 1 event:
                    1  identify {plan: "free"}
                """
        ) {
            line(of: expectTracked(.event("", ["plan": "free"], kind: .identify, user: .any)))
        },

        Scenario(
            "identity: somebody", after: .identify("u-42", ["plan": "free"]),
            fails: """
                not tracked: identify {plan: "free"}
                closest match is number 1: identify
                    + user: "u-42"
                recorded 1 event:
                    1  identify "u-42" {plan: "free"}
                """
        ) {
            line(of: expectTracked(.event("", ["plan": "free"], kind: .identify)))
        },

        Scenario(
            "identity: another trait", after: .group("g-1", ["seats": 5]),
            fails: """
                not tracked: group "g-1" {seats: 6}
                closest match is number 1: group
                    - seats: 6
                    + seats: 5
                recorded 1 event:
                    1  group "g-1" {seats: 5}
                """
        ) {
            line(of: expectTracked(.group("g-1", ["seats": 6])))
        },
    ]

    /// Scenarios of `expectTracked` that show the description of each matcher.
    static let words: [Scenario] = [
        Scenario(
            "words: types and shapes", after: Event("e", numbered(10)),
            fails: """
                not tracked: track e {a: any string, b: any integer, c: any number, d: any bool, e: a UUID, \
                f: a timestamp, g: a URL, h: no value, i: "text", j: a string matching /^[a-z]+$/}
                closest match is number 1: track e
                    - a: any string
                    + a: [null]
                    - b: any integer
                    + b: [null]
                    - c: any number
                    + c: [null]
                    - d: any bool
                    + d: [null]
                    - e: a UUID
                    + e: [null]
                    - f: a timestamp
                    + f: [null]
                    - g: a URL
                    + g: [null]
                    - i: "text"
                    + i: [null]  (string became array)
                    - j: a string matching /^[a-z]+$/
                    + j: [null]
                    + h: [null]
                recorded 1 event:
                    1  track e {a: [null], b: [null], c: [null], d: [null], e: [null], f: [null], g: [null], \
                h: [null], i: [null], j: [null]}
                """
        ) {
            let wanted: ExpectedParameters = [
                "a": .anyString, "b": .anyInteger, "c": .anyNumber, "d": .anyBool, "e": .uuid,
                "f": .timestamp, "g": .url, "h": .absent, "i": .equal("text"), "j": .pattern("^[a-z]+$"),
            ]
            return line(of: expectTracked("e", wanted))
        },

        Scenario(
            "words: ranges", after: Event("e", numbered(8)),
            fails: """
                not tracked: track e {a: an integer in 1...5, b: an integer in 1..<5, c: an integer in 1..., \
                d: an integer in ...5, e: an integer in ..<5, f: a number in 0.5...1.0, g: a number in 0.5..., \
                h: a number in ..<0.5}
                closest match is number 1: track e
                    - a: an integer in 1...5
                    + a: [null]
                    - b: an integer in 1..<5
                    + b: [null]
                    - c: an integer in 1...
                    + c: [null]
                    - d: an integer in ...5
                    + d: [null]
                    - e: an integer in ..<5
                    + e: [null]
                    - f: a number in 0.5...1.0
                    + f: [null]
                    - g: a number in 0.5...
                    + g: [null]
                    - h: a number in ..<0.5
                    + h: [null]
                recorded 1 event:
                    1  track e {a: [null], b: [null], c: [null], d: [null], e: [null], f: [null], g: [null], h: [null]}
                """
        ) {
            let wanted: ExpectedParameters = [
                "a": .in(1...5), "b": .in(1..<5), "c": .in(1...), "d": .in(...5), "e": .in(..<5),
                "f": .in(0.5...1), "g": .in(0.5...), "h": .in(..<0.5),
            ]
            return line(of: expectTracked("e", wanted))
        },

        Scenario(
            "words: compositions", after: Event("e", numbered(8)),
            fails: """
                not tracked: track e {a: one of "EUR", 1, 2.0, b: [1, a UUID, "x"], c: {id: a UUID, n: 1}, \
                d: {id: any value, …}, e: at most 5 terms, f: a string matching /^x/, g: "free", h: []}
                closest match is number 1: track e
                    - a: one of "EUR", 1, 2.0
                    + a: [null]
                    - b.0: 1
                    + b.0: null  (integer became null)
                    - b.1: a UUID
                    - b.2: "x"
                    - c: {id: a UUID, n: 1}
                    + c: [null]
                    - d: {id: any value, …}
                    + d: [null]
                    - e: at most 5 terms
                    + e: [null]
                    - f: a string matching /^x/
                    + f: [null]
                    - g: "free"
                    + g: [null]  (string became array)
                    + h.0: null
                recorded 1 event:
                    1  track e {a: [null], b: [null], c: [null], d: [null], e: [null], f: [null], g: [null], h: [null]}
                """
        ) {
            let wanted: ExpectedParameters = [
                "a": .oneOf("EUR", 1, 2.0), "b": .list(1, .uuid, "x"), "c": .object(["id": .uuid, "n": 1]),
                "d": .object(including: ["id": .any]), "e": .where("at most 5 terms") { _ in false },
                "f": .pattern("^x"), "g": .equal(Plan.free), "h": .list(),
            ]
            return line(of: expectTracked("e", wanted))
        },

        Scenario(
            "words: a pattern that cannot be used",
            fails: """
                invalid expectation: track e {id: [a string matching /(a)\\1/]}
                    id.0: the pattern cannot be used: character 4: a backreference (\\1) is not supported
                """
        ) {
            line(of: expectTracked("e", ["id": .list(.pattern("(a)\\1"))], times: 0))
        },

        Scenario(
            "words: any value, and there is none", after: Event("e"),
            fails: """
                not tracked: track e {a: any value, b: null, c: 1}
                closest match is number 1: track e
                    - a: any value
                    - b: null
                    - c: 1
                recorded 1 event:
                    1  track e
                """
        ) {
            line(of: expectTracked("e", ["a": .any, "b": .null, "c": 1]))
        },

        Scenario(
            "words: an array that is given whole", after: Event("e", ["a": ["free", "premium"], "b": [[1, 2]]]),
            fails: """
                not tracked: track e {a: one of "free", "premium", b: [1, 2]}
                closest match is number 1: track e
                    - a: one of "free", "premium"
                    + a: ["free", "premium"]
                    - b.0: 1
                    + b.0: [1, 2]  (integer became array)
                    - b.1: 2
                recorded 1 event:
                    1  track e {a: ["free", "premium"], b: [[1, 2]]}
                """
        ) {
            line(of: expectTracked("e", ["a": .oneOf(["free", "premium"]), "b": .list([1, 2])]))
        },

        Scenario(
            "words: within lists and objects", after: Event("e", ["a": [1, 2], "b": ["id": 5, "more": 1]]),
            fails: """
                not tracked: track e {a: [1, a UUID, any value], b: {id: a UUID}}
                closest match is number 1: track e
                    - a.1: a UUID
                    + a.1: 2
                    - a.2: any value
                    - b.id: a UUID
                    + b.id: 5
                    + b.more: 1
                recorded 1 event:
                    1  track e {a: [1, 2], b: {id: 5, more: 1}}
                """
        ) {
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
