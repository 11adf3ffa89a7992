import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofPlans

/// Tests of findings about events.
///
/// The input of a step is an event. The lines before it can set a plan, for this step and later steps, and a context.
struct EventFindingTests {
    @Test(arguments: ["parameter-findings", "event-findings", "combination-findings", "destination-findings"])
    func eventsHaveTheFindingsOfTheTranscript(name: String) throws {
        var plan = try plan(#"{"plan": 1}"#)
        try expectTranscript(name) { _, lines in
            var context = CheckContext()
            for line in lines.dropLast() {
                guard line.hasPrefix("context ") else {
                    plan = try TrackproofPlansTests.plan(line)
                    continue
                }
                for member in line.split(separator: " ").dropFirst() {
                    let pair = member.split(separator: "=").map(String.init)
                    switch pair[0] {
                    case "platform": context.platform = pair[1]
                    case "version": context.appVersion = AppVersion(pair[1])
                    default: context.today = pair[1]
                    }
                }
            }
            return try findings(plan, event: try #require(lines.last), context)
        }
    }

    @Test func aNumberThatIsNotFiniteIsTheTextThatStandsForIt() throws {
        let checked = PlanCheckerOfOne(try plan(parameters: #"{"v": "number"}"#))
        #expect(checked.findings(.number(.nan)) == #"e: v: expected a number, found number NaN (wrong-type)"#)
        let text = PlanCheckerOfOne(try plan(parameters: #"{"v": {"enum": ["NaN"]}}"#))
        #expect(text.findings(.number(.nan)) == "")
    }

    @Test func typesThatReferToEachOtherOverManyLevels() throws {
        let types = (0..<5_000).map { #""t\#($0)": {"properties": {"a": "t\#($0 + 1)"}}"# }.joined(separator: ", ")
        let plan = try plan(
            #"{"plan": 1, "types": {\#(types), "t5000": "integer"}, "events": {"e": {"parameters": {"v": "t0"}}}}"#)
        #expect(try findings(plan, #"{"v": {"a": {"a": {}}}}"#) == "")
        #expect(
            try findings(plan, #"{"v": {"a": {"b": 1}}}"#)
                == #"e: v.a.b: expected no parameter of this name, found 1 (unplanned-parameter)"#)
    }
}
