import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct LearnedRulesTests {
    // MARK: Rules

    @Test func proposesARuleForEachParameterThatVaries() throws {
        let learned = try learn(
            [#"{"name":"buy","parameters":{"id":"order-100001","price":5,"n":1}}"#, #"{"name":"open"}"#],
            [#"{"name":"open"}"#, #"{"name":"buy","parameters":{"id":"order-200002","price":5,"n":7}}"#])
        #expect(learned.proposals.map(\.description) == ["buy.id: /^order-[0-9]+$/", "buy.n: integer"])
        #expect(learned.unstable == [])
    }

    /// Tests values that may be times. Two runs in the same second have the same time, so a time does not always vary.
    @Test(arguments: [
        ("1795000000", true), ("1795000001.5", true), ("1795000000999", true), (#""2026-11-18T11:06:41Z""#, true),
        (#""1795000000""#, false), ("1795001000", false), ("17950000000", false), (#""2026-11-18""#, false),
        ("[1795000000,1795000003]", true), (#"{"at":1795000000}"#, true),
    ])
    func aConstantTimeOfTheEventGetsATimestampRule(value: String, isKnown: Bool) throws {
        let run = [#"{"name":"a","time":"2026-11-18T11:06:41.000Z","parameters":{"n":1,"v":\#(value)}}"#]
        let path = value.hasPrefix("[") ? "v.*" : value.hasPrefix("{") ? "v.at" : "v"
        let learned = try learn(run, run)
        #expect(learned.proposals.map(\.description) == (isKnown ? ["a.\(path): timestamp"] : []))
        #expect(learned.unstable == [])
        // Learning proposes no rule if an event has no time, or if the settings already have a rule.
        #expect(try learn([run[0].replacing("time", with: "then")], run).proposals.isEmpty)
        let ruled = SnapshotSettings(volatile: [.init(event: "*", path: "v", shape: .any)])
        let recordings = try [run, run].map { try Recording(Array($0[0].utf8)) }
        #expect(LearnedRules(from: recordings, settings: ruled).proposals.isEmpty)
    }

    @Test func equalRunsGiveNoRules() throws {
        let run = [#"{"name":"a","parameters":{"x":1}}"#, #"{"name":"b"}"#]
        let learned = try learn(run, run.reversed(), run)
        #expect(learned.proposals.isEmpty && learned.unstable.isEmpty)
        #expect(LearnedRules(from: []).proposals.isEmpty)
        #expect(try learn(run).unstable.isEmpty)
    }

    @Test func aRuleFitsAllEventsOfItsName() throws {
        // Only the second event varies, but the rule must also fit the text of the first event.
        let learned = try learn(
            [#"{"name":"a","parameters":{"n":1,"v":"home"}}"#, #"{"name":"a","parameters":{"n":2,"v":17}}"#],
            [#"{"name":"a","parameters":{"n":1,"v":"home"}}"#, #"{"name":"a","parameters":{"n":2,"v":18}}"#])
        #expect(learned.proposals.map(\.description) == ["a.v: any"])
        #expect(learned.unstable == [])
    }

    @Test func namesInLearnedRulesAreEscaped() throws {
        let learned = try learn(
            [#"{"name":"a*?\\b","parameters":{"app.version":1,"x\\y":{"*":1}}}"#],
            [#"{"name":"a*?\\b","parameters":{"app.version":2,"x\\y":{"*":2}}}"#])
        #expect(learned.proposals.map(\.event) == [#"a\*\?\\b"#, #"a\*\?\\b"#])
        #expect(learned.proposals.map(\.path) == [#"app\.version"#, #"x\\y.*"#])
        #expect(learned.unstable == [])
    }

    @Test func aRuleForANamelessEventUsesItsKind() throws {
        let learned = try learn(
            [#"{"kind":"identify","user":"u-1","parameters":{"age":1}}"#],
            [#"{"kind":"identify","user":"u-2","parameters":{"age":2}}"#])
        #expect(
            learned.proposals.map(\.description) == ["identify.age: integer", "identify.user: /^u-[0-9]+$/"])
        #expect(learned.unstable == [])
    }

    @Test func aVolatileParameterIsNotProposedAgain() throws {
        let learned = try learn(
            settings: SnapshotSettings(volatile: [.init(event: "*", path: "id", shape: .any)]),
            [#"{"name":"a","parameters":{"id":1,"n":1}}"#], [#"{"name":"a","parameters":{"id":2,"n":2}}"#])
        #expect(learned.proposals.map(\.description) == ["a.n: integer"])
    }

    @Test func ignoredEventsAndOtherSourcesAreNotLearned() throws {
        let settings = SnapshotSettings(ignore: ["heart*"], source: .wire("segment"))
        let learned = try learn(
            settings: settings,
            [
                #"{"name":"heartbeat","source":"wire:segment","parameters":{"n":1}}"#,
                #"{"name":"a","parameters":{"n":1}}"#, #"{"name":"b","parameters":{"n":"not on the wire"}}"#,
                #"{"name":"b","source":"wire:segment","parameters":{"n":1}}"#,
            ],
            [#"{"name":"b","source":"wire:segment","parameters":{"n":2}}"#])
        #expect(learned.proposals.map(\.description) == ["b.n: integer"])
        #expect(learned.unstable == [])
    }

    @Test func aConstantParameterOfSimilarEventsGetsNoRule() throws {
        // The three counters make the first event of the second run look like the second event of the first run.
        let learned = try learn(
            [
                #"{"name":"a","parameters":{"x":"left","s":1,"t":1,"u":1}}"#,
                #"{"name":"a","parameters":{"x":"right","s":2,"t":2,"u":2}}"#,
            ],
            [
                #"{"name":"a","parameters":{"x":"left","s":2,"t":2,"u":2}}"#,
                #"{"name":"a","parameters":{"x":"right","s":3,"t":3,"u":3}}"#,
            ])
        #expect(learned.proposals.map(\.description) == ["a.s: integer", "a.t: integer", "a.u: integer"])
        #expect(learned.unstable == [])
    }

    // MARK: Arrays

    @Test func elementsThatVaryAlikeGetOneRule() throws {
        let learned = try learn(
            [#"{"name":"a","parameters":{"items":[{"id":1,"n":1},{"id":2,"n":1},{"n":1}]}}"#],
            [#"{"name":"a","parameters":{"items":[{"id":7,"n":1},{"id":8,"n":1},{"n":1}]}}"#])
        #expect(learned.proposals.map(\.description) == ["a.items.*.id: integer"])
        #expect(learned.unstable == [])
    }

    @Test(arguments: [
        // The second element is the same in each run.
        (#"[{"id":1},{"id":2}]"#, #"[{"id":7},{"id":2}]"#, ["a.items.0.id: integer"]),
        // Each element has its own shape.
        (#"[{"id":1},{"id":true}]"#, #"[{"id":7},{"id":false}]"#, ["a.items.0.id: integer", "a.items.1.id: bool"]),
        (#"["a-1","b-1"]"#, #"["a-2","b-2"]"#, ["a.items.0: /^a-[0-9]+$/", "a.items.1: /^b-[0-9]+$/"]),
        (#"["a-1","a-1000"]"#, #"["a-2","a-2000"]"#, ["a.items.*: /^a-[0-9]+$/"]),
        (#"[[1,2],[3,4]]"#, #"[[5,6],[7,8]]"#, ["a.items.*.*: integer"]),
        // The object has a member whose name looks like an index.
        (#"{"0":1,"1":1}"#, #"{"0":2,"1":1}"#, ["a.items.0: integer"]),
    ])
    func arrayElementsGetIndexOrWildcardRules(one: String, other: String, rules: [String]) throws {
        let learned = try learn(
            [#"{"name":"a","parameters":{"items":\#(one)}}"#], [#"{"name":"a","parameters":{"items":\#(other)}}"#])
        #expect(learned.proposals.map(\.description) == rules)
        #expect(learned.unstable == [])
    }

    // MARK: Variation that no rule can express

    @Test func anEventThatIsNotAlwaysTrackedIsUnstable() throws {
        let (a, b) = (#"{"name":"a"}"#, #"{"name":"b","kind":"screen","parameters":{"x":1}}"#)
        let learned = try learn([a, b], [a], [a, b, b], [b])
        #expect(learned.proposals == [])
        #expect(learned.unstable == ["screen b: tracked 0 to 2 times a run", "track a: tracked in 3 of 4 runs"])
    }

    @Test func aRenamedEventCountsAsTwoUnstableEvents() throws {
        let learned = try learn(
            [#"{"name":"tapped","parameters":{"x":1,"y":2,"z":3}}"#],
            [#"{"name":"touched","parameters":{"x":1,"y":2,"z":3}}"#])
        #expect(learned.proposals == [])
        #expect(
            learned.unstable == ["track tapped: tracked in 1 of 2 runs", "track touched: tracked in 1 of 2 runs"])
    }

    @Test func aVaryingOrderIsUnstable() throws {
        let (a, b) = (#"{"name":"a"}"#, #"{"name":"b"}"#)
        let learned = try learn(settings: SnapshotSettings(order: .strict), [a, b], [b, a])
        #expect(learned.unstable.count == 1)
        #expect(learned.unstable[0].hasSuffix(": the position of the event varies"))
    }

    @Test func aParameterThatIsSometimesAbsentIsUnstable() throws {
        let (with, without) = (#"{"name":"a","parameters":{"c":1}}"#, #"{"name":"a"}"#)
        #expect(try learn([with], [without], [with]).unstable == ["track a: c is present in 2 of 3 runs"])
        #expect(try learn([without], [with]).unstable == ["track a: c is present in 1 of 2 runs"])
        #expect(
            try learn([with, without], [without, without]).unstable == ["track a: c is present in 1 of 4 events"])
        let elements = #"{"name":"a","parameters":{"i":[{"c":1},{}]}}"#
        let more = #"{"name":"a","parameters":{"i":[{},{"c":1}]}}"#
        #expect(try learn([elements], [more]).unstable == ["track a: i.*.c is present in 2 of 4 elements"])
    }

    @Test func aVaryingArrayLengthIsUnstable() throws {
        let learned = try learn(
            [#"{"name":"a","parameters":{"i":[{"id":1},{"id":2}]}}"#],
            [#"{"name":"a","parameters":{"i":[{"id":3},{"id":4},{"id":5},{"id":6}]}}"#],
            [#"{"name":"a","parameters":{"i":[{"id":7}]}}"#])
        // The rule also applies to elements that the first run did not have.
        #expect(learned.proposals.map(\.description) == ["a.i.*.id: integer"])
        #expect(learned.unstable == ["track a: i has 1 to 4 elements"])
    }

    @Test func aValueThatDoesNotFitItsRuleIsUnstable() throws {
        let settings = SnapshotSettings(volatile: [.init(event: "a", path: "id", shape: .uuid)])
        let good = #"{"name":"a","parameters":{"id":"67E55044-10B1-426F-9247-BB680E5FE0C8"}}"#
        let bad = #"{"name":"a","parameters":{"id":"A-1"}}"#
        let sentence = #"track a: id does not always match its rule <uuid>: found "A-1""#
        // The order of the runs does not matter: the bad value can be in the first or in the second run.
        #expect(try learn(settings: settings, [good], [bad]).unstable == [sentence])
        #expect(try learn(settings: settings, [bad], [good]).unstable == [sentence])
        #expect(try learn(settings: settings, [bad], [good]).proposals == [])
        // One sentence reports several bad values.
        let worse = #"{"name":"a","parameters":{"id":"A-2"}}"#
        #expect(try learn(settings: settings, [good], [bad], [worse]).unstable == [sentence])
    }

    @Test func theListOfUnstableEventsHasALimit() throws {
        let many = (0..<150).map { #"{"name":"a\#($0)"}"# }
        let learned = try learn(many, [])
        #expect(learned.unstable.count == 101)
        #expect(learned.unstable.last == "… and 50 more")
    }

    @Test func theNumberOfLearnedRulesHasALimit() {
        let run = { (start: Int) in
            Recording((0..<1_500).map { Event("a\($0)", ["x": start + $0]) })
        }
        let learned = LearnedRules(from: [run(0), run(10_000)])
        #expect(learned.proposals.count == LearnedRules.limit)
        #expect(learned.unstable.count == 101)
        #expect(learned.unstable.first?.hasSuffix(": x varies") == true)
    }

    // MARK: The snapshot

    @Test func theSnapshotShowsTheLearnedShapes() throws {
        let one = try recording([#"{"name":"a","parameters":{"id":1,"n":1}}"#])
        let two = try recording([#"{"name":"a","parameters":{"id":2,"n":1}}"#])
        let learned = LearnedRules(from: [one, two])
        let snapshot = Snapshot(recorded: one).adding(learned.proposals).updated(to: two)
        try expectGolden(
            "LearnedRulesTests/the-snapshot-shows-the-learned-shapes", String(decoding: snapshot.bytes, as: UTF8.self))
    }

    // MARK: Support

    private func learn(settings: SnapshotSettings = SnapshotSettings(), _ runs: [String]...) throws -> LearnedRules {
        LearnedRules(from: try runs.map(recording), settings: settings)
    }

    private func recording(_ lines: [String]) throws -> Recording {
        try Recording(Array(lines.joined(separator: "\n").utf8))
    }
}
