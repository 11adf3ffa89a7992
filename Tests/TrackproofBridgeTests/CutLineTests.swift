import _TrackproofTestSupport
import Testing
import TrackproofBridgeProtocol
import TrackproofJSON

@testable import TrackproofBridgeReader

/// Tests the readers of bridge lines with all beginnings and ends of lines.
@Suite("Bridge lines that are cut")
struct CutLineTests {
    private static let lines = [
        #"{"hello":1,"writer":"w","token":"t"}"#, #"{"lost":3}"#, #"{"barrier":7,"writer":"ä"}"#, #"{"bye":12}"#,
        #"{"name":"e","parameters":{"a":[1,"\u00e9"]},"writer":"w"}"#, "{", #"{"l"#,
    ]

    @Test func aLineIsReadToItsEnd() {
        for line in Self.lines {
            for cut in cuts(of: line) + [ArraySlice(line.utf8)] {
                let read = scanned(cut) { bytes -> String in
                    do throws(JSONFailure) {
                        return "\(try JSONCursor.wholeBridgeLine(bytes))"
                    } catch {
                        return "\(error)"
                    }
                }
                #expect(read != nil, "\(String(decoding: cut, as: UTF8.self))")
            }
        }
    }

    /// Adds a text to the buffer in two pieces, cut at every place.
    @Test func theBufferFindsTheLinesWhereverTheTextIsCut() {
        let text = Array("a\n\nbc\n\n\nd".utf8)
        for place in 0...text.count {
            var buffer = LineBuffer()
            var lines: [String] = []
            for piece in [text[..<place], text[place...]] {
                withExactCopy(of: piece) {
                    buffer.append(UnsafeRawBufferPointer($0)) { lines.append(String(decoding: $0, as: UTF8.self)) }
                }
            }
            #expect(lines == ["a", "", "bc", "", ""])
            #expect(buffer.rest == Array("d".utf8))
        }
    }
}
