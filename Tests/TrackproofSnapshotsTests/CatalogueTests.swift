import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

/// Tests that the comparison finds each regression of the catalogue and names its kind.
///
/// Each test applies one regression to a realistic recording in many random ways. The tests below the mark `Controls`
/// apply harmless changes, which must not give a difference.
@Suite struct CatalogueTests {
    /// Returns the events of a visit to a shop.
    private static func shopVisit() throws -> [Event] {
        try events(
            #"{"name":"app_opened","parameters":{"source":"push","cold":true}}"#,
            #"{"kind":"identify","user":"u-17","parameters":{"plan":"pro","phone":"0049301234"}}"#,
            #"{"kind":"screen","name":"home","parameters":{"tab":"featured","count":12}}"#,
            #"{"name":"movie_shown","parameters":{"id":1,"slug":"alien","index":0,"rating":4.5}}"#,
            #"{"name":"movie_shown","parameters":{"id":2,"slug":"brazil","index":1,"rating":4.0}}"#,
            #"{"name":"movie_shown","parameters":{"id":3,"slug":"cube","index":2,"rating":3.5}}"#,
            #"{"name":"movie_tapped","parameters":{"id":2,"slug":"brazil","index":1}}"#,
            #"{"kind":"screen","name":"details","parameters":{"id":2,"offline":false}}"#,
            #"{"name":"trailer_started","parameters":{"id":2,"quality":"hd","position":0.0}}"#,
            #"{"name":"trailer_finished","parameters":{"id":2,"quality":"hd","position":93.5}}"#,
            #"{"name":"favourite_added","parameters":{"id":2}}"#,
            #"{"name":"basket_opened"}"#,
            #"{"name":"item_added","parameters":{"sku":"A-1","price":9.99,"currency":"EUR","count":1}}"#,
            #"{"name":"item_added","parameters":{"sku":"A-2","price":4.5,"currency":"EUR","count":2}}"#,
            #"{"name":"checkout_started","parameters":{"total":18.99,"currency":"EUR","items":[{"sku":"A-1"},{"sku":"A-2"}]}}"#,
            #"{"name":"payment_failed","parameters":{"code":51,"reason":"declined"}}"#,
            #"{"name":"payment_succeeded","parameters":{"method":"card","total":18.99}}"#,
            #"{"name":"purchase","parameters":{"order":"7f3a","total":18.99,"currency":"EUR","items":[{"sku":"A-1","price":9.99},{"sku":"A-2","price":4.5}],"coupon":null}}"#,
            #"{"name":"rating_prompt_shown"}"#,
            #"{"name":"app_closed","parameters":{"seconds":312}}"#)
    }

    private static let seeds = 0..<rounds(20, deep: 60)

    private struct Run {
        let expected: [Event]
        var actual: [Event]
        var random: SeededGenerator

        init(_ seed: Int) throws {
            random = SeededGenerator(seed: UInt64(seed))
            expected = try shopVisit()
            actual = expected
        }

        /// Picks a random parameter with one of these types, or with any type if `types` is empty.
        ///
        /// - Returns: The index of the event that has the parameter, and the name of the parameter.
        mutating func parameter(_ types: Set<String> = []) -> (event: Int, name: String) {
            let all = actual.indices.flatMap { index in
                actual[index].parameters.filter { types.isEmpty || types.contains($0.value.typeName) }
                    .map { (index, $0.name) }
            }
            return random.pick(all)
        }

        func found(_ order: SnapshotSettings.Order = .any) -> [Difference] {
            Comparison(
                of: Recording(actual), with: Snapshot(expected, settings: SnapshotSettings(order: order))
            ).differences
        }

        /// The differences in any order, in strict order, and after a shuffle of the actual events.
        var foundInAnyOrder: [[Difference]] {
            mutating get {
                var shuffled = self
                shuffled.actual.shuffle(using: &random)
                return [found(), found(.strict), shuffled.found()]
            }
        }
    }

    @Test func theUnchangedRecordingHasNoDifference() throws {
        let run = try Run(0)
        #expect(run.expected.count == 20)
        #expect(run.found(.strict).isEmpty)
    }

    @Test(arguments: seeds) func m1ADeletedCallIsMissing(seed: Int) throws {
        var run = try Run(seed)
        let index = Int.random(in: run.actual.indices, using: &run.random)
        run.actual.remove(at: index)
        for found in run.foundInAnyOrder {
            #expect(found.map(\.kind) == [.missing])
            #expect(found.first?.expectedPosition == index)
        }
    }

    @Test(arguments: seeds) func m2SilencedEventsAreMissing(seed: Int) throws {
        var run = try Run(seed)
        let lost = Set((0..<Int.random(in: 2...20, using: &run.random)).map { _ in run.random.pick(Array(0..<20)) })
        run.actual = run.expected.indices.filter { !lost.contains($0) }.map { run.expected[$0] }
        for found in run.foundInAnyOrder {
            #expect(found.allSatisfy { $0.kind == .missing })
            #expect(Set(found.compactMap(\.expectedPosition)) == lost)
        }
    }

    @Test(arguments: seeds) func m3AnEventTrackedTwiceIsDuplicated(seed: Int) throws {
        var run = try Run(seed)
        let index = Int.random(in: run.actual.indices, using: &run.random)
        run.actual.insert(run.actual[index], at: Int.random(in: index...20, using: &run.random))
        for found in run.foundInAnyOrder {
            #expect(found.map(\.kind) == [.duplicated])
            #expect(found.first?.expected == run.expected[index])
        }
    }

    @Test(arguments: seeds) func m4ASpuriousEventIsUnexpected(seed: Int) throws {
        var run = try Run(seed)
        let place = Int.random(in: 0...20, using: &run.random)
        run.actual.insert(Event("background_refresh", ["bytes": 1_024, "ok": true]), at: place)
        #expect(run.found().map(\.brief) == ["unexpected background_refresh ->\(place)"])
        #expect(run.found(.strict).map(\.brief) == ["unexpected background_refresh ->\(place)"])
    }

    @Test(arguments: seeds) func m6AnEventIsRenamed(seed: Int) throws {
        var run = try Run(seed)
        let index = run.random.pick(run.actual.indices.filter { !run.actual[$0].kind.isIdentity })
        let words = run.actual[index].name.split(separator: "_")
        let camel = words.enumerated().map { $0 == 0 ? String($1) : $1.prefix(1).uppercased() + $1.dropFirst() }
            .joined()
        var names = [camel == run.actual[index].name ? camel + "s" : camel]
        // The comparison recognizes an event without parameters only by its name. So the new name of such an event must
        // be similar to the old name.
        if !run.actual[index].parameters.isEmpty { names.append("\(words[0])s") }
        run.actual[index].name = run.random.pick(names)
        for found in run.foundInAnyOrder {
            #expect(found.map(\.kind) == [.renamed])
            #expect(found.first?.expectedPosition == index)
            #expect(found.first?.parameters == [])
        }
    }

    @Test(arguments: seeds) func m7AParameterIsRenamed(seed: Int) throws {
        var run = try Run(seed)
        let (index, name) = run.parameter()
        let new = run.random.pick([name.uppercased(), name + "_id", "_" + name])
        run.actual[index].parameters = EventParameters(
            run.actual[index].parameters.map { EventParameter($0.name == name ? new : $0.name, $0.value) })
        for found in run.foundInAnyOrder {
            #expect(found.map(\.kind) == [.changed])
            #expect(found.first?.expectedPosition == index)
            #expect(
                found.first?.parameters.map { "\($0.path) \($0.change)" } == ["\(name) missing", "\(new) unexpected"])
        }
    }

