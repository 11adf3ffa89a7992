import Trackproof
import TrackproofTesting

extension Scenario {
    /// Scenarios of the assertions that do not check the parameters of an event one by one.
    static let others: [Scenario] = [
        Scenario(
            "nothing else: one", after: Event("tap", ["id": 1]),
            fails: """
                1 more event than expected: track tap {id: 1} (number 1)
                recorded 1 event:
                    1  track tap {id: 1}
                """
        ) { line(of: expectNothingElse()) },

        Scenario(
            "nothing else: some of several", after: Event("a"), Event("b"), Event("c"),
            fails: """
                2 more events than expected: track a, … (numbers 1, 3)
                recorded 3 events (✓ checked):
                    1  track a
                ✓   2  track b
                    3  track c
                """
        ) {
            expectTracked("b")
            return line(of: expectNothingElse())
        },

        Scenario(
            "nothing else: of a source",
            fails: """
                1 more event than expected: screen start (number 1)
                recorded 1 event:
                    1  screen start
                """
        ) {
            Analytics.recording(ClosureProvider("firebase") { _ in }.recorded()).screen("start")
            return line(of: expectNothingElse(source: .provider("firebase")))
        },

        Scenario(
            "a null is no value", after: Event("e", ["id": .null]),
            fails: """
                not tracked: track e {id: any value}
                closest match is number 1: track e
                    - id: any value
                    + id: null
                recorded 1 event:
                    1  track e {id: null}
                """
        ) { line(of: expectTracked("e", ["id": .any])) },

        Scenario(
            "no name: tracked", after: Event("a"),
            fails: """
                invalid expectation: track ""
                    an event needs a name, but this name is empty
                """
        ) { line(of: expectTracked("")) },

        Scenario(
            "no name: not tracked", after: Event("a"),
            fails: """
                invalid expectation: screen "" {id: 1, …}
                    an event needs a name, but this name is empty
                """
        ) { line(of: expectTracked("", including: ["id": 1], kind: .screen, times: 0)) },

        Scenario(
            "no name: events", after: Event("a"),
            fails: """
                invalid expectation: track ""
                    an event needs a name, but this name is empty
                """
        ) { line(of: expectEvents(.event("")) {}) },

        Scenario("no name: absence", after: Event("a"), fails: nameless("identify")) { line(of: expectNotTracked("")) },

        Scenario("no name: absence of an identity", after: .group("g"), fails: nameless("group")) {
            line(of: expectNotTracked("", kind: .group))
        },

        Scenario("no name: count", after: Event("a"), fails: nameless("identify")) { line(of: expectCount(0, of: "")) },

        Scenario("no name: order", after: Event("a"), fails: nameless("identify")) { line(of: expectOrder("a", "")) },

        Scenario(
            "not tracked: one", after: Event("view"), Event("crash", ["code": 5]),
            fails: """
                tracked, but should not have been: crash (number 2)
                recorded 2 events:
                    1  track view
                    2  track crash {code: 5}
                """
        ) {
            line(of: expectNotTracked("crash"))
        },

        Scenario(
            "not tracked: of a kind", after: .screen("crash"), Event("crash"),
            fails: """
                tracked, but should not have been: screen crash (number 1)
                recorded 2 events:
                    1  screen crash
                    2  track crash
                """
        ) {
            line(of: expectNotTracked("crash", kind: .screen))
        },

        Scenario(
            "not tracked: many",
            fails: """
                tracked, but should not have been: crash (numbers 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)
                recorded 12 events:
                \(lines(1...9) { "    \($0)  track crash" })
                \(lines(10...12) { "   \($0)  track crash" })
                """
        ) {
            track((1...12).map { _ in Event("crash") })
            return line(of: expectNotTracked("crash"))
        },

        Scenario(
            "count: of all", after: Event("a"),
            fails: """
                1 event instead of 2
                recorded 1 event:
                    1  track a
                """
        ) { line(of: expectCount(2)) },

        Scenario(
            "count: of all, where nothing was recorded",
            fails: """
                0 events instead of 1
                nothing was recorded
                """
        ) { line(of: expectCount(1)) },

        Scenario(
            "count: none is expected", after: Event("a"), Event("b"),
            fails: """
                2 events instead of 0
                recorded 2 events:
                    1  track a
                    2  track b
                """
        ) { line(of: expectCount(0)) },

        Scenario(
            "count: of a name", after: Event("a"), Event("b"), Event("a"),
            fails: """
                2 events instead of 1: a
                recorded 3 events:
                    1  track a
                    2  track b
                    3  track a
                """
        ) {
            line(of: expectCount(1, of: "a"))
        },

        Scenario(
            "count: of a kind", after: .screen("a"), Event("b"),
            fails: """
                1 event instead of 2: screen
                recorded 2 events:
                    1  screen a
                    2  track b
                """
        ) {
            line(of: expectCount(2, kind: .screen))
        },

        Scenario(
            "count: of parameters", after: Event("a", ["n": 1]), Event("b", ["n": 7]),
            fails: """
                1 event instead of 2: {n: an integer in 0...5, …}
                recorded 2 events:
                    1  track a {n: 1}
                    2  track b {n: 7}
                """
        ) {
            line(of: expectCount(2, including: ["n": .in(0...5)]))
        },

        Scenario(
            "count: of all three", after: Event("a", ["n": 7]),
            fails: """
                0 events instead of 1: track a {n: an integer in 0...5, …}
                recorded 1 event:
                    1  track a {n: 7}
                """
        ) {
            line(of: expectCount(1, of: "a", kind: .track, including: ["n": .in(0...5)]))
        },

        Scenario(
            "order: of one name", after: Event("a"),
            fails: "an order needs two or more names, not 1"
        ) { line(of: expectOrder("a")) },

        Scenario(
            "order: of no name", after: Event("a"),
            fails: "an order needs two or more names, not 0"
        ) { line(of: expectOrder()) },

        Scenario(
            "order: not tracked", after: Event("a"),
            fails: """
                not tracked: b
                recorded 1 event:
                    1  track a
                """
        ) { line(of: expectOrder("a", "b")) },

        Scenario(
            "order: the first comes last", after: Event("b"), Event("c"), Event("d"), Event("a"),
            fails: """
                out of order: a should come before b (number 1), but the first a is number 4
                recorded 4 events:
                    1  track b
                    2  track c
                    3  track d
                    4  track a
                """
        ) { line(of: expectOrder("a", "b", "c", "d")) },

        Scenario(
            "order: the last comes first", after: Event("d"), Event("a"), Event("b"), Event("c"),
            fails: """
                out of order: d should follow c (number 4), but the last d is number 1
                recorded 4 events:
                    1  track d
                    2  track a
                    3  track b
                    4  track c
                """
        ) { line(of: expectOrder("a", "b", "c", "d")) },

        Scenario(
            "order: one in the middle comes too late", after: Event("a"), Event("c"), Event("d"), Event("b"),
            fails: """
                out of order: b should come before c (number 2), but the first b is number 4
                recorded 4 events:
                    1  track a
                    2  track c
                    3  track d
                    4  track b
                """
        ) { line(of: expectOrder("a", "b", "c", "d")) },

        Scenario(
            "order: the first is not tracked", after: Event("a"),
            fails: """
                not tracked: b
                recorded 1 event:
                    1  track a
                """
        ) { line(of: expectOrder("b", "a")) },

        Scenario(
            "order: another", after: Event("b"), Event("x"), Event("a"),
            fails: """
                out of order: b should follow a (number 3), but the last b is number 1
                recorded 3 events:
                    1  track b
                    2  track x
                    3  track a
                """
        ) {
            line(of: expectOrder("a", "b"))
        },

        Scenario(
            "order: twice", after: Event("a"), Event("b"),
            fails: """
                not tracked again: a should follow b (number 2)
                recorded 2 events:
                    1  track a
                    2  track b
                """
        ) { line(of: expectOrder("a", "b", "a")) },

        Scenario(
            "order: twice in a row", after: Event("a"),
            fails: """
                not tracked again: a should follow a (number 1)
                recorded 1 event:
                    1  track a
                """
        ) { line(of: expectOrder("a", "a")) },

        Scenario(
            "order: twice, one of them too early", after: Event("a"), Event("a"), Event("b"),
            fails: """
                out of order: a should follow b (number 3), but the last a is number 2
                recorded 3 events:
                    1  track a
                    2  track a
                    3  track b
                """
        ) { line(of: expectOrder("a", "b", "a")) },

        Scenario(
            "order: of an identity", after: Event("login"), .identify("u-42"),
            fails: """
                out of order: login should follow identify (number 2), but the last login is number 1
                recorded 2 events:
                    1  track login
                    2  identify "u-42"
                """
        ) {
            line(of: expectOrder("identify", "login"))
        },
    ]

