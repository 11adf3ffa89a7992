import TestSupport
import Testing
import Trackproof

@testable import TrackproofPlanning

/// Tests that events fit the plan that is inferred from them.
struct InferenceFitTests {
    @Test(arguments: 0..<UInt64(rounds(30, deep: 200)))
    func randomEventsFitTheirPlan(seed: UInt64) throws {
        var generator = EventGenerator(seed: seed)
        let events = generator.events()
        #expect(try Inferred.errors(Inferred.plan(events), events) == "")
    }

    @Test(arguments: 0..<UInt64(rounds(15, deep: 50)))
    func theOrderOfEventsDoesNotMatter(seed: UInt64) {
        // If events have a name in two Unicode forms, the plan has the first form. So this test uses one form only.
        var generator = EventGenerator(seed: seed, names: EventGenerator.names.filter { $0 != "\u{E9}" })
        let events = generator.events()
        #expect(Inferred.plan(generator.shuffled(events)) == Inferred.plan(events))
    }

    @Test(arguments: 0..<UInt64(rounds(30, deep: 200)))
    func theFormatterDoesNotChangeAPlan(seed: UInt64) throws {
        var generator = EventGenerator(seed: seed)
        let plan = Inferred.plan(generator.events())
        #expect(try PlanForm.of(plan) == plan)
    }

    @Test func anotherEventDoesNotFit() throws {
        let events = (0..<3).map { Event("e", ["v": $0]) }
        let plan = Inferred.plan(events)
        #expect(
            try Inferred.errors(plan, [Event("e", ["v": "x"])])
                == #"e: v: expected an integer, found string "x" (wrong-type)"#)
        #expect(try Inferred.errors(plan, [Event("e")]) == "e: v: expected an integer, found no value (missing)")
        #expect(
            try Inferred.errors(plan, [Event("e", ["v": 1, "w": 1])])
                == "e: w: expected no parameter of this name, found 1 (unplanned-parameter)")
        #expect(
            try Inferred.errors(plan, [Event("f")])
                == "f: expected an event of the plan, found track \"f\" (unplanned-event)")
    }
}
