import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

/// Tests that learning finds the right rules in random recordings with the volatile values of each `Source`.
@Suite struct LearnedRulesPropertyTests {
    /// A generator of values for one volatile parameter.
    enum Source: CaseIterable {
        case uuid, time, seconds, milliseconds, counter, integer, number, hex, token, order, url, flag

        func value(run: Int, _ random: inout SeededGenerator) -> EventValue {
            func text(_ characters: String, _ count: Int) -> String {
                let characters = Array(characters)
                return String((0..<count).map { _ in random.pick(characters) })
            }
            let digits = "0123456789"
            let elapsed = Int64(run * 40_000) + Int64.random(in: 0..<30_000, using: &random)
            switch self {
            case .uuid:
                return .string([8, 4, 4, 4, 12].map { text("0123456789abcdef", $0) }.joined(separator: "-"))
            case .time:
                return .string(EventTime(millisecondsSince1970: 1_795_000_000_000 + elapsed)?.description ?? "")
            case .seconds: return .integer(1_795_000_000 + elapsed / 1_000)
            case .milliseconds: return .integer(1_795_000_000_000 + elapsed)
            case .counter: return .integer(Int64(run * 100) + Int64.random(in: 0..<100, using: &random))
            case .integer: return .integer(Int64.random(in: -1_000_000_000...1_000_000_000, using: &random))
            case .number: return .number(Double.random(in: 0..<1, using: &random))
            case .hex: return .string(text("0123456789abcdef", 24))
            case .token: return .string(text(digits + "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 20))
            case .order: return .string("order-" + text("123456789", 1) + text(digits, 5))
            case .url: return .string("https://\(text("abcdef", 5)).example/\(text(digits, 3))?q=\(text("xyz", 3))")
            case .flag: return .bool(random.chance(50))
            }
        }

        /// The shape that learning must find for the values of this generator.
        var shape: String {
            switch self {
            case .uuid: "uuid"
            case .time, .seconds, .milliseconds: "timestamp"
            case .counter, .integer: "integer"
            case .number: "number"
            case .hex: "/^[0-9a-f]{24}$/"
            case .token: "/^[0-9A-Za-z]{20}$/"
            case .order: "/^order-[0-9]+$/"
            case .url: "url"
            case .flag: "bool"
            }
        }
    }

    /// The events that an app tracks in each run. Some parameters are constant, and others are volatile.
    struct Scenario {
        struct Step {
            let name: String
            let constants: EventParameters
            let volatile: [(name: String, source: Source)]
            let items: Int
        }

        private(set) var steps: [Step] = []
        private(set) var sources: [String: Source] = [:]

        init(_ random: inout SeededGenerator) {
            let names = ["open", "tap.it", "buy*", "scroll"]
            var volatile: [String: [(name: String, source: Source)]] = [:]
            for name in names {
                volatile[name] = ["p", "q", "r.s"].filter { _ in random.chance(50) }.map {
                    ($0, random.pick(Source.allCases))
                }
            }
            let itemSource = random.pick(Source.allCases)
            for index in 0..<Int.random(in: 1...12, using: &random) {
                let name = random.pick(names)
                // As in most apps, events with the same name differ in one constant parameter, here `index`.
                var constants = random.parameters()
                constants = EventParameters(constants.filter { !["p", "q", "r.s", "list"].contains($0.name) })
                constants["index"] = .integer(Int64(index))
                steps.append(
                    Step(
                        name: name, constants: constants, volatile: volatile[name] ?? [],
                        items: random.chance(30) ? Int.random(in: 1...3, using: &random) : 0))
                for (path, source) in volatile[name] ?? [] {
                    sources["\(NamePattern.exactly(name)).\(ParameterPath([path]).description)"] = source
                }
                if steps[index].items > 0 { sources["\(NamePattern.exactly(name)).list.*.id"] = itemSource }
            }
            self.itemSource = itemSource
        }

        /// The rules that learning must find: one for all events if all of them that have the parameter have the same rule.
        var rules: [String: String] {
            var rules = sources.mapValues(\.shape)
            for path in ["p", "q", "r\\.s"] {
                let equal = rules.filter { $0.key.hasSuffix(".\(path)") }
                guard equal.count > 1, Set(equal.values).count == 1 else { continue }
                for (place, shape) in equal { (rules[place], rules["*.\(path)"]) = (nil, shape) }
            }
            return rules
        }

        private let itemSource: Source

        func run(_ number: Int, _ random: inout SeededGenerator) -> [Event] {
            let events = steps.map { step in
                var parameters = step.constants
                for (name, source) in step.volatile { parameters[name] = source.value(run: number, &random) }
                if step.items > 0 {
                    parameters["list"] = .array(
                        (0..<step.items).map { index in
                            var item = EventParameters([EventParameter("at", .integer(Int64(index)))])
                            item["id"] = itemSource.value(run: number, &random)
                            return .object(item)
                        })
                }
                return Event(step.name, parameters)
            }
            return events.shuffled(using: &random)
        }
    }

    @Test(arguments: 0..<rounds(12, deep: 60)) func learnedRulesAcceptFurtherRunsAndFindChanges(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let scenario = Scenario(&random)
        // With 24 runs, a random flag practically never has the same value in all runs.
        let runs = (0..<24).map { Recording(scenario.run($0, &random)) }
        let learned = LearnedRules(from: runs)
        #expect(learned.unstable == [])

        let found = Dictionary(
            uniqueKeysWithValues: learned.proposals.map { ("\($0.event).\($0.path)", $0.shape.text) })
        #expect(found == scenario.rules)

        let snapshot = Snapshot(recorded: runs[0]).adding(learned.proposals)
        // The comparisons use a snapshot that was written and read again.
        let read = try Snapshot(snapshot.bytes)
        for run in runs { #expect(Comparison(of: run, with: read).isEmpty) }
        for number in 24..<34 {
            let further = Recording(scenario.run(number, &random))
            #expect(Comparison(of: further, with: read).isEmpty, "\(Comparison(of: further, with: read).text())")
        }

        for _ in 0..<5 {
            var events = scenario.run(40, &random)
            let place = Int.random(in: events.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: events[place].parameters["index"] = .integer(-1)
            case 1: events[place].parameters["index"] = .number(Double(place) + 0.5)
            case 2: events[place].name += "2"
            default:
                guard let volatile = scenario.steps.first(where: { $0.name == events[place].name })?.volatile.first
                else { continue }
                events[place].parameters[volatile.name] = .array([])
            }
            #expect(Comparison(of: Recording(events), with: read).differences.count == 1)
        }
    }
}