    /// A regression that changes the value of one parameter.
    enum ValueChange: CaseIterable {
        case m9NumberBecomesString, m10StringBecomesNumber, m11OtherValue, m12Missing, m12Null, m18Undeclared

        /// The types of the values that can change.
        var types: Set<String> {
            switch self {
            case .m9NumberBecomesString: ["integer", "number"]
            case .m10StringBecomesNumber, .m11OtherValue: ["string"]
            case .m12Null: ["bool", "integer", "number", "string", "array"]
            case .m12Missing, .m18Undeclared: []
            }
        }

        /// Returns the value after the change.
        func value(_ old: EventValue, _ random: inout SeededGenerator) -> EventValue? {
            switch self {
            case .m9NumberBecomesString: .string(old.description)
            case .m10StringBecomesNumber: random.pick([.integer(493_012_34), .number(7.3)])
            case .m11OtherValue: .string(random.pick(["unknown", "", "PUSH"]))
            case .m12Missing: nil
            case .m12Null: .null
            case .m18Undeclared: .string("home")
            }
        }

        var difference: ParameterDifference.Change {
            switch self {
            case .m9NumberBecomesString, .m10StringBecomesNumber, .m12Null: .type
            case .m11OtherValue: .value
            case .m12Missing: .missing
            case .m18Undeclared: .unexpected
            }
        }
    }

