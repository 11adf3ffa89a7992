import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("Pretty printing")
struct PrettyPrinterTests {
    private func printed(_ document: EventParameters, broken: Set<String> = []) -> String {
        var printer = PrettyPrinter()
        printer.write(document: document, broken: broken)
        return String(decoding: printer.bytes, as: UTF8.self)
    }

    @Test("A short value takes one line, and a long value takes a line for each element")
    func form() throws {
        let document = try parse(
            """
            {"snapshot":1,"order":"any","none":[],"empty":{},"events":[{"name":"open","parameters":{"id":7,"price":3.0}},
            {"kind":"screen","name":"home","parameters":{"long":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "longer":["bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",{"c":["ddddddddddddddddddddddddddddddddd"]},null]}}],
            "volatile":{"*":{"a":"uuid"}},"ordered":[["a","b"],[]]}
            """)
        let members = try #require(document.object)
        try expectGolden("PrettyPrinterTests/form", printed(members, broken: ["events", "none"]))
    }

    @Test("A line of 100 columns stays, and a line of 101 columns is broken")
    func width() {
        #expect(printed([:]) == "{\n}\n")
        // The printer compares the length of the line `  "a": ["…"],` with its limit. This length includes a comma,
        // even though no comma follows the last value.
        let fits = printed(["a": [String(repeating: "x", count: 100 - 12)]])
        let breaks = printed(["a": [String(repeating: "x", count: 101 - 12)]])
        #expect(fits.split(separator: "\n").count == 3)
        #expect(breaks.split(separator: "\n").count == 5)
        #expect(fits.split(separator: "\n").map(\.count).max() == 99)
    }

    @Test("A printed document reads back equal and prints the same", arguments: 0..<rounds(30, deep: 100))
    func readsBack(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let document = random.parameters()
        let text = printed(document, broken: Set(document.prefix(2).map(\.name)))
        let read = try parse(text)
        #expect(read == .object(document))
        guard case .object(let again) = read else { return }
        #expect(printed(again, broken: Set(again.prefix(2).map(\.name))) == text)
        #expect(text.hasSuffix("}\n"))
    }

    @Test("Deep nesting is printed in time proportional to its size")
    func deep() throws {
        var value = EventValue.string(String(repeating: "x", count: 1 << 20))
        for _ in 0..<120 { value = .array([value, .integer(1)]) }
        let read = try parse(printed(["a": value]))
        #expect(read == .object(["a": value]))
    }
}
