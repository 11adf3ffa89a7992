import Trackproof
import TrackproofTesting

extension Scenario {
    /// Scenarios of the assertions that do not check the parameters of an event one by one.
    static let others: [Scenario] = [
        Scenario("nothing else: one", after: Event("tap", ["id": 1])) { line(of: expectNothingElse()) },
        Scenario("nothing else: some of several", after: Event("a"), Event("b"), Event("c")) {
            expectTracked("b")
            return line(of: expectNothingElse())
        },
        Scenario("nothing else: of a source") {
            Analytics.recording(ClosureProvider("firebase") { _ in }.recorded()).screen("start")
            return line(of: expectNothingElse(source: .provider("firebase")))
        },
        Scenario("a null is no value", after: Event("e", ["id": .null])) { line(of: expectTracked("e", ["id": .any])) },
        Scenario("no name: tracked", after: Event("a")) { line(of: expectTracked("")) },
        Scenario("no name: not tracked", after: Event("a")) {
            line(of: expectTracked("", including: ["id": 1], kind: .screen, times: 0))
        },
        Scenario("no name: events", after: Event("a")) { line(of: expectEvents(.event("")) {}) },
        Scenario("no name: absence", after: Event("a")) { line(of: expectNotTracked("")) },
        Scenario("no name: absence of an identity", after: .group("g")) {
            line(of: expectNotTracked("", kind: .group))
        },
        Scenario("no name: count", after: Event("a")) { line(of: expectCount(0, of: "")) },
        Scenario("no name: order", after: Event("a")) { line(of: expectOrder("a", "")) },
        Scenario("not tracked: one", after: Event("view"), Event("crash", ["code": 5])) {
            line(of: expectNotTracked("crash"))
        },
        Scenario("not tracked: of a kind", after: .screen("crash"), Event("crash")) {
            line(of: expectNotTracked("crash", kind: .screen))
        },
        Scenario("not tracked: many") {
            track((1...12).map { _ in Event("crash") })
            return line(of: expectNotTracked("crash"))
        },
        Scenario("not tracked: an event", after: Event("a", ["n": 1]), Event("a", ["n": 2])) {
            line(of: expectNotTracked(Event("a", ["n": 2])))
        },
        Scenario("not tracked: an expectation", after: Event("a", ["n": 1])) {
            line(of: expectNotTracked(.event("a", including: ["n": .anyInteger])))
        },
        Scenario("not tracked: an event without a name", after: Event("a")) {
            line(of: expectNotTracked(Event("")))
        },
        Scenario("count: of an event", after: Event("a", ["n": 1]), Event("a", ["n": 2])) {
            line(of: expectCount(2, of: Event("a", ["n": 2])))
        },
        Scenario("order: of events", after: Event("a", ["n": 1]), Event("b"), Event("a", ["n": 2])) {
            line(of: expectOrder(Event("a", ["n": 2]), Event("b")))
        },
        Scenario("order: of expectations", after: Event("a", ["n": 1]), Event("b")) {
            line(of: expectOrder(.event("b"), .event("a", including: ["n": .in(2...)])))
        },
        Scenario("count: of all", after: Event("a")) { line(of: expectCount(2)) },
        Scenario("count: of all, where nothing was recorded") { line(of: expectCount(1)) },
        Scenario("count: none is expected", after: Event("a"), Event("b")) { line(of: expectCount(0)) },
        Scenario("count: of a name", after: Event("a"), Event("b"), Event("a")) { line(of: expectCount(1, of: "a")) },
        Scenario("count: of a kind", after: .screen("a"), Event("b")) { line(of: expectCount(2, kind: .screen)) },
        Scenario("count: of parameters", after: Event("a", ["n": 1]), Event("b", ["n": 7])) {
            line(of: expectCount(2, including: ["n": .in(0...5)]))
        },
        Scenario("count: of all three", after: Event("a", ["n": 7])) {
            line(of: expectCount(1, of: "a", kind: .track, including: ["n": .in(0...5)]))
        },
        Scenario("order: of one name", after: Event("a")) { line(of: expectOrder("a")) },
        Scenario("order: of no name", after: Event("a")) { line(of: expectOrder()) },
        Scenario("order: not tracked", after: Event("a")) { line(of: expectOrder("a", "b")) },
        Scenario("order: the first comes last", after: Event("b"), Event("c"), Event("d"), Event("a")) {
            line(of: expectOrder("a", "b", "c", "d"))
        },
        Scenario("order: the last comes first", after: Event("d"), Event("a"), Event("b"), Event("c")) {
            line(of: expectOrder("a", "b", "c", "d"))
        },
        Scenario("order: one in the middle comes too late", after: Event("a"), Event("c"), Event("d"), Event("b")) {
            line(of: expectOrder("a", "b", "c", "d"))
        },
        Scenario("order: the first is not tracked", after: Event("a")) { line(of: expectOrder("b", "a")) },
        Scenario("order: another", after: Event("b"), Event("x"), Event("a")) { line(of: expectOrder("a", "b")) },
        Scenario("order: twice", after: Event("a"), Event("b")) { line(of: expectOrder("a", "b", "a")) },
        Scenario("order: twice in a row", after: Event("a")) { line(of: expectOrder("a", "a")) },
        Scenario("order: twice, one of them too early", after: Event("a"), Event("a"), Event("b")) {
            line(of: expectOrder("a", "b", "a"))
        },
        Scenario("order: of an identity", after: Event("login"), .identify("u-42")) {
            line(of: expectOrder("identify", "login"))
        },
    ]

