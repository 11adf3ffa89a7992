import Testing

@testable import TrackproofWire

@Suite struct JSONOutlineTests {
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

    /// Compares the outlines of all beginnings and ends of texts with outlines of a slow reader.
    @Test func allCutsOfTextsAgreeWithTheSlowReader() {
        for text in [
            #"{"a\"b" : "c:", "d":"{[", "é" :[ 1, {"f"  :2, "g\\":[{"h":1}]} ], "z":[{"y":1}] } "#,
            #"[[{"a":1}],{"b":{"c":[]},"d" : "x"},{"e":1}]"#, #"{"a":{"b":[{"c":1}]},"d":["e",{"f":"g"}]}]]"#,
            #"{"a":1,"b":{"c":2},"d":[{"e":{"f":1},"g":"h"},{"i":1}],"j":[{"k":1}]}"#, "]]}}{",
        ] {
            let bytes = Array(text.utf8)
            for cut in bytes.indices.flatMap({ [Array(bytes[..<$0]), Array(bytes[$0...])] }) + [bytes] {
                let outline = JSONOutline(cut)
                let slow = SlowOutline(cut)
                #expect(outline.names == slow.names, "\(String(decoding: cut, as: UTF8.self))")
                #expect(outline.itemNames == slow.itemNames, "\(String(decoding: cut, as: UTF8.self))")
                #expect(outline.length == cut.count)
                #expect(cut.decodedSize >= cut.count)
                let start = JSONOutline(startOf: cut)
                #expect(start.names.isSubset(of: slow.names) && start.itemNames == slow.itemNames)
            }
        }
    }
}

/// A slow reader of the names in a text. It first removes the strings, and then follows the brackets.
private struct SlowOutline {
    private(set) var names: Set<String> = []
    private(set) var itemNames: Set<String> = []

    init(_ bytes: [UInt8]) {
        var open: [UInt8] = []
        var item: Int?
        var hasItem = false
        for (token, text) in Self.tokens(bytes) {
            switch token {
            case 0x7B, 0x5B:
                open.append(token)
                let isElement = token == 0x7B && open.dropLast().last == 0x5B
                let isOutermost = open.count == 2 || (open.count == 3 && open[0] == 0x7B)
                if isElement, isOutermost, !hasItem { (item, hasItem) = (open.count, true) }
            case 0x7D, 0x5D:
                if open.count == item { item = nil }
                _ = open.popLast()
            default:
                guard open.last == 0x7B else { continue }
                if open.count == 1 { names.insert(text) } else if open.count == item { itemNames.insert(text) }
            }
        }
    }

    /// Returns the brackets, and the strings that are names.
    private static func tokens(_ bytes: [UInt8]) -> [(UInt8, String)] {
        var tokens: [(UInt8, String)] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if "{}[]".utf8.contains(byte) { tokens.append((byte, "")) }
            guard byte == 0x22 else { continue }
            var text: [UInt8] = []
            while let byte = rest.popFirst(), byte != 0x22 {
                text.append(byte)
                if byte == 0x5C, let escaped = rest.popFirst() { text.append(escaped) }
            }
            let behind = rest.drop { $0 <= 0x20 }
            if behind.first == 0x3A { tokens.append((0x22, String(decoding: text, as: UTF8.self))) }
        }
        return tokens
    }
}
