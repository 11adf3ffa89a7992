import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("Reading values")
struct JSONValueTests {
    @Test(
        "Each type of value is read",
        arguments: [
            ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)), ("-7", .integer(-7)),
            ("3.0", .number(3)), ("\"\"", .string("")), ("\"a b\"", .string("a b")), ("[]", .array([])),
            ("{}", .object([:])), ("[1,[],{}]", .array([.integer(1), .array([]), .object([:])])),
            ("{\"a\":{\"b\":[null]}}", .object(["a": EventValue.object(["b": EventValue.array([.null])])])),
            (" \t\r\n[ 1 , 2 ] \t\r\n", .array([.integer(1), .integer(2)])),
            ("{ \"a\" : 1 , \"b\" : 2 }", .object(["a": 1, "b": 2])),
        ] as [(String, EventValue)])
    func types(text: String, value: EventValue) throws {
        let read = try parse(text)
        #expect(read == value)
        #expect(read.typeName == value.typeName)
    }

    @Test("A byte order mark is skipped only at the start")
    func byteOrderMark() throws {
        #expect(try parse([0xEF, 0xBB, 0xBF] + Array("[1]".utf8)) == .array([.integer(1)]))
        let twice: [UInt8] = [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x31]
        #expect(refusal(twice) == "test:1:4: expected a value, found byte 0xEF")
        #expect(refusal("[\u{FEFF}1]") == "test:1:2: expected a value, found byte 0xEF")
    }

    @Test("The order of names is kept")
    func order() throws {
        guard case .object(let members) = try parse(#"{"b":1,"a":2,"c":3}"#) else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["b", "a", "c"])
    }

    @Test(
        "A repeated name keeps its first position and last value",
        arguments: [
            (#"{"a":1,"b":2,"a":3}"#, ["a", "b"]), (#"{"a":1,"b":2,"\u0061":3}"#, ["a", "b"]),
            (#"{"\u0061":1,"b":2,"a":3}"#, ["a", "b"]), (#"{"a":1,"b":2,"a":null,"a":3}"#, ["a", "b"]),
            (#"{"":0,"a":3,"":1}"#, ["", "a"]), (#"{"axxxb":0,"a":3,"axyxb":1,"axxxb":1}"#, ["axxxb", "a", "axyxb"]),
        ])
    func repeatedNames(text: String, names: [String]) throws {
        guard case .object(let members) = try parse(text) else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == names)
        #expect(members["a"] == .integer(3))
    }

    @Test("A thousand similar names stay distinct, and duplicates merge")
    func manyNames() throws {
        let names = (0..<1_000).map { "n\($0)x" }
        let text = "{" + (names + names).enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
        guard case .object(let members) = try parse(text) else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == names)
        #expect(members.map(\.value) == (1_000..<2_000).map { .integer(Int64($0)) })
    }

    @Test("128 levels are read, 129 are refused", arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(open: String, close: String) throws {
        func nested(_ levels: Int) -> String {
            String(repeating: open, count: levels - 1) + (open == "[" ? "[]" : "{}")
                + String(repeating: close, count: levels - 1)
        }
        #expect(throws: Never.self) { try parse(nested(128)) }
        #expect(refusal(nested(129)) == "test:1:\(128 * open.utf8.count + 2): nested deeper than 128 levels")
    }

    @Test("100,000 levels are refused at the first excess level", arguments: ["[", "{\"a\":"])
    func veryDeep(open: String) {
        let levels = String(repeating: open, count: 100_000)
        let place = 128 * open.utf8.count + 2
        #expect(refusal(levels) == "test:1:\(place): nested deeper than 128 levels")
        #expect(refusal(levels + "1" + String(repeating: "]", count: 100_000)) == refusal(levels))
    }

    @Test("Invalid JSON is refused with its place")
    func invalidJSON() throws { try expectTranscript("refused-json") { refusal($1[0]) ?? "accepted" } }

    @Test(
        "Skipping a value ends at the value's end",
        arguments: [
            "1", "-1.5e3", "true", "null", "\"a\\\"b]\"", "[]", "[[],{}]", "{\"a\":[1,\"}\"],\"b\\\\\":{}}", "\"\\\\\"",
        ])
    func skipping(text: String) throws {
        for rest in ["", ",1", "]", " ,"] {
            let bytes = Array((text + rest).utf8)
            try bytes.withUnsafeBufferPointer { buffer in
                let base = try #require(buffer.baseAddress)
                var cursor = JSONCursor(base, from: 0, to: bytes.count, isFinal: true)
                try cursor.skipValue()
                #expect(cursor.position == text.utf8.count)
            }
        }
    }
}