    /// Scenarios with long recordings, and with names and values that an app gets from outside.
    static let hostile: [Scenario] = [
        Scenario(
            "long: a recording",
            fails: """
                not tracked: track purchase
                recorded 45 events:
                      … 5 earlier events
                \(lines(6...9) { "    \($0)  track e\($0)" })
                \(lines(10...45) { "   \($0)  track e\($0)" })
                """
        ) {
            track((1...45).map { Event("e\($0)") })
            return line(of: expectTracked("purchase"))
        },

        Scenario(
            "long: more places than can be read",
            fails: """
                tracked 12 times instead of once: track tap (numbers 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)
                recorded 12 events:
                \(lines(1...9) { "    \($0)  track tap" })
                \(lines(10...12) { "   \($0)  track tap" })
                """
        ) {
            track((1...12).map { _ in Event("tap") })
            return line(of: expectTracked("tap"))
        },

        Scenario(
            "long: a value", after: Event("tap", ["text": String(repeating: "ab", count: 200)]),
            fails: """
                not tracked: track purchase
                recorded 1 event:
                    1  track tap {text: "\(String(repeating: "ab", count: 141))…
                """
        ) {
            line(of: expectTracked("purchase"))
        },

        Scenario(
            "hostile: a name", after: Event("a\n1  track fake\u{1B}[2J"),
            fails: """
                not tracked: track b\\u{202e}\\n
                recorded 1 event:
                    1  track a\\n1  track fake\\u{1b}[2J
                """
        ) {
            line(of: expectTracked("b\u{202E}\n"))
        },

        Scenario(
            "hostile: parameters", after: Event("a", ["x\ny": "\u{1B}]0;title\u{7}", "\u{200B}": "\"\\"]),
            fails: """
                not tracked: track a {x\\ny: "1\\r2"}
                closest match is number 1: track a
                    - x\\ny: "1\\r2"
                    + x\\ny: "\\u{1b}]0;title\\u{7}"
                    + \\u{200b}: "\\"\\\\"
                recorded 1 event:
                    1  track a {x\\ny: "\\u{1b}]0;title\\u{7}", \\u{200b}: "\\"\\\\"}
                """
        ) {
            line(of: expectTracked("a", ["x\ny": "1\r2"]))
        },

        Scenario(
            "form: a name", after: Event("caf\u{e9}", ["a": 1]),
            fails: """
                not tracked: track cafe\u{301} {a: 1}
                closest match is number 1: track caf\u{e9} {a: 1}
                    its name differs only in Unicode form: expected "cafe\\u{301}", tracked "caf\\u{e9}"
                recorded 1 event:
                    1  track caf\u{e9} {a: 1}
                """
        ) { line(of: expectTracked("cafe\u{301}", ["a": 1])) },

        Scenario(
            "form: names of parameters", after: Event("a", ["id ": 1, "i d": 2]),
            fails: """
                not tracked: track a {id: 1, i\\u{a0}d: 2}
                closest match is number 1: track a
                    - id: 1
                    - i\\u{a0}d: 2
                    + id\\u{20}: 1
                    + i d: 2
                recorded 1 event:
                    1  track a {id\\u{20}: 1, i d: 2}
                """
        ) { line(of: expectTracked("a", ["id": 1, "i\u{a0}d": 2])) },

        Scenario(
            "form: a value", after: Event("a", ["city": "Zu\u{308}rich", "x": "a b", "y": "❤"]),
            fails: """
                not tracked: track a {city: "Z\u{fc}rich", x: "a\\u{a0}b", y: "❤️"}
                closest match is number 1: track a
                    - city: "Z\\u{fc}rich"
                    + city: "Zu\\u{308}rich"  (differ only in Unicode form)
                    - x: "a\\u{a0}b"
                    + x: "a b"
                    - y: "\\u{2764}\\u{fe0f}"
                    + y: "\\u{2764}"  (differ only in invisible characters)
                recorded 1 event:
                    1  track a {city: "Zu\u{308}rich", x: "a b", y: "❤"}
                """
        ) { line(of: expectTracked("a", ["city": "Z\u{fc}rich", "x": "a\u{a0}b", "y": "❤\u{fe0f}"])) },

        Scenario(
            "form: a parameter's name", after: Event("a", ["cafe\u{301}": 1]),
            fails: """
                not tracked: track a {caf\u{e9}: 1}
                closest match is number 1: track a
                    - caf\\u{e9}: 1
                    + cafe\\u{301}: 1  (the name differs only in Unicode form)
                recorded 1 event:
                    1  track a {cafe\u{301}: 1}
                """
        ) { line(of: expectTracked("a", ["caf\u{e9}": 1])) },

        Scenario(
            "form: an order", after: Event("caf\u{e9}"), Event("b"),
            fails: """
                not tracked: cafe\u{301}
                number 1: its name differs only in Unicode form: expected "cafe\\u{301}", tracked "caf\\u{e9}"
                recorded 2 events:
                    1  track caf\u{e9}
                    2  track b
                """
        ) { line(of: expectOrder("cafe\u{301}", "b")) },

        Scenario(
            "form: a count", after: Event("caf\u{e9}"),
            fails: """
                0 events instead of 1: cafe\u{301}
                number 1: its name differs only in Unicode form: expected "cafe\\u{301}", tracked "caf\\u{e9}"
                recorded 1 event:
                    1  track caf\u{e9}
                """
        ) { line(of: expectCount(1, of: "cafe\u{301}")) },

        Scenario(
            "form: events of a closure",
            fails: """
                tracked something other than expected
                1 difference (1 renamed), 0 events match

                ~ renamed    track cafe\\u{301} → track caf\\u{e9}  (differ only in Unicode form)

                recorded 1 event:
                    1  track caf\u{e9}
                """
        ) { line(of: expectEvents(Event("cafe\u{301}")) { track(Event("caf\u{e9}")) }) },

        Scenario(
            "form: a trailing space", after: Event("tap "),
            fails: """
                not tracked: track tap
                closest match is number 1: track tap\\u{20}
                recorded 1 event:
                    1  track tap\\u{20}
                """
        ) { line(of: expectTracked("tap")) },

        Scenario(
            "hostile: an empty name", after: Event(""),
            fails: """
                invalid expectation: track "" {a: 1}
                    an event needs a name, but this name is empty
                """,
            atEnd: """
                1 invalid event:
                    track ""
                        an event needs a name, but this name is empty
                """
        ) { line(of: expectTracked("", ["a": 1])) },

        Scenario(
            "hostile: a provider", after: Event("tap"),
            fails: """
                provider fire\\nbase received something other than what was tracked
                1 difference (1 missing), 0 events match

                - missing    track tap

                no provider with this id is recorded; call recorded() on the provider
                """
        ) { line(of: expectDelivered(to: "fire\nbase")) },

        Scenario(
            "hostile: a source",
            fails: """
                not tracked: track a
                no provider with this id is recorded (provider:fire\\nbase): call recorded() on the provider
                nothing was recorded
                """
        ) { line(of: expectTracked("a", source: .provider("fire\nbase"))) },

        Scenario(
            "hostile: a count's name",
            fails: """
                0 events instead of 1: a\\nb {x\\ny: 1, …}
                nothing was recorded
                """
        ) { line(of: expectCount(1, of: "a\nb", including: ["x\ny": 1])) },

        Scenario(
            "hostile: an order's name",
            fails: """
                not tracked: a\\nb
                nothing was recorded
                """
        ) { line(of: expectOrder("a\nb", "c")) },

        Scenario(
            "hostile: a name that is not to be", after: Event("a\nb"),
            fails: """
                tracked, but should not have been: a\\nb (number 1)
                recorded 1 event:
                    1  track a\\nb
                """
        ) {
            line(of: expectNotTracked("a\nb"))
        },

        Scenario(
            "hostile: the reason of an encoding error",
            fails: """
                not tracked: track tap {id: 1}
                closest match is number 1: track tap
                    - id: 1
                    the event is invalid: no\\nreason\\u{1b}[2J
                recorded 1 event:
                    1  track tap  (invalid: no\\nreason\\u{1b}[2J)
                """,
            atEnd: """
                1 invalid event:
                    track tap
                        no\\nreason\\u{1b}[2J
                """
        ) {
            var event = Event("tap")
            event.encodingError = "no\nreason\u{1B}[2J"
            track(event)
            return line(of: expectTracked("tap", ["id": 1]))
        },
    ]
}

private func nameless(_ kind: String) -> String {
    """
    an event needs a name, but this name is empty; for an event whose kind needs no name, pass the kind as the name: \
    "\(kind)"
    """
}
