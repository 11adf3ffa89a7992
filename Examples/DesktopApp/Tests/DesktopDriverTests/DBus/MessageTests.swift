import DesktopDriver
import Testing

@Suite struct MessageTests {
    @Test(arguments: [false, true])
    func writtenMessagesReadBackEqual(isBigEndian: Bool) throws {
        var generator = SeededGenerator(seed: isBigEndian ? 1 : 2)
        var kinds: Set<String> = []
        for _ in 0..<2_000 {
            var message = generator.message()
            // D-Bus limits the signature of a body to 255 bytes.
            if message.body.map(\.type.text).joined().utf8.count > 255 { message.body = [] }
            let bytes = try message.encoded(isBigEndian: isBigEndian)
            #expect(try DBusMessage.size(prefix: Array(bytes.prefix(16))) == bytes.count)
            #expect(try DBusMessage.decode(bytes) == message)
            kinds.formUnion(message.body.map { String($0.type.text.prefix(1)) })
        }
        #expect(kinds.sorted().joined() == "(abdghinoqstuvxy")
    }

    /// Compares an encoded message with bytes that a person wrote from the D-Bus specification.
    @Test func bytesMatchTheSpecification() throws {
        var message = DBusMessage(.signal)
        message.expectsAnswer = false
        message.serial = 7
        message.member = "M"
        message.body = [.byte(1), .string("é"), .array(.uint64, [.uint64(2)])]
        let head: [UInt8] = [0x6C, 4, 1, 1]
        let sizes: [UInt8] = [24, 0, 0, 0, 7, 0, 0, 0, 26, 0, 0, 0]
        let member: [UInt8] = [3, 1, 0x73, 0, 1, 0, 0, 0, 0x4D, 0] + [0, 0, 0, 0, 0, 0]
        let signature: [UInt8] = [8, 1, 0x67, 0, 4, 0x79, 0x73, 0x61, 0x74, 0]
        let body: [UInt8] = [1, 0, 0, 0, 2, 0, 0, 0, 0xC3, 0xA9, 0, 0, 8, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
        let padding: [UInt8] = [0, 0, 0, 0, 0, 0]
        #expect(try message.encoded() == head + sizes + member + signature + padding + body)
    }

    @Test func aMessageOfAnUnknownKindIsSkipped() throws {
        var bytes = try DBusMessage(.signal).encoded()
        bytes[1] = 9
        #expect(try DBusMessage.decode(bytes) == nil)
    }

    @Test func parsesAndValidatesSignatures() throws {
        #expect(try DBusType.parse("a{sv}(ii)u").map(\.text) == ["a{sv}", "(ii)", "u"])
        #expect(try DBusType.parse("") == [])
        #expect(try DBusType.parse(String(repeating: "a", count: 32) + "y").count == 1)
        for signature in ["a", "(", "()", "(i", ")", "{sv}", "a{vs}", "a{s}", "a{sii}", "z", "a{s", "i)"] {
            #expect(throws: DBusError.malformed("the signature \"\(signature)\" is invalid")) {
                try DBusType.parse(signature)
            }
        }
        let deep = String(repeating: "a", count: 33) + "y"
        #expect(throws: DBusError.malformed("the signature \"\(deep)\" nests too deeply")) { try DBusType.parse(deep) }
        let open = String(repeating: "(", count: 200)
        #expect(throws: DBusError.malformed("the signature \"\(open)\" nests too deeply")) { try DBusType.parse(open) }
        #expect(throws: DBusError.malformed("a signature has 256 bytes, more than 255")) {
            try DBusType.parse(String(repeating: "y", count: 256))
        }
    }

    @Test func invalidValuesAreNotWritten() {
        let cases: [(DBusValue, String)] = [
            (.string("a\0b"), "a string contains a zero byte"),
            (.objectPath("a"), "\"a\" is not an object path"),
            (.objectPath("/a/"), "\"/a/\" is not an object path"),
            (.objectPath("/é"), "\"/é\" is not an object path"),
            (.signature("z"), "the signature \"z\" is invalid"),
            (.structure([]), "a structure has no fields"),
            (.array(.byte, [.string("a")]), "an array of y has an element of type s"),
            (.variant(.dictionaryEntry(.byte(1), .byte(1))), "the signature \"{yy}\" is invalid"),
            ((0..<70).reduce(.byte(1)) { value, _ in .variant(value) }, "a value is nested deeper than 64"),
        ]
        for (value, message) in cases {
            var writer = DBusWriter()
            #expect(throws: DBusError.malformed(message)) { try writer.write(value) }
        }
    }
}
