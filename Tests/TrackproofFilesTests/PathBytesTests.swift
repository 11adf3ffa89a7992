import _TrackproofTestSupport
import Testing

import TrackproofFiles

/// Tests that a path keeps all bytes of a file's name.
@Suite struct PathBytesTests {
    @Test func anyBytesComeBack() {
        var random = SeededGenerator(seed: 31)
        let stand = Array("\u{10FF80}\u{10FFE9}\u{10FFFF}\u{10FF7F}é/😀".utf8)
        for _ in 0..<rounds(1_000, deep: 20_000) {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<9, using: &random) {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.append(.random(in: 1...255, using: &random))
                case 1: bytes += stand.dropFirst(Int.random(in: 0..<stand.count, using: &random)).prefix(5)
                default: bytes.append(.random(in: 1..<128, using: &random))
                }
            }
            let path = String(pathBytes: bytes)
            #expect(path.pathBytes == bytes)
            #expect(path.withPath { String(path: $0) }.pathBytes == bytes)
            // A path that passes through JSON stays the same.
            #expect(String(decoding: Array(path.utf8), as: UTF8.self).pathBytes == bytes)
        }
    }

    @Test func differentNamesAreDifferentPaths() {
        let byte = String(pathBytes: [0x61, 0xE9])
        let scalar = String(pathBytes: Array("a\u{10FFE9}".utf8))
        #expect(byte != scalar)
        #expect(byte == "a\u{10FFE9}")
        #expect(scalar.unicodeScalars.count == 5)
    }

    @Test func textStaysAsItIs() {
        for text in ["", "a/b", "é", "e\u{301}", "😀", "\u{FFFD}", "\u{10FF7F}", "\u{F8FF}"] {
            #expect(Array(String(pathBytes: Array(text.utf8)).utf8) == Array(text.utf8))
        }
    }
}
