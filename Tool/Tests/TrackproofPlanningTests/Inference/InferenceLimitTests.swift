import TestSupport
import Testing
import Trackproof
import TrackproofPlans

@testable import TrackproofPlanning

/// Tests of events with more names or levels than a plan can have. The debug build takes seconds for the 25,000 names.
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

    @Test func namesOfAllEventsTogether() throws {
        let events = (0..<250).map { event in
            Event("e\(event)", EventParameters((0..<100).map { EventParameter("p\(event)_\($0)", .null) }))
        }
        let result = try result(events, "closed: false")
        #expect(result.errors == "")
        #expect(result.lines.isEmpty)
    }
}
