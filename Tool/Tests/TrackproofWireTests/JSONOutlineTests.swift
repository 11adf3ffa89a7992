import Testing

@testable import TrackproofWire

@Suite struct JSONOutlineTests {
    @Test(arguments: [
        (#"{"a":1,"b":{"c":2},"d":[{"e":{"f":1},"g":"h"},{"i":1}],"j":[{"k":1}]}"#, "a b d j", "e g"),
        (#"[{"a":{"b":1}},{"c":1}]"#, "", "a"),
        (#"[[{"a":1}]]"#, "", ""),
        (#"{"a\"b" : "c:", "d":"{[", "e" :[ 1, {"f"  :2} ] }"#, #"a\"b d e"#, "f"),
        (#"{"a":{"b":[{"c":1}]}}"#, "a", ""),
        (#"{"a":["b",{"c":"d"}]}"#, "a", "c"),
        ("]]}}{", "", ""),
        (#"{"a":1,"b"#, "a", ""),
        (#"{"a\"#, "", ""),
        ("", "", ""),
    ]) func findsTopLevelNamesAndItemNames(json: String, names: String, items: String) {
        let outline = JSONOutline(Array(json.utf8))
        #expect(outline.names.sorted().joined(separator: " ") == names)
        #expect(outline.itemNames.sorted().joined(separator: " ") == items)
    }

    @Test(arguments: [
        (#"{"a":1,"b":[{"c":1,"d":[{}]},{"e":1}],"f":2}"#, "a b", "c d", 28),
        (#"[{"a":"]"},{"b":1}]"#, "", "a", 10),
        (#"{"a":{"b":1},"c":[1]}"#, "a c", "", 21),
    ]) func anOutlineOfTheStartEndsAfterTheFirstItem(json: String, names: String, items: String, length: Int) {
        let outline = JSONOutline(startOf: Array(json.utf8))
        #expect(outline.names.sorted().joined(separator: " ") == names)
        #expect(outline.itemNames.sorted().joined(separator: " ") == items)
        #expect(outline.length == length)
    }

    @Test func findsBytesAtAnyPosition() {
        let bytes = Array(#"""phc_x"#.utf8)[...]
        #expect(bytes.holds("\"phc_"))
        #expect(bytes.holds("x"))
        #expect(!bytes.holds("phc_y"))
        #expect(!bytes.holds("phc_xx"))
        #expect(!ArraySlice<UInt8>().holds("a"))
    }
}
