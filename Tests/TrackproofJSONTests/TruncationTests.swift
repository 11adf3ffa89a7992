import Testing
import Trackproof
import TrackproofJSON

@Suite("A last line that is cut short")
struct TruncationTests {
    private static let lines = [
        #"{"recording":1,"app":"é","n":-1.5e3}"#,
        #"{"name":"a","parameters":{"s":"\u00e9\n😀","i":-12,"n":1.5e-3,"b":true,"l":[1,[]],"o":{"x":null}},"seq":1}"#,
        #"{"kind":"identify","user":"u","time":"2026-11-21T09:30:00.000Z","source":"wire:x"}"#,
        #"{"x":18446744073709551616,"name":"c"}"#,
    ]

    @Test(
        "A file that is cut short gives its complete lines and the place of the cut",
        arguments: [true, false])
    func everyPrefix(hasHeader: Bool) throws {
        let lines = hasHeader ? Self.lines : Array(Self.lines.dropFirst())
        let all = try events(lines.joined(separator: "\n"))
        #expect(all.count == 3)
        let bytes = Array(lines.joined(separator: "\r\n").utf8)
        // The offset at which each line ends, before its line break.
        var ends: [Int] = []
        for line in lines { ends.append((ends.last.map { $0 + 2 } ?? 0) + line.utf8.count) }
        for count in 0...bytes.count {
            let contents = try Contents(Array(bytes.prefix(count)))
            let complete = ends.count { $0 <= count }
            let isCut = count > (complete == 0 ? 0 : ends[complete - 1] + 2)
            #expect(contents.events == Array(all.prefix(max(0, hasHeader ? complete - 1 : complete))))
            let column = count - (complete == 0 ? 0 : ends[complete - 1] + 2)
            if isCut {
                let truncation = try #require(contents.truncation)
                #expect(truncation.hasPrefix("test:\(complete + 1):"))
                #expect(truncation.hasSuffix(": the last line is cut short"))
                let place = try #require(Int(truncation.split(separator: ":")[2]))
                #expect(place <= column + 1)
            } else {
                #expect(contents.truncation == nil)
            }
        }
    }

    @Test("The place of the cut is the character that is cut")
    func places() throws {
        let cut = Array("{\"name\":\"é".utf8).dropLast()
        #expect(try Contents(Array(cut)).truncation == "test:1:10: the last line is cut short")
    }

    @Test(
        "A file cut inside its byte order mark is empty",
        arguments: [[0xEF], [0xEF, 0xBB], [0xEF, 0xBB, 0xBF]] as [[UInt8]])
    func byteOrderMark(bytes: [UInt8]) throws {
        let contents = try Contents(bytes)
        #expect(contents.events.isEmpty)
        #expect(contents.truncation == nil)
    }
}
