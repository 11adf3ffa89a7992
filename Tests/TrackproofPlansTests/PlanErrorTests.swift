import _TrackproofTestSupport
import Testing
import TrackproofPlans

/// Tests of the errors for mistakes in plans, with the line and column of each mistake.
struct PlanErrorTests {
    @Test func mistakesAreReportedWithTheirPlaces() throws {
        try expectTranscript("plan-errors") { _, lines in errors(lines.joined(separator: "\n")) }
    }

    /// Tests that an error shows only the beginning of a long text.
    @Test func anErrorQuotesLittle() {
        let long = String(repeating: "x", count: 10_000)
        #expect(errors("{\"plan\": 1, \"\(long)\": 1}").utf8.count < 300)
        #expect(errors("{\"plan\": 1, \"events\": {\"e\": \"\(long)\"}}").utf8.count < 300)
        let shown = String(repeating: "x", count: 40) + "…"
        #expect(errors("{\"plan\": \"\(long)\"}") == "plan.json:1:10: expected version 1, found \"\(shown)\"")
    }

    @Test func deepAndLargePlansAreErrors() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(errors(deep) == "plan.json:1:129: nested deeper than 128 levels")
        let wide = "[" + String(repeating: "1,", count: 1_000_000) + "1]"
        #expect(errors(wide).hasSuffix("the file has more than 1000000 values"))
        #expect(errors(String(repeating: " ", count: 33 << 20)) == "plan.json:1:1: the file is larger than 32 MiB")
    }
}
