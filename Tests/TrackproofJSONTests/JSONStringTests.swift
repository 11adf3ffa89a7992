import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

@Suite("Strings")
struct JSONStringTests {
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

    @Test("Only the byte sequences of Unicode table 3-7 are accepted")
    func wellFormed() {
        let edges: [UInt8] = [0x22, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xED, 0xFF]
        func expect(_ sequence: [UInt8]) {
            let isValid = String(validating: sequence, as: UTF8.self) != nil && !sequence.contains(0x22)
            let isAccepted = refusal([0x22] + sequence + [0x22]) == nil
            if isAccepted != isValid { Issue.record("\(sequence) is accepted: \(isAccepted)") }
        }
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

    @Test(
        "Invalid UTF-8 is refused everywhere",
        arguments: [
            [0x5B, 0xE5, 0x5D], [0x5B, 0x31, 0xE5, 0x5D], [0x5B, 0x31, 0x65, 0x31, 0xE5, 0x5D],
            [0x7B, 0x22, 0xB9, 0x22, 0x3A, 0x30, 0x7D], [0x5B, 0x22, 0x5C, 0xE5, 0x22, 0x5D], [0xE5],
            [0xEF, 0xBB, 0x7B, 0x7D], [0xEF, 0xBB, 0xBF], [0x5B, 0x22, 0x5C, 0x75, 0xE5, 0x22, 0x5D],
            [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], [0x00, 0x5B, 0x00, 0x5D],
        ] as [[UInt8]])
    func invalidBytes(bytes: [UInt8]) {
        #expect(refusal(bytes) != nil)
    }

    @Test("A string longer than the writer's pieces is written completely", arguments: 4_092..<4_098)
    func long(count: Int) throws {
        let string = String(repeating: "a", count: count) + "é😀\n\"" + String(repeating: "\u{1}", count: 5_000)
        #expect(try parse(text(of: .string(string))) == .string(string))
    }
}
