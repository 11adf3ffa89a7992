import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridgeReader

/// Tests that the reader reads a file with any content, and reports what is wrong with the content.
@Suite(.blocking) struct FileReaderTests {
    @Test func validLinesAmongInvalidLinesAreRead() throws {
        let (reader, inbox) = try openReader(.file)
        #expect(reader.token == nil)
        let text = """
            {"hello":1,"writer":"a"}
            {"name":"1","seq":1,"writer":"a"}
            {"name":"cut","parameters":{"x":
            {"name":"2","seq":2,"writer":"a"}
            {"name":"nobody's"}
            nonsense

            {"lost":3,"writer":"a"}
            {"name":"1","seq":1,"writer":"b"}
            {"bye":2,"writer":"a"}
            {"name":"4","seq":4,"writer":"b"}
            {"bye":4,"writer":"b"}
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: reader.path))
        let writers = reader.finish(within: timeout)
        #expect(inbox.names == ["1", "2", "1", "4"])
        #expect(writers.map(\.name) == ["a", "b"])
        #expect(writers.map(\.lost) == [3, 0])
        #expect(writers.map(\.missing) == [0, 2])
        #expect(writers.allSatisfy { $0.endedInOrder && !$0.isOpen })
        // An invalid line names no writer, so the reader reports the problem for every writer.
        #expect(writers.map(\.problem) == Array(repeating: "line 3, column 33: the line ends inside a value", count: 2))
    }

    private static let bye = "{\"bye\":0,\"writer\":\"a\"}\n"

    /// Tests `lostInput`, which reports invalid lines even if no line names a writer.
    @Test(arguments: [
        ("", nil), ("{\"hello\":1,\"writer\":\"a\"}\n\n{\"bye\":0,\"writer\":\"a\"}\n", nil),
        ("{\"name\":\"nobody's\"}\n", "1 of 1 line refused: line 1: expected a string in the member \"writer\""),
        (
            "{\"name\":\"nobody's\"}\n\n{\"bye\":0}\n{\"bye\":0,\"writer\":\"a\"}",
            "2 of 4 lines refused: line 1: expected a string in the member \"writer\""
        ),
        // The last line is cut off although no goodbye is missing.
        (bye + #"{"hello":1,"wri"#, "1 of 2 lines refused: line 2, column 16: the line ends inside a value"),
        (
            bye + #"{"name":"b","seq":1,"writer":"b"#,
            "1 of 2 lines refused: line 2, column 32: the line ends inside a value"
        ),
        (
            bye + #"{"name":"b","seq":1,"writer":"a""#,
            "1 of 2 lines refused: line 2, column 33: the line ends inside a value"
        ),
    ])
    func refusedLinesAreCounted(text: String, refused: String?) throws {
        let reader = try BridgeReader(.file, Inbox())
        try Data(text.utf8).write(to: URL(fileURLWithPath: reader.path))
        _ = reader.finish(within: timeout)
        #expect(reader.lostInput == refused.map { "the bridge's file: \($0)" })
    }

    @Test func aLineThatIsTooLongIsReported() throws {
        let reader = try BridgeReader(.file, Inbox())
        try Data((String(repeating: "x", count: 16 << 20 + 1) + "\n{\"bye\":0,\"writer\":\"a\"}\n").utf8)
            .write(to: URL(fileURLWithPath: reader.path))
        #expect(reader.finish(within: timeout).map(\.problem) == ["a line is longer than 16 MiB"])
    }

    @Test func aFileCanEndAnywhereInALine() throws {
        let line = #"{"name":"2é","parameters":{"a":[true,null,-1.5e3,"\u00e9"]},"seq":2,"writer":"a"}"#
        for count in stride(from: 0, to: line.utf8.count, by: rounds(5, deep: 1)) {
            let (reader, inbox) = try openReader(.file)
            try Data(Array("{\"name\":\"1\",\"seq\":1,\"writer\":\"a\"}\n".utf8) + line.utf8.prefix(count))
                .write(to: URL(fileURLWithPath: reader.path))
            let writer = try #require(reader.finish(within: timeout).first)
            #expect(inbox.names == ["1"])
            #expect(writer.problem == nil && !writer.endedInOrder && !writer.isComplete)
        }
    }

    #if os(macOS) || os(Linux)
        @Test func aFileThatCannotBeReadFurtherIsReported() async {
            await #expect(processExitsWith: .success) {
                do {
                    let reader = try BridgeReader(.file, Inbox())
                    try Data("{\"bye\":0,\"writer\":\"a\"}\n".utf8).write(to: URL(fileURLWithPath: reader.path))
                    if reader.barrier(within: timeout) != .unsupported { exit(2) }
                    // Replaces the reader's descriptor with the descriptor of a folder, which cannot be read.
                    var (file, open) = (stat(), stat())
                    if stat(reader.path, &file) != 0 { exit(3) }
                    let folder = Foundation.open("/", O_RDONLY)
                    for descriptor in 0..<Int32(getdtablesize())
                    where fstat(descriptor, &open) == 0 && open.st_ino == file.st_ino && open.st_dev == file.st_dev {
                        dup2(folder, descriptor)
                    }
                    let writers = reader.finish(within: timeout)
                    let problem = "the file cannot be read: Is a directory"
                    if writers.map(\.problem) != [problem] || writers[0].isComplete { exit(4) }
                } catch {
                    exit(5)
                }
            }
        }
    #endif
}
