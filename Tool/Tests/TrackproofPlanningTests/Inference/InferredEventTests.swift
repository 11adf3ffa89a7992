import TestSupport
import Testing
import Trackproof

/// Tests of the contents of inferred plans, except single parameters.
struct InferredEventTests {
    @Test func kindsAndTraits() throws {
        let group = Event.group("g", ["seats": -1])
        let events: [Event] = [
            .screen("home"), .page("start", ["v": true]), .identify("u", ["pro": true]), group, .alias("x"),
            Event("merged", kind: .alias),
        ]
        try expectGolden("InferredEventTests/kinds-and-traits", Inferred.body(events))
    }

    @Test func anEventOfSeveralKindsHasTheMostFrequentOne() throws {
        let events: [Event] = [Event("home"), .screen("home"), .screen("home"), Event("home", kind: .alias)]
        try expectGolden(
            "InferredEventTests/an-event-of-several-kinds-has-the-most-frequent-one", Inferred.body(events))
        try expectGolden(
            "InferredEventTests/an-event-of-several-kinds-has-the-most-frequent-one-2",
            Inferred.body([Event("home"), Event("home", kind: .alias)]))
        try expectGolden(
            "InferredEventTests/an-event-of-several-kinds-has-the-most-frequent-one-3",
            Inferred.body([Event("identify"), .identify("u")]))
        #expect(
            try Inferred.errors(
                Inferred.plan([Event("identify"), .identify("u")]), [Event("identify"), .identify("u")]) == "")
    }

    private func events(_ names: Int, _ parameters: (Int) -> EventParameters) -> [Event] {
        (0..<names).map { Event("event_\($0)", parameters($0)) }
    }

    @Test func aParameterOfAllEventsIsShared() throws {
        let plan = Inferred.body(events(5) { $0 == 0 ? ["online": true, "own": true] : ["online": false] })
        try expectGolden("InferredEventTests/a-parameter-of-all-events-is-shared", plan)
        #expect(!Inferred.body(events(4) { _ in ["online": true] }).contains("shared"))
        #expect(!Inferred.body(events(5) { $0 == 0 ? [:] : ["online": true] }).contains("shared"))
        #expect(!Inferred.body(events(5) { $0 == 0 ? ["online": 1] : ["online": true] }).contains("shared"))
    }

    @Test func allEventsTogetherShowTheFormatOfASharedParameter() {
        let plan = Inferred.body(events(5) { ["at": "2026-01-0\($0 + 1)"] })
        #expect(plan.contains("    at: {type: string, format: date, required: true}\ndefaults: [common]\n"))
    }

    @Test func aParameterThatMeansSomethingElseInAnEventIsNotShared() {
        func values(_ texts: [String]) -> [Event] {
            (0..<20).flatMap { round in events(5) { ["v": texts[round % 2 == 0 ? 0 : $0 % texts.count]] } }
        }
        #expect(
            Inferred.body(values(["a", "b"])).contains("    v: {type: string, enum: [a, b], required: true}\ndefaults:")
        )
        let several = (0..<20).flatMap { round in
            events(5) { ["v": ["a", "b"][round % 2] + ($0 == 0 ? "x" : "")] }
        }
        #expect(!Inferred.body(several).contains("shared"))
    }

    @Test func traitsOfUsersHaveNoSharedParameters() throws {
        let all = events(5) { _ in ["online": true] } + [.identify("u", ["pro": true]), .group("g")]
        let plan = Inferred.body(all)
        #expect(plan.contains("\n    online: {type: boolean, required: true}\ndefaults: [common]\n"))
        #expect(plan.contains("\n  event_4: {}\n  group: {kind: group}\nuser:\n"))
        #expect(try Inferred.errors(Inferred.plan(all), all) == "")
    }

    @Test(arguments: [
        ("snake_case", ["order_paid", "movie_tapped", "login", "logout", "home"]),
        ("camelCase", ["orderPaid", "movieTapped", "login", "logout", "home"]),
        ("PascalCase", ["OrderPaid", "MovieTapped", "Login", "Logout", "Home"]),
        ("kebab-case", ["order-paid", "movie-tapped", "login", "logout", "home"]),
        ("Title Case", ["Order Paid", "2FA Page Viewed", "Login", "Logout", "Home"]),
        (nil, ["order_paid", "movie_tapped", "login", "home"]), (nil, ["a", "b", "c", "d", "e"]),
        (nil, ["order_paid", "movieTapped", "login", "logout", "home"]), (nil, ["a_", "b_", "c__d", "_e", "f_g"]),
    ])
    func theStyleOfNames(style: String?, names: [String]) {
        let first = Inferred.body(names.map { Event($0) }).split(separator: "\n")[1]
        #expect(first == (style.map { YAMLName.naming("events", $0) } ?? "events:"))
        let parameters = EventParameters(names.map { EventParameter($0, .bool(true)) })
        let second = Inferred.body([Event("e", parameters)]).split(separator: "\n")[1]
        #expect(second == (style.map { YAMLName.naming("parameters", $0) } ?? "events:"))
    }

    private enum YAMLName {
        static func naming(_ what: String, _ style: String) -> String { "naming: {\(what): \(style)}" }
    }

    @Test func oneNameInTenMayHaveAnotherStyle() {
        let names = (0..<9).map { "event_\($0)" }
        #expect(Inferred.body((names + ["homeShown"]).map { Event($0) }).contains("naming: {events: snake_case}"))
        #expect(!Inferred.body((names.dropLast() + ["homeShown"]).map { Event($0) }).contains("naming"))
    }
}
