import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("A JSON text as a value")
struct ValueTests {
    private func problem(_ text: String) -> String? {
        do throws(EventFormatError) {
            _ = try EventValue(json: Array(text.utf8), of: "body")
            return nil
        } catch { return error.description }
    }

    @Test("Number types and the order of members are kept")
    func typesAndOrder() throws {
        let text = #"{"b":9007199254740993,"a":[1.0,null,true,"é\u0000"],"c":{}}"#
        let value = try EventValue(json: Array(text.utf8), of: "body")
        #expect(value.object?["b"]?.integer == 9_007_199_254_740_993)
        #expect(value.json == text)
    }

    @Test("Random values are equal after writing and reading", arguments: 0..<50)
    func roundTrip(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let value = EventValue.object(random.event().event.parameters)
        #expect(try EventValue(json: Array(value.json.utf8), of: "body") == value)
    }

    @Test("The levels around a value count toward the depth limit", arguments: [0, 1, 4])
    func levels(outside: Int) throws {
        func value(_ depth: Int) throws -> EventValue {
            let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return try EventValue(json: Array(text.utf8), of: "body", within: outside)
        }
        _ = try value(128 - outside)
        #expect(throws: EventFormatError.self) { try value(129 - outside) }
    }

    @Test("An invalid text is refused with the error's place")
    func errors() {
        #expect(problem("") == "body:1:1: the text ends inside a value")
        #expect(problem("  ") == "body:1:3: the text ends inside a value")
        #expect(problem("{\n \"a\": tru}") == "body:2:10: expected true, found '}'")
        #expect(problem("[1]\n\n2") == "body:3:1: expected the end of the text")
        #expect(problem("18446744073709551615")?.hasPrefix("body:1:1: ") == true)
        #expect(problem(String(repeating: "[", count: 200))?.contains("128") == true)
    }
}
