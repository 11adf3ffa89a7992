import Testing
import Trackproof
import TrackproofPlans

/// Tests of the paths of findings. Baselines and groups use the general path.
struct FindingPathTests {
    private func paths(_ parameters: String) throws -> [String] {
        let plan = try plan(parameters: #"{"k": {"type": "array", "items": {"type": "string"}}}"#)
        let event = try event(#"{"name": "e", "parameters": \#(parameters)}"#)
        return PlanChecker(plan).findings(for: event, CheckContext()).flatMap { [$0.path, $0.generalPath] }
    }

    @Test func aNameWithBracketsIsNotAPositionInAList() throws {
        #expect(try paths(#"{"k": ["a", 1]}"#) == ["k[1]", "k[]"])
        #expect(try paths(#"{"k[1]": 1}"#) == [#"k\[1]"#, #"k\[1]"#])
        #expect(try paths(#"{"k[]": 1}"#) == [#"k\[]"#, #"k\[]"#])
        #expect(try paths(#"{"k\\[1]": 1}"#) == [#"k\\\[1]"#, #"k\\\[1]"#])
    }

    /// Two different names have different general paths, whatever characters they contain.
    @Test func differentNamesHaveDifferentGeneralPaths() throws {
        let names = ["k", "k[", "k[1]", "k[2]", "k]", #"k\\"#, #"k\\[1]"#, "k.", "[1]", ".", "[", "]", "1"]
        var seen: [String: String] = [:]
        for outer in names {
            for inner in names {
                let plan = try plan(
                    parameters: #"{"\#(outer)": {"type": "object", "properties": {"\#(inner)": "string"}}}"#)
                for value in ["1", "[1]"] {
                    let json = #"{"name": "e", "parameters": {"\#(outer)": {"\#(inner)": \#(value)}}}"#
                    let finding = try #require(PlanChecker(plan).findings(for: event(json), CheckContext()).first)
                    let key = "\(outer) \(inner)"
                    #expect(seen.updateValue(key, forKey: finding.generalPath) ?? key == key)
                }
            }
        }
    }
}