    /// Scenarios with long recordings, and with names and values that an app gets from outside.
    static let hostile: [Scenario] = [
        Scenario("long: a recording") {
            track((1...45).map { Event("e\($0)") })
            return line(of: expectTracked("purchase"))
        },
        Scenario("long: more places than can be read") {
            track((1...12).map { _ in Event("tap") })
            return line(of: expectTracked("tap"))
        },
        Scenario("long: a value", after: Event("tap", ["text": String(repeating: "ab", count: 200)])) {
            line(of: expectTracked("purchase"))
        },
        Scenario("hostile: a name", after: Event("a\n1  track fake\u{1B}[2J")) {
            line(of: expectTracked("b\u{202E}\n"))
        },
        Scenario("hostile: parameters", after: Event("a", ["x\ny": "\u{1B}]0;title\u{7}", "\u{200B}": "\"\\"])) {
            line(of: expectTracked("a", ["x\ny": "1\r2"]))
        },
        Scenario("form: a name", after: Event("caf\u{e9}", ["a": 1])) {
            line(of: expectTracked("cafe\u{301}", ["a": 1]))
        },
        Scenario("form: names of parameters", after: Event("a", ["id ": 1, "i d": 2])) {
            line(of: expectTracked("a", ["id": 1, "i\u{a0}d": 2]))
        },
        Scenario("form: a value", after: Event("a", ["city": "Zu\u{308}rich", "x": "a b", "y": "❤"])) {
            line(of: expectTracked("a", ["city": "Z\u{fc}rich", "x": "a\u{a0}b", "y": "❤\u{fe0f}"]))
        },
        Scenario("form: a parameter's name", after: Event("a", ["cafe\u{301}": 1])) {
            line(of: expectTracked("a", ["caf\u{e9}": 1]))
        },
        Scenario("form: an order", after: Event("caf\u{e9}"), Event("b")) { line(of: expectOrder("cafe\u{301}", "b")) },
        Scenario("form: a count", after: Event("caf\u{e9}")) { line(of: expectCount(1, of: "cafe\u{301}")) },
        Scenario("form: events of a closure") {
            line(of: expectEvents(Event("cafe\u{301}")) { track(Event("caf\u{e9}")) })
        },
        Scenario("form: a trailing space", after: Event("tap ")) { line(of: expectTracked("tap")) },
        Scenario("hostile: an empty name", after: Event("")) { line(of: expectTracked("", ["a": 1])) },
        Scenario("hostile: a provider", after: Event("tap")) { line(of: expectDelivered(to: "fire\nbase")) },
        Scenario("hostile: a source") { line(of: expectTracked("a", source: .provider("fire\nbase"))) },
        Scenario("hostile: a count's name") { line(of: expectCount(1, of: "a\nb", including: ["x\ny": 1])) },
        Scenario("hostile: an order's name") { line(of: expectOrder("a\nb", "c")) },
        Scenario("hostile: a name that is not to be", after: Event("a\nb")) { line(of: expectNotTracked("a\nb")) },
        Scenario("hostile: a tab", after: Event("a\tb")) { line(of: expectNotTracked("a\tb")) },
        Scenario("long: invalid events") {
            track(
                (1...22).map { number in
                    var event = Event("e\(number)")
                    event.encodingError = "no value"
                    return event
                })
            return line(of: expectCount(0))
        },
        Scenario("hostile: the reason of an encoding error") {
            var event = Event("tap")
            event.encodingError = "no\nreason\u{1B}[2J"
            track(event)
            return line(of: expectTracked("tap", ["id": 1]))
        },
    ]
}
