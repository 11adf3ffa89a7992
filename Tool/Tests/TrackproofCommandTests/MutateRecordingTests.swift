import Foundation
import Testing

/// Tests of `trackproof mutate RECORDING`.
@Suite("trackproof mutate RECORDING", .timeLimit(.minutes(15)))
struct MutateRecordingTests {
    /// Two taps with a session id, a heartbeat and a user.
    private static let events = [
        #"{"name":"tap","parameters":{"id":1,"genre":"drama","session":"6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11","step":6}}"#,
        #"{"name":"tap","parameters":{"id":2,"genre":"comedy","session":"7f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a12","step":6}}"#,
        #"{"name":"home","kind":"screen"}"#,
        #"{"kind":"identify","user":"u1","parameters":{"plan":"free"}}"#,
    ]

    private func place(snapshot settings: String, plan: String? = nil) throws -> Workplace {
        let place = try Workplace()
        let lines = Self.events.joined(separator: ",")
        try place.write((Self.events + [#"{"name":"beat"}"#]).joined(separator: "\n") + "\n", to: "r.ndjson")
        try place.write(#"{"snapshot":1,"events":[\#(lines)],"ignore":["beat"]\#(settings)}"#, to: "s.json")
        if let plan { try place.write(plan, to: "plan.yaml") }
        return place
    }

    private static let plan = """
        plan: 1
        events:
          home: {kind: screen}
          beat: {}
          tap:
            parameters:
              id: {type: integer, required: true}
              genre: {type: string}
              session: {type: string, required: true}
              step: {type: [integer, "null"], required: true}
        user: {parameters: {plan: {type: string, enum: [free], required: true}}}
        """

    @Test func aSnapshotTellsWhatItsRulesLetThrough() async throws {
        let rules = #", "order": "any", "volatile": {"tap": {"session": "any", "step": "integer"}}"#
        let outcome = try await place(snapshot: rules).trackproof("mutate", "r.ndjson", "--snapshot", "s.json")
        #expect(
            outcome.output.components(separatedBy: "\n\nby event").first == """
                s.json notices 83.8 % of planted mistakes (57 of 68)

                nothing notices that
                  `session` of track tap has another value (2 of 2 events)
                  `session` of track tap is empty (2 of 2 events)
                      rule `any`: `uuid` fits all 2 values seen
                  `step` of track tap has another value (2 of 2 events)
                      rule `integer`: all 2 values seen are 6; without the rule, another value differs
                  track beat is not tracked
                  track beat is tracked twice
                  track beat has one more parameter
                      the snapshot ignores `beat`: remove it from `ignore`
                  track tap is tracked after screen home instead of before it
                      the order does not count: "ordered": [["tap", "home"]]
                  screen home is tracked after identify instead of before it
                      the order does not count: "ordered": [["home", "identify"]]
                """)
        #expect(outcome.status == 0)
    }

    @Test func aHintNoticesTheMistake() async throws {
        let place = try Workplace()
        try place.write(
            """
            {"name":"buy","parameters":{"price":5}}
            {"name":"buy","parameters":{"price":19.99}}

            """, to: "r.ndjson")
        try place.write(
            """
            {"snapshot": 1, "volatile": {"buy": {"price": "any"}}, "events": [
                {"name": "buy", "parameters": {"price": "<any>"}}, {"name": "buy", "parameters": {"price": "<any>"}}
            ]}
            """, to: "s.json")
        let outcome = try await place.trackproof("mutate", "r.ndjson", "--snapshot", "s.json")
        let survivors = outcome.output.components(separatedBy: "\n\n").first { $0.hasPrefix("nothing notices") }
        #expect(
            survivors == """
                nothing notices that
                  `price` of track buy has another value (2 of 2 events)
                      rule `any`: no shape that fits all 2 values seen notices this
                  `price` of track buy is a text instead of a number (2 of 2 events)
                      rule `any`: `number` fits all 2 values seen
                  `price` of track buy is a number instead of an integer
                      rule `any`: no shape that fits all 2 values seen notices this
                """, "\(outcome.output)")
    }

    @Test func aStrictSnapshotNoticesEachMistakeInWhatItCompares() async throws {
        let place = try place(snapshot: #", "order": "strict""#)
        let outcome = try await place.trackproof("mutate", "r.ndjson", "--snapshot", "s.json", "--report", "json")
        let survivors = outcome.output.components(separatedBy: #""survived":"#).count - 1
        #expect(survivors == 3, "\(outcome.output)")
        for event in ["tap", "home", "identify"] {
            #expect(!outcome.output.contains(#"{"event":"\#(event)","operator":"lost","survived""#))
        }
    }

    @Test func aPlanTellsWhatItLetsThrough() async throws {
        let place = try place(snapshot: "", plan: Self.plan)
        let outcome = try await place.trackproof("mutate", "r.ndjson", "--plan", "plan.yaml", "--minimum", "90")
        #expect(outcome.status == 1)
        let expected = [
            """
              `genre` of track tap is missing (2 of 2 events)
                  plan: all 2 events have it, so `required: true`
            """,
            """
              `session` of track tap has another value (2 of 2 events)
              `session` of track tap is empty (2 of 2 events)
                  plan: `format: uuid` fits all 2 values seen
            """,
            """
              `step` of track tap is null (2 of 2 events)
                  plan: `type: integer`
            """,
            """
              `id` of track tap is a number instead of an integer (2 of 2 events)
                  plan: `type: integer`, and `check: {integer-as-float: error}`
            """,
        ]
        for text in expected { #expect(outcome.output.contains(text), "\(outcome.output)") }
        #expect(!outcome.output.contains("is not tracked"))
        #expect(!outcome.output.contains("another user"))
    }

    /// A recording that contains mistakes must not become the model of a rule.
    @Test func adviceComesFromEventsThatFitThePlan() async throws {
        let place = try Workplace()
        let methods = ["card", "cash", "card", "cash", "crad", "crad"]
        let events = methods.enumerated().map { number, method in
            #"{"name":"pay","parameters":{"method":"\#(method)","shop":"s\#(number % 2)","note":"n \#(number)","#
                + #""box":{"a":1}}}"#
        }
        try place.write(events.joined(separator: "\n") + "\n", to: "r.ndjson")
        try place.write(
            """
            plan: 1
            events: {pay: {parameters: {method: {enum: [card, cash]}, shop: string, note: string, box: object}}}
            """, to: "plan.yaml")
        let outcome = try await place.trackproof("mutate", "r.ndjson", "--plan", "plan.yaml")
        let lines = outcome.output.split(separator: "\n")
        let hints = lines.filter { $0.hasPrefix("      plan:") }.map { $0.dropFirst(12) }
        #expect(
            Set(hints) == [
                "all 4 events have it, so `required: true`", #"`enum: ["s0", "s1"]` fits all 4 values seen"#,
                "`pattern: ^n [0-9]+$` fits all 4 values seen", "`minProperties: 1`", "`type: integer`",
                "`type: integer`, and `check: {integer-as-float: error}`",
            ], "\(outcome.output)")
        #expect(!outcome.output.contains("`method` of track pay has another value"))
        #expect(
            outcome.output.hasSuffix(
                """


                left out
                  pay: the content of 2 events, because the plan finds mistakes there already

                a plan alone cannot notice which events are tracked, nor another value of a free text, of a flag or of \
                a number within its range; compare the shares by event and by mistake, not only the score

                """))
    }

    @Test func aPlanHelpsASnapshot() async throws {
        let rules = #", "volatile": {"tap": {"genre": "any"}}"#
        let place = try place(
            snapshot: rules,
            plan: Self.plan.replacing("genre: {type: string}", with: "genre: {type: string, minLength: 1}"))
        let both = try await place.trackproof(
            "mutate", "r.ndjson", "--snapshot", "s.json", "--plan", "plan.yaml")
        #expect(both.output.hasPrefix("s.json and plan.yaml notice "))
        #expect(!both.output.contains("`genre` of track tap is empty"))
        #expect(both.output.contains("`genre` of track tap has another value"))
        let alone = try await place.trackproof("mutate", "r.ndjson", "--snapshot", "s.json")
        #expect(alone.output.contains("`genre` of track tap is empty"))
    }

    /// A hint must not show what the plan hides.
    @Test func personalValuesAreNotShown() async throws {
        let rules =
            #", "volatile": {"tap": {"genre": "any", "step": "any"}, "identify": {"user": "any", "plan": "any"}}"#
        let plan = Self.plan.replacing("genre: {type: string}", with: "genre: {type: string, pii: contact}")
            .replacing("enum: [free]", with: "pii: free_text")
        let place = try place(snapshot: rules, plan: plan)
        let outcome = try await place.trackproof(
            "mutate", "r.ndjson", "--snapshot", "s.json", "--plan", "plan.yaml")
        let text = outcome.output
        #expect(text.contains("rule `any`: the only value seen is not shown; without the rule"), "\(text)")
        #expect(text.contains("`step` of track tap has another value"))
        for value in ["drama", "comedy", "free\""] { #expect(!text.contains(value), "\(value): \(text)") }
        // Without a plan, nobody says which values are personal.
        let open = try await place.trackproof("mutate", "r.ndjson", "--snapshot", "s.json")
        #expect(open.output.contains(#"the only value seen is "free""#))
    }

    @Test(arguments: [
        ("mutate", 64, "Expected a recording, or a command after --."),
        ("mutate r.ndjson", 64, "A recording needs --snapshot or --plan, or both."),
        ("mutate r.ndjson --snapshot s.json -- true", 64, "Expected a recording or a command, found both."),
        ("mutate --snapshot s.json -- true", 64, "--snapshot and --plan need a recording."),
        ("mutate r.ndjson --snapshot s.json --resume x", 64, "--resume needs a command."),
        ("mutate --rounds 0 -- true", 64, "--rounds must be a number from 1 to 10000."),
        ("mutate --minimum 101% -- true", 64, "The value '101%' is invalid for '--minimum <percent>'"),
        ("mutate r.ndjson --snapshot absent.json", 66, "absent.json"),
        ("mutate absent.ndjson --snapshot s.json", 66, "absent.ndjson"),
        ("mutate bad.ndjson --snapshot s.json", 65, "bad.ndjson:1:"),
        (
            "mutate other.ndjson --snapshot s.json", 1,
            "other.ndjson does not match s.json: 5 differences. Without a mistake, the recording must match."
        ),
        (
            "mutate r.ndjson --plan plan.yaml --source wire:segment", 1,
            "r.ndjson: has no events of the source wire:segment"
        ),
        ("mutate r.ndjson --snapshot s.json --report json=r.ndjson", 64, "are the same file"),
    ])
    func wrongUsageIsAnError(call: String, status: Int32, message: String) async throws {
        let place = try place(snapshot: "", plan: Self.plan)
        try place.write("{", to: "bad.ndjson")
        try place.write(#"{"name":"other"}"# + "\n", to: "other.ndjson")
        let outcome = try await place.shell("trackproof \(call)")
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
