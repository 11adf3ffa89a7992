import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("Strings")
struct JSONStringTests {
    @Test(
        "Escapes are read",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u4e2d\uFFFF\u0000""#, "Aé中\u{FFFF}\u{0}"),
            (#""\uD83D\uDE00""#, "😀"), (#""\uD800\uDC00\udbff\udfff""#, "\u{10000}\u{10FFFF}"),
            (#""12345678\n12345678\u0031é\t""#, "12345678\n12345678" + "1é\t"),
            (#""a\\""#, "a\\"), (#""\\u0041""#, "\\u0041"),
        ])
    func escapes(text: String, value: String) throws {
        guard case .string(let read) = try parse(text) else {
            Issue.record("no string")
            return
        }
        #expect(Array(read.unicodeScalars) == Array(value.unicodeScalars))
    }

    @Test("Every control character must be escaped at any position", arguments: 0..<32)
    func controlCharacters(code: Int) throws {
        let byte = UInt8(code)
        for before in 0..<17 {
            let bytes = [0x22] + [UInt8](repeating: 0x61, count: before) + [byte, 0x61, 0x22]
            #expect(
                refusal(bytes) == "test:1:\(before + 2): a control character in a string must be escaped")
        }
        let scalar = Unicode.Scalar(byte)
        let written = text(of: .string(String(Character(scalar))))
        #expect(written.utf8.allSatisfy { $0 >= 0x20 })
        #expect(try parse(written) == .string(String(Character(scalar))))
    }

    @Test(
        "An unterminated string is refused as an early file end",
        arguments: [
            #"""#, #""a"#, #""\"#, #""\""#, #""12345678"#, #""\u00"#, "\"é",
        ])
    func unterminated(text: String) {
        #expect(refusal(text)?.hasSuffix("the file ends inside a value") == true)
    }

    /// Returns whether table 3-7 of the Unicode Standard allows these bytes as one character.
    private func isWellFormed(_ bytes: [UInt8]) -> Bool {
        let tail: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes.count {
        case 2: return (0xC2...0xDF).contains(bytes[0]) && tail.contains(bytes[1])
        case 3:
            let second: ClosedRange<UInt8> =
                switch bytes[0] {
                case 0xE0: 0xA0...0xBF
                case 0xED: 0x80...0x9F
                default: tail
                }
            return (0xE0...0xEF).contains(bytes[0]) && second.contains(bytes[1]) && tail.contains(bytes[2])
        case 4:
            let second: ClosedRange<UInt8> =
                switch bytes[0] {
                case 0xF0: 0x90...0xBF
                case 0xF4: 0x80...0x8F
                default: tail
                }
            return (0xF0...0xF4).contains(bytes[0]) && second.contains(bytes[1]) && tail.contains(bytes[2])
                && tail.contains(bytes[3])
        default: return false
        }
    }

    @Test("Only the byte sequences of Unicode table 3-7 are accepted")
    func wellFormed() {
        let edges: [UInt8] = [0x22, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xED, 0xFF]
        for lead in UInt8(0x80)...0xFF {
            for second in edges {
                expect([lead, second])
                for third in edges where second >= 0x80 {
                    expect([lead, second, third])
                    if lead >= 0xF0, third >= 0x80 {
                        for fourth in edges { expect([lead, second, third, fourth]) }
                    }
                }
            }
        }
        func expect(_ sequence: [UInt8]) {
            // A sequence is also valid if it is a shorter character, followed by ASCII characters other than a quote.
            let isValid = (2...sequence.count).contains { count in
                isWellFormed(Array(sequence.prefix(count)))
                    && sequence.dropFirst(count).allSatisfy { $0 < 0x80 && $0 != 0x22 }
            }
            let isAccepted = refusal([0x22] + sequence + [0x22]) == nil
            if isAccepted != isValid { Issue.record("\(sequence) is accepted: \(isAccepted)") }
        }
    }

    @Test(
        "Invalid UTF-8 is refused with its place",
        arguments: [
            ([0x80], "not UTF-8: byte 0x80"), ([0xFF], "not UTF-8: byte 0xFF"),
            ([0xC0, 0x80], "not UTF-8: byte 0xC0"), ([0xC3, 0x41], "not UTF-8: byte 0xC3 followed by 'A'"),
            ([0xED, 0xA0, 0x80], "not UTF-8: byte 0xED followed by byte 0xA0"),
            ([0xF4, 0x90, 0x80, 0x80], "not UTF-8: byte 0xF4 followed by byte 0x90"),
            ([0xE4, 0xB8], "not UTF-8: byte 0xE4 followed by '\"'"),
        ] as [([UInt8], String)])
    func invalidUTF8(bytes: [UInt8], message: String) {
        for before in 0..<17 {
            let text = [0x22] + [UInt8](repeating: 0x61, count: before) + bytes + Array("\", 1".utf8)
            #expect(refusal(text) == "test:1:\(before + 2): \(message)")
        }
    }

    @Test("A written string reads back as the same scalars", arguments: 0..<200)
    func written(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let string = random.text(upTo: 40)
        guard case .string(let read) = try parse(text(of: .string(string))) else {
            Issue.record("no string")
            return
        }
        #expect(Array(read.unicodeScalars) == Array(string.unicodeScalars))
    }

    @Test("Only characters that need an escape are escaped")
    func escapesWritten() {
        #expect(
            text(of: .string("\"\\/\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}é😀"))
                == #""\"\\/\n\r\t\u0008\u000c\u0000\u001f"# + "\u{7F}é😀\"")
    }

    @Test("A string longer than the writer's pieces is written completely", arguments: 4_090..<4_100)
    func long(count: Int) throws {
        let string = String(repeating: "a", count: count) + "é😀\n\"" + String(repeating: "\u{1}", count: 5_000)
        #expect(try parse(text(of: .string(string))) == .string(string))
    }
}