    @Test(arguments: ValueChange.allCases) func aParameterIsChanged(change: ValueChange) throws {
        for seed in Self.seeds {
            var run = try Run(seed)
            var (index, name) = run.parameter(change.types)
            if change == .m18Undeclared { (index, name) = (seed % run.actual.count, "screan") }
            let value = change.value(run.actual[index].parameters[name] ?? .null, &run.random)
            run.actual[index].parameters[name] = value
            for found in run.foundInAnyOrder {
                #expect(found.map(\.kind) == [.changed])
                #expect(found.first?.expectedPosition == index)
                #expect(found.first?.parameters.map(\.path) == [name])
                #expect(found.first?.parameters.map(\.change) == [change.difference])
                #expect(found.first?.parameters.first?.actual == value)
            }
        }
    }

    @Test(arguments: seeds) func m14AnEventInTheWrongPlaceIsMoved(seed: Int) throws {
        var run = try Run(seed)
        let from = Int.random(in: run.actual.indices, using: &run.random)
        let to = run.random.pick(run.actual.indices.filter { $0 != from })
        run.actual.insert(run.actual.remove(at: from), at: to)
        #expect(run.found().isEmpty)
        let found = run.found(.strict)
        #expect(found.map(\.kind) == [.moved])
        // If two neighbours change places, the comparison may report either of them as moved.
        if abs(from - to) > 1 { #expect(found.first?.expectedPosition == from) }
        let names = [run.actual[to].displayName, run.expected[to].displayName]
        if Set(names).count == 2 {
            let settings = SnapshotSettings(ordered: [names])
            let grouped = Comparison(of: Recording(run.actual), with: Snapshot(run.expected, settings: settings))
            #expect(grouped.differences.allSatisfy { $0.kind == .moved })
            #expect(!grouped.isEmpty)
        }
    }

    // MARK: Controls

    @Test(arguments: seeds) func harmlessChangesGiveNoDifference(seed: Int) throws {
        var run = try Run(seed)
        let recorded = run.actual.enumerated().map { index, event in
            var event = event
            event.parameters = EventParameters(event.parameters.shuffled(using: &run.random))
            if !event.kind.isIdentity, run.random.chance(30) { event.user = "somebody" }
            return RecordedEvent(
                event, sequence: Int64.random(in: 1...1_000, using: &run.random),
                time: EventTime(millisecondsSince1970: Int64.random(in: 0...2_000_000_000_000, using: &run.random)),
                id: run.random.chance(50) ? "id-\(run.random.next())" : nil, anonymous: "a-\(run.random.next())",
                context: ["library": "swift", "version": "\(run.random.next() % 9).0"],
                unknown: ["batch": index / 7, "retry": false])
        }
        let recording = Recording(recorded, header: Recording.header(app: "Shop", test: "run \(seed)"))
        let snapshot = Snapshot(run.expected, settings: SnapshotSettings(order: .strict))
        #expect(Comparison(of: recording, with: snapshot).isEmpty)
    }
}
