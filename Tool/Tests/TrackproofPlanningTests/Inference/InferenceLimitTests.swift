import TestSupport
import Testing
import Trackproof
import TrackproofPlans

@testable import TrackproofPlanning

/// Tests of events with more names, levels or values than a plan can have. The debug build takes seconds for the 25,000
/// names that a plan cannot have.
struct InferenceLimitTests {
    /// Infers a plan from events. Returns the errors that the plan finds in these events, and the plan's lines that
    /// contain `text`.
    private func result(_ events: [Event], _ text: String) throws -> (errors: String, lines: [String]) {
        let plan = Inferred.plan(events)
        return (
            try Inferred.errors(plan, events), plan.split(separator: "\n").filter { $0.contains(text) }.map(String.init)
        )
    }

    @Test func namesOfEvents() throws {
        let events = (0..<10_002).map { Event("event_\($0)") } + [.identify("u", ["pro": true])]
        let result = try result(events, "lacks")
        #expect(result.errors == "")
        #expect(
            result.lines == [
                "# The plan lacks 2 events, so an event that is not planned is only a warning. Either there"
            ])
        #expect(!Inferred.plan(Array(events.dropFirst(2))).contains("lacks"))
    }

    @Test func anIdentifyEventThatIsLeftOutIsOneOfTheUser() throws {
        let events = [
            .identify("u", ["pro": true]), Event(String(repeating: "i", count: 201), ["max": true], kind: .identify),
            Event(String(repeating: "a", count: 201), kind: .alias),
        ]
        let result = try result(events, "{type")
        #expect(result.errors == "")
        #expect(
            result.lines == [
                "    max: {type: boolean}  # seen in 1 of 2 events",
                "    pro: {type: boolean}  # seen in 1 of 2 events",
            ])
        #expect(!Inferred.plan(events).contains("lacks"))
    }

    @Test func parametersOfAnEvent() throws {
        let parameters = EventParameters((0..<502).map { EventParameter("p\($0)", .string("a@example.com")) })
        let result = try result([Event("e", ["o": .object(parameters)]), Event("f", parameters)], "left out")
        #expect(result.errors == "")
        #expect(
            result.lines == [
                "      o:  # seen in 1 of 1 event; 2 values left out: too many or unusable names",
                "  f:  # 2 values left out: too many or unusable names",
            ])
    }

    @Test func levelsOfNesting() throws {
        var deep = EventValue.string("a@example.com")
        for level in 0..<100 {
            deep = level.isMultiple(of: 2) ? .object(["o": deep]) : .array([deep])
        }
        let result = try result([Event("e", ["o": deep])], "left out")
        #expect(result.errors == "")
        #expect(
            result.lines.map { $0.drop { $0 == " " } } == [
                "o: {type: array, required: true, items: {type: object}}  # seen in 1 of 1 object; nested values are left out"
            ])
        #expect(Inferred.plan([Event("e", ["o": deep])]).count { $0 == "o" } > 4)
    }

    @Test func valuesOfAnEvent() throws {
        let many = [Event("e", ["v": [Bool](repeating: true, count: 200_000)])]
        let result = try result(many, "e:")
        #expect(result.errors == "")
        #expect(result.lines.first == "  e:  # some events have too many values to be checked")
        let fewer = [Event("e", ["v": [Bool](repeating: true, count: 199_999)])]
        #expect(try self.result(fewer, "e:").lines.first == "  e:")
    }

    @Test func namesOfAllEventsTogether() throws {
        let events = (0..<250).map { event in
            Event("e\(event)", EventParameters((0..<100).map { EventParameter("p\(event)_\($0)", .null) }))
        }
        let result = try result(events, "closed: false")
        #expect(result.errors == "")
        #expect(!result.lines.isEmpty)
    }

    @Test(arguments: 0..<UInt64(rounds(20, deep: 40)))
    func aPlanTakesNoMoreThanTheRoomThatItsNamesTook(seed: UInt64) {
        var generator = EventGenerator(seed: seed)
        var inference = PlanInference()
        for event in generator.events() { inference.add(RecordedEvent(event)) }
        #expect(inference.yaml().utf8.count <= InferenceRoom.size - inference.room.bytes + 1_000)
    }

    @Test func aPlanOfTheLongestLinesTakesNoMoreThanItsRoom() {
        let name = String(repeating: "\u{1}", count: 200)
        let personal = EventValue.string("a@example.com +4915112345678")
        /// Returns `inside`, nested in objects that also have other members.
        func value(_ inside: EventValue, levels: Int, _ text: String) -> EventValue {
            (0..<levels).reduce(inside) { inside, _ in
                let members = [
                    EventParameter(name, inside), EventParameter("w", .string(text)),
                    EventParameter("a@example.com", personal),
                ]
                return .object(EventParameters(members))
            }
        }
        let others: [EventValue] = [
            .null, .bool(true), .integer(1), personal, .string("4111 1111 1111 1111"), .array([]),
        ]
        var inference = PlanInference()
        for (index, letter) in "abcdefghijklabcdefghijklabcdefghijkl".enumerated() {
            let text = String(repeating: "y", count: 39) + String(letter)
            for level in 0..<8 {
                let value = value(others[index % others.count], levels: level, text)
                inference.add(RecordedEvent(Event(name, EventParameters([EventParameter(name, value)]))))
            }
        }
        let plan = inference.yaml()
        #expect(
            plan.contains(
                "  # 252 values left out: too many or unusable names; minimum: 0 fits so far; contains email addresses, card numbers\n"
            ))
        #expect(plan.contains("yyya\n"))
        #expect(plan.utf8.count <= InferenceRoom.size - inference.room.bytes + 500)
    }

    @Test func theRoomIsThatOfTheReaders() {
        // A plan with short schemas has the most YAML values for its size. Here, each schema has a type and 12 values
        // of one letter.
        var room = InferenceRoom()
        var count = 0
        while room.take(name: "") {
            for _ in 0..<12 { _ = room.take(value: "a") }
            count += 1
        }
        #expect(19 * count < PlanNode.countLimit)
        #expect(count > InferenceLimits.names)
        // A control character takes four bytes in YAML and six bytes in JSON.
        #expect(InferenceRoom.size * 6 / 4 < PlanNode.sizeLimit)
    }
}
