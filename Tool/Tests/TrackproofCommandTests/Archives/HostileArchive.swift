import Foundation

/// Records that JSON readers treat differently, each with the findings that the checker must report.
///
/// A person determined the findings from the plan and from RFC 8259.
enum HostileArchive {
    static let plan = #"""
        plan: 1
        events:
          buy:
            closed: true
            parameters:
              price: {type: number, minimum: 0, maximum: 1000, required: true}
              count: {type: integer}
              big: {type: integer, maximum: 9223372036854775807}
              currency: {type: string, enum: [EUR, Ünï, "a\"b", "null", ""]}
              code: {type: string, pattern: "^[A-Z]{2}$", maxLength: 2}
              day: {type: string, format: date}
              "a.b": {type: string}
              "ключ": {type: boolean}
              list: {type: array, items: {type: object, properties: {sku: {type: string}}, required: [sku]}}
        """#

    /// A record, and the ids of its findings.
    struct Record {
        let bytes: [UInt8]
        let findings: [String]
    }

    private static func record(_ line: String, _ findings: [String]) -> Record {
        Record(bytes: Array(line.utf8), findings: findings)
    }

    /// Returns a record in the layout `segment` with these properties.
    private static func event(_ properties: String, _ findings: String...) -> Record {
        record(
            #"{"type":"track","event":"buy","userId":"mmmm","timestamp":"2026-11-02T09:30:00Z","#
                + #""context":{"app":{"version":"3.2.0"},"os":{"name":"iOS"}},"properties":"# + properties + "}",
            findings)
    }

    /// Returns a record that cannot be read.
    private static func damaged(_ line: String) -> Record { record(line, ["unreadable"]) }

    private static func damaged(_ bytes: [UInt8]) -> Record { Record(bytes: bytes, findings: ["unreadable"]) }

    static let records = numbers + texts + objects + types + lines + damage

    private static let numbers = [
        event(#"{"price":1}"#), event(#"{"price":1.0}"#), event(#"{"price":1e0}"#), event(#"{"price":1E+2}"#),
        event(#"{"price":0.1234567890123456789012345}"#), event(#"{"price":-0}"#), event(#"{"price":-0.0}"#),
        event(#"{"price":1000}"#), event(#"{"price":1000.0000001}"#, "range"),
        event(#"{"price":-0.0000001}"#, "range"), event(#"{"price":1e3}"#), event(#"{"price":1e4}"#, "range"),
        event(#"{"price":1e-400}"#), event(#"{"price":"1"}"#, "wrong-type"), event(#"{"price":"1.0"}"#, "wrong-type"),
        event(#"{"price":null}"#, "null"), event(#"{}"#, "missing"), event(#"{"price":true}"#, "wrong-type"),
        event(#"{"price":[1]}"#, "wrong-type"), event(#"{"price":{}}"#, "wrong-type"),
        event(#"{"price":""}"#, "wrong-type"),
        event(#"{"price":1,"count":2}"#), event(#"{"price":1,"count":2.0}"#, "integer-as-float"),
        event(#"{"price":1,"count":2.5}"#, "wrong-type"), event(#"{"price":1,"count":2e0}"#, "integer-as-float"),
        event(#"{"price":1,"count":"2"}"#, "wrong-type"), event(#"{"price":1,"count":-2}"#),
        event(#"{"price":1,"big":9223372036854775807}"#), event(#"{"price":1,"big":-9223372036854775808}"#),
        event(#"{"price":1,"big":9007199254740993}"#),
        // This integer does not fit in 64 bits, but a double has exactly this value.
        event(#"{"price":1,"big":9223372036854775808}"#, "range", "integer-as-float"),
    ]

    private static let texts = [
        event(#"{"price":1,"currency":"EUR"}"#), event(#"{"price":1,"currency":"\u0045UR"}"#),
        event(#"{"price":1,"currency":"Ünï"}"#), event(#"{"price":1,"currency":"\u00dcn\u00ef"}"#),
        event(#"{"price":1,"currency":"a\"b"}"#), event(#"{"price":1,"currency":"null"}"#),
        event(#"{"price":1,"currency":null}"#, "null"), event(#"{"price":1,"currency":""}"#),
        event(#"{"price":1,"currency":"eur"}"#, "not-in-enum"), event(#"{"price":1,"currency":"EUR "}"#, "not-in-enum"),
        event(#"{"price":1,"currency":"EUR\u0000"}"#, "not-in-enum"),
        event(#"{"price":1,"currency":"EUR\n"}"#, "not-in-enum"),
        event(#"{"price":1,"currency":"\ufffd"}"#, "not-in-enum"),
        event("{\"price\":1,\"currency\":\"\u{FFFD}\"}", "not-in-enum"),
        event(#"{"price":1,"currency":"\\N"}"#, "not-in-enum"), event(#"{"price":1,"currency":1}"#, "wrong-type"),
        event(#"{"price":1,"code":"AB"}"#), event(#"{"price":1,"code":"AB\n"}"#, "pattern", "length"),
        event(#"{"price":1,"code":"A"}"#, "pattern"), event(#"{"price":1,"code":"ÄB"}"#, "pattern"),
        event(#"{"price":1,"code":"😀😀"}"#, "pattern"),
        event(#"{"price":1,"code":"\ud83d\ude00\ud83d\ude00"}"#, "pattern"),
        event(#"{"price":1,"day":"2026-02-28"}"#), event(#"{"price":1,"day":"2026-02-30"}"#, "format"),
        event(#"{"price":1,"day":"2024-02-29"}"#), event(#"{"price":1,"day":"2026-1-1"}"#, "format"),
        event("{\"price\":1,\"currency\":\"EUR\u{2028}\"}", "not-in-enum"),
        event("{\"price\":1,\"currency\":\"EUR\u{7F}\"}", "not-in-enum"),
    ]

    private static let objects = [
        event(#"{"price":1,"a.b":"x"}"#), event(#"{"price":1,"a":{"b":"x"}}"#, "unplanned-parameter"),
        event(#"{"price":1,"ключ":true}"#), event(#"{"price":1,"\u043a\u043b\u044e\u0447":true}"#),
        event(#"{"price":1,"ключ":"true"}"#, "wrong-type"), event(#"{"price":1,"":1}"#, "unplanned-parameter"),
        event(#"{"price":1,"Price":1}"#, "unplanned-parameter"), event(#"{"\u0070rice":1}"#),
        // If an object has two members with one name, the last value counts, as in JavaScript.
        event(#"{"price":"x","price":1}"#), event(#"{"price":1,"price":"x"}"#, "wrong-type"),
        event(#"{"price":1,"list":[]}"#), event(#"{"price":1,"list":[{"sku":"a"},{"sku":"b"}]}"#),
        event(#"{"price":1,"list":[{"sku":"a"},{}]}"#, "missing"), event(#"{"price":1,"list":[null]}"#, "null"),
        event(#"{"price":1,"list":[{"sku":null}]}"#, "null"), event(#"{"price":1,"list":{"sku":"a"}}"#, "wrong-type"),
        event(#"{"price":1,"list":null}"#, "null"), event(#"{"price":1,"list":"[]"}"#, "wrong-type"),
        event(#" { "price" : 1 , "count" : 2 } "#), event("{\"price\":1,\t\"count\":2\r}"),
    ]

    private static let types = [
        record(#"{"type":"track","event":"Buy","properties":{"price":1}}"#, ["unplanned-event"]),
        record(#"{"type":"track","event":"buy ","properties":{"price":1}}"#, ["unplanned-event"]),
        record(#"{"type":"track","event":"\u0062uy","properties":{"price":1}}"#, []),
        record(#"{"type":"track","event":"buy","properties":"{\"price\":1}"}"#, []),
        record(#"{"type":"track","event":"buy","properties":null}"#, ["missing"]),
        record(#"{"type":"track","event":"buy"}"#, ["missing"]),
        record(#"{"properties":{"price":1},"event":"buy","type":"track"}"#, []),
        damaged(#"{"type":"track","event":1,"properties":{"price":1}}"#),
        damaged(#"{"type":"track","event":null,"properties":{"price":1}}"#),
        damaged(#"{"type":"track","properties":{"price":1}}"#),
        damaged(#"{"type":"track","event":"buy","properties":[1]}"#),
    ]

    private static let lines = [
        damaged("null"), damaged("1"), damaged(#""text""#), damaged("[]"), damaged("{}"), damaged(#"\N"#),
        damaged("hex 7B7D"),
    ]

    private static let damage: [Record] = [
        damaged("{"), damaged(#"{"type":"track","event":"buy","properties":{"price":1}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":1}}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":1}} {}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":1,}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":NaN}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":Infinity}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":01}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":.5}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":1.}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":+1}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":0x1}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{'price':1}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{price:1}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":1 "count":2}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":True}}"#),
        damaged(#"{"type":"track","event":"buy","properties":{"price":1}}// comment"#),
        // Nobody can correct the export of a vendor. So a number that does not fit in 64 bits becomes the nearest number,
        // and half of an emoji becomes U+FFFD.
        record(#"{"type":"track","event":"buy","properties":{"price":1e400}}"#, ["wrong-type"]),
        record(
            #"{"type":"track","event":"buy","properties":{"price":1,"big":9223372036854775809}}"#,
            ["range", "integer-as-float"]),
        record(#"{"type":"track","event":"buy","properties":{"price":1,"currency":"\ud800"}}"#, ["not-in-enum"]),
        damaged(#"{"type":"track","event":"buy","properties":{"price":1,"currency":"\x41"}}"#),
        damaged("{\"type\":\"track\",\"event\":\"buy\",\"properties\":{\"price\":1,\"currency\":\"a\tb\"}}"),
        damaged(
            Array(#"{"type":"track","event":"buy","properties":{"price":1,"currency":""#.utf8) + [0xFF]
                + Array(#""}}"#.utf8)),
        Record(
            bytes: Array(#"{"type":"track","event":"buy","properties":{"price":1,"currency":""#.utf8)
                + [0xED, 0xA0, 0x80] + Array(#""}}"#.utf8),
            findings: ["not-in-enum"]),
        damaged([0xEF, 0xBB, 0xBF] + Array(#"{"type":"track","event":"buy","properties":{"price":1}}"#.utf8)),
        damaged(Array(#"{"type":"track","event":"buy","properties":{"price":1}}"#.utf8) + [0x00]),
        damaged(String(repeating: "[", count: 2_000)),
    ]

    /// All records, one on each line.
    static var bytes: Data { Data(records.flatMap { $0.bytes + [0x0A] }) }
}
