import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON

/// Tests of byte windows, which read each file with windows of 64 sizes. These thousands of reads take most of the time.
@Suite("Byte windows over files")
struct ByteWindowTests {
    private static let files: [String] = [
        "\u{FEFF}" + #"{"recording":1,"app":"é"}"# + "\r\n" + #"{"name":"a\n😀","parameters":{"n":-12.5e-1,"i":123456}}"#
            + "\n\n\n" + #"{"kind":"identify","user":"u","x":[true,false,null,"\uD83D\uDE00"]}"# + "\n"
            + #"{"name":"cut"#,
        " [ {\"type\":\"event\",\"identifier\":\"a\",\"data\":1} ,\n{\"type\":\"screen\",\"identifier\":\"b\"}\n] ",
        #"{"a":[1,2],"events": [ {"name":"a"}, {"name":"b","parameters":{"x":"y"}} ] , "b" : {"c":1} }"#,
        "", " \n ",
        // Invalid files.
        "{\"name\":\"a\"}\n{\"name\":\"b\"}\n  {\"name\":\"é\",\n \"seq\":1.5}\n",
        "[{\"name\":\"a\"},\n\n {\"name\":\"b\"} x]", "{\"name\":\"a\"}\n" + "{\"name\":\"\u{1}\"}",
        "{\"a\":1,\n\"events\":[\n{\"name\":\"a\"}],\n \"b\":tru }",
    ]

    @Test("A byte window of any initial size reads the complete file, or has the same error", arguments: 1...64)
    func sizes(chunk: Int) throws {
        for file in Self.files {
            try withFile(Array(file.utf8)) { path in
                #expect(message { try Contents(path: path, chunk: chunk) } == eventRefusal(file))
                let (read, expected) = (try? Contents(path: path, chunk: chunk), try? Contents(file))
                #expect(read == expected)
            }
        }
    }

    @Test("A value at the end of a file is read completely", arguments: [1, 2, 3, 64])
    func valueAtTheEndOfAFile(chunk: Int) throws {
        for text in ["1234567890", "-12.625", "1.5e12", "12.625E-3", "true", "null", "\"é\\n😀\"", "[1,{}]"] {
            let read = try withFile(Array(text.utf8)) { path in
                let descriptor = open(path, O_RDONLY)
                defer { close(descriptor) }
                return try ByteWindow(descriptor: descriptor, chunk: chunk, file: path).read {
                    (cursor: inout JSONCursor) throws(JSONFailure) in try cursor.value()
                }
            }
            let expected = try parse(text)
            #expect(read == expected)
        }
    }

    @Test("Each event can be read again at its offset", arguments: [1, 7, 1_000])
    func offsets(chunk: Int) throws {
        let text =
            "\u{FEFF}{\"recording\":1}\n{\"name\":\"a\"}\r\n\n {\"name\":\"b\",\"parameters\":{\"x\":1}}\n{\"name\":\"c\"}"
        try withFile(Array(text.utf8)) { path in
            let descriptor = open(path, O_RDONLY)
            defer { close(descriptor) }
            let reader = try EventReader(ByteWindow(descriptor: descriptor, chunk: chunk, file: path), file: path)
            var found: [(event: RecordedEvent, offset: UInt64)] = []
            while let event = try reader.next() { found.append((event, reader.eventOffset)) }
            #expect(found.map(\.event.event.name) == ["a", "b", "c"])
            for (event, offset) in found {
                #expect(lseek(descriptor, off_t(offset), SEEK_SET) >= 0)
                let window = ByteWindow(descriptor: descriptor, offset: offset, chunk: chunk, file: path)
                let again = try window.read { (cursor: inout JSONCursor) throws(JSONFailure) in
                    try cursor.recordedEvent()
                }
                #expect(again == event)
            }
        }
    }

    @Test("The error for an unreadable file has the system's reason")
    func unreadable() {
        let failed = message { try EventReader(ByteWindow(descriptor: -1, file: "gone"), file: "gone") }
        #expect(failed == "gone: cannot read: Bad file descriptor")
    }

    @Test("An event of 16 MiB is read, and an event with one byte more is refused")
    func largest() throws {
        let limit = JSONLimits.eventBytes
        for layout in [("", "\n"), ("[", "]"), ("{\"events\":[", "]}")] {
            for excess in [0, 1] {
                let start = "{\"name\":\"a\"}" + (layout.0.isEmpty ? "\n" : ",") + "{\"name\":\""
                let text = String(repeating: "x", count: limit - 11 + excess)
                let bytes = Array((layout.0 + start + text + "\"}" + layout.1).utf8)
                let line = layout.0.isEmpty ? 2 : 1
                let column = layout.0.isEmpty ? 1 : layout.0.utf8.count + 14
                let expected = excess == 0 ? nil : "test:\(line):\(column): an event must not be larger than 16 MiB"
                #expect(message { try Contents(bytes) } == expected)
                // A file is read in pieces, whatever its layout.
                if !layout.0.isEmpty { continue }
                try withFile(bytes) { path in
                    #expect(message { try Contents(path: path, chunk: 1 << 20) } == expected)
                }
            }
        }
    }

    @Test(
        "An endless event is refused in bounded memory",
        arguments: ["{\"name\":\"", "[{\"name\":\"", "{\"name\":\"a\"}\n{\"x\":\""])
    func endless(start: String) throws {
        // The file has a hole of 8 GiB, so its bytes are never all in memory.
        try withFile(Array(start.utf8)) { path in
            let writer = open(path, O_WRONLY)
            let piece = [UInt8](repeating: 0x61, count: 1 << 20)
            #expect(lseek(writer, 0, SEEK_END) >= 0)
            for _ in 0..<40 { #expect(write(writer, piece, piece.count) == piece.count) }
            #expect(ftruncate(writer, 8 << 30) == 0)
            close(writer)
            let refused = try #require(message { try Contents(path: path, chunk: 1 << 20) })
            #expect(refused.hasSuffix("an event must not be larger than 16 MiB"))
        }
    }
}
