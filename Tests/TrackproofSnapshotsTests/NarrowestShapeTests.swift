import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct NarrowestShapeTests {
    @Test func valuesGetTheNarrowestShape() throws {
        try expectTranscript("narrowest-shapes") { _, lines in
            let shape = try narrowest(lines[0])
            #expect(try shape == "none" || VolatileShape(shape) != nil)
            return shape
        }
    }

    @Test func longTextsGetNoPattern() {
        let texts = ["1", "2"].map { EventValue.string(String(repeating: "a", count: 200) + "-" + $0) }
        #expect(NarrowestShape(of: texts).shape == .string)
    }

    private func narrowest(_ values: String) throws -> String {
        guard case .array(let values)? = try events(#"{"name":"x","parameters":{"v":[\#(values)]}}"#)[0].parameters["v"]
        else { return "" }
        return NarrowestShape(of: values).shape?.text ?? "none"
    }
}
