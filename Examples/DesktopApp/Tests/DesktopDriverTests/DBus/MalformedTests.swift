import DesktopDriver
import Testing

/// Tests that the decoder returns a message or throws an error for any bytes, and never crashes.
@Suite struct MalformedTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let type: DBusType
        let bytes: [UInt8]
        let message: String
        var testDescription: String { message }

        init(_ type: DBusType, _ bytes: [UInt8], _ message: String) {
            (self.type, self.bytes, self.message) = (type, bytes, message)
        }
    }

    @Test(arguments: [
        Case(.uint32, [1, 0, 0], "an incomplete value, at byte 0"),
        Case(.boolean, [2, 0, 0, 0], "the invalid Boolean value 2, at byte 4"),
        Case(.string, [255, 255, 255, 255, 0x61, 0], "a string that extends past the end, at byte 4"),
        Case(.string, [1, 0, 0, 0, 0x61, 1], "a string without a zero byte after it, at byte 4"),
        Case(.string, [2, 0, 0, 0, 0x61, 0, 0], "a string that contains a zero byte, at byte 4"),
        Case(.string, [1, 0, 0, 0, 0xFF, 0], "a string that is not valid UTF-8, at byte 4"),
        Case(.objectPath, [1, 0, 0, 0, 0x61, 0], "an invalid object path, at byte 6"),
        Case(.array(.byte), [4, 0, 0, 0, 1], "an array that extends past the end, at byte 4"),
        Case(.array(.byte), [1, 0, 0, 4], "an array of 67108865 bytes, more than 67108864, at byte 4"),
        Case(
            .array(.uint32), [2, 0, 0, 0, 1, 0, 0, 0], "an array whose last element extends past its end, at byte 8"),
        Case(.array(.uint64), [0, 0, 0, 0, 1, 0, 0, 0], "padding that is not zero, at byte 4"),
        Case(.structure([.byte, .uint32]), [1, 0, 9, 0, 1, 0, 0, 0], "padding that is not zero, at byte 2"),
        Case(.variant, [2, 0x79, 0x79, 0, 1, 1], "a variant of 2 types, not 1, at byte 4"),
        Case(.variant, [0, 0], "a variant of 0 types, not 1, at byte 2"),
        Case(
            .variant, (0..<70).flatMap { _ in [1, 0x76, 0] as [UInt8] } + [1, 0x79, 0, 0],
            "a value nested deeper than 64, at byte 195"),
        Case(
            .array(.byte), [1, 0, 16, 0] + [UInt8](repeating: 0, count: 1_048_577),
            "more than 1048576 values, at byte 1048579"),
    ])
    func malformedValuesAreReported(_ malformed: Case) {
        var reader = DBusReader(malformed.bytes)
        #expect(throws: DBusError.malformed("a D-Bus message has " + malformed.message)) {
            try reader.read(malformed.type)
        }
    }

    @Test func malformedHeadersAreReported() throws {
        var message = DBusMessage.call("org.example", "/", "org.example", "M", [.byte(1)])
        message.serial = 1
        let good = try message.encoded()
        func outcome(_ change: (inout [UInt8]) -> Void) -> DBusError? {
            var bytes = good
            change(&bytes)
            return #expect(throws: DBusError.self) { try DBusMessage.decode(bytes) }
        }
        #expect(outcome { $0[0] = 0x78 } == .malformed("a D-Bus message has an unknown byte order"))
        #expect(outcome { $0[1] = 0 } == .malformed("a D-Bus message has the invalid kind 0"))
        #expect(outcome { $0[3] = 2 } == .malformed("a D-Bus message has version 2, not 1"))
        #expect(outcome { $0[8] = 0 } == .malformed("a D-Bus message has the invalid serial 0"))
        #expect(outcome { $0.append(0) } == .malformed("a D-Bus message does not have the size that its header gives"))
        #expect(outcome { $0.removeAll() } == .malformed("a D-Bus message has 0 bytes, fewer than 16"))
        #expect(outcome { $0[7] = 8 } == .malformed("a D-Bus message of \(good.count + 8 << 24) bytes is too large"))
        #expect(outcome { $0[15] = 255 } != nil)
        let longer = outcome {
            $0[4] += 1
            $0.append(0)
        }
        #expect(longer == .malformed("a D-Bus message has bytes after its last value"))
    }

    @Test func truncatedMessagesAreRefused() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let bytes = try generator.message().encoded()
            for count in 0..<bytes.count {
                #expect(throws: DBusError.self) { try DBusMessage.decode(Array(bytes.prefix(count))) }
            }
        }
    }

    @Test func changedBytesYieldAMessageOrAnError() throws {
        var generator = SeededGenerator(seed: 4)
        var (messages, errors) = (0, 0)
        for round in 0..<20_000 {
            var bytes = try generator.message().encoded(isBigEndian: round % 2 == 0)
            for _ in 0...Int.random(in: 0...3, using: &generator) {
                // Two of three rounds keep the sizes in the first 16 bytes, because a wrong size would hide all later
                // errors.
                let first = round % 3 == 0 ? 0 : min(16, bytes.count - 1)
                let place = Int.random(in: first..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                _ = try DBusMessage.decode(bytes)
                messages += 1
            } catch {
                errors += 1
            }
        }
        #expect(messages > 1_000)
        #expect(errors > 1_000)
    }
}
