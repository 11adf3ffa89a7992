import Dispatch
import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofSnapshots

@Suite struct EventFileTests {
    private let lines =
        "{\"recording\":1,\"app\":\"Shop\"}\n{\"name\":\"a\"}\n{\"name\":\"b\",\"parameters\":{\"n\":1}}\n"

    private func names(_ file: EventFile) throws -> [String] {
        var names: [String] = []
        try file.forEach { names.append($0.event.name) }
        return names
    }

    @Test func aFileCanBeReadTwiceAlsoAfterItsRemoval() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(lines, to: "r.ndjson")
        let file = try EventFile(path: path)
        #expect(try names(file) == ["a", "b"])
        unlink(path)
        #expect(try names(file) == ["a", "b"])
    }

    @Test func aPipeCanBeReadTwice() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        // The text does not fit in the buffer of a pipe, so its writer must wait for the reader.
        let many = String(repeating: "{\"name\":\"a\"}\n", count: 20_000)
        Thread.detachNewThread { FileHandle(forWritingAtPath: path)?.write(Data(many.utf8)) }
        let file = try EventFile(path: path)
        #expect(try names(file).count == 20_000)
        #expect(try names(file).count == 20_000)
    }

    @Test func severalThreadsReadOneFileAtOnce() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/events.ndjson"
        let recording = Recording((0..<5_000).map { Event("tap", ["index": $0]) })
        try recording.write(to: path)
        let file = try EventFile(path: path)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            var next = 0
            #expect(throws: Never.self) {
                try file.forEach { event in
                    if event.event.parameters["index"] == .integer(Int64(next)) { next += 1 }
                }
            }
            #expect(next == 5_000)
        }
        #expect(try Comparison.compareFiles(recording: file, snapshot: file).comparison.matched == 5_000)
    }

    // Tests can start other processes on these systems only.
    #if os(macOS) || os(Linux)
        @Test func standardInputCanBeReadTwice() async throws {
            let folder = try TemporaryFolder()
            let path = try folder.write(lines, to: "r.ndjson")
            await #expect(processExitsWith: .success) { [path = path as String] in
                // Standard input is a file, as in `< r.ndjson`.
                let opened = open(path, O_RDONLY)
                dup2(opened, 0)
                let file = try EventFile(path: "-")
                var count = 0
                for _ in 0..<2 { try file.forEach { _ in count += 1 } }
                #expect(count == 4)
            }
            await #expect(processExitsWith: .success) { [lines = lines as String] in
                var ends: [Int32] = [0, 0]
                pipe(&ends)
                dup2(ends[0], 0)
                _ = lines.utf8CString.withUnsafeBytes { Foundation.write(ends[1], $0.baseAddress, $0.count - 1) }
                close(ends[1])
                let file = try EventFile(path: "-")
                var count = 0
                for _ in 0..<2 { try file.forEach { _ in count += 1 } }
                #expect(count == 4)
            }
        }
    #endif

    @Test func aTruncatedLastLineIsReportedWithItsLine() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("{\"name\":\"a\"}\n{\"name\":\"b\",\"par", to: "r.ndjson")
        let file = try EventFile(path: path)
        var names: [String] = []
        let truncation = try file.forEach { names.append($0.event.name) }
        #expect(names == ["a"])
        #expect(truncation?.line == 2)
        #expect(truncation?.message == "the last line is cut short")
        #expect(throws: EventFormatError.self) { try Recording(contentsOf: path) }
    }

    // MARK: Errors

    private func error(_ body: () throws -> Void) -> FileAccessError? {
        do { try body() } catch let error as FileAccessError { return error } catch {}
        return nil
    }

    @Test func aFileThatCannotBeOpenedGivesTheReason() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("none.ndjson")
        for open: (String) throws -> Void in [
            { _ = try EventFile(path: $0) }, { _ = try Recording(contentsOf: $0) },
            { _ = try Snapshot(contentsOf: $0) },
        ] {
            #expect(error { try open(path) }?.code == ENOENT)
            #expect(error { try open(path) }?.description == "\(path): cannot open: No such file or directory")
            #expect(error { try open(folder.path) }?.description == "\(folder.path): cannot open: Is a directory")
            #expect(error { try open(folder.path + "/none/x") }?.code == ENOENT)
            #expect(error { try open("") }?.code == ENOENT)
        }
    }

    @Test(.enabled(if: getuid() != 0, "root may read everything")) func anUnreadableFileGivesAnError() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(lines, to: "r.ndjson")
        chmod(path, 0)
        #expect(error { _ = try EventFile(path: path) }?.code == EACCES)
    }

    @Test func aFileThatCannotBeWrittenGivesTheReason() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "file")
        let recording = Recording([Event("a")])
        #expect(
            error { try recording.write(to: folder.path) }?.description
                == "\(folder.path): cannot create: Is a directory")
        #expect(error { try recording.write(to: file + "/below") }?.code == ENOTDIR)
        #if os(Linux)
            #expect(
                error { try recording.write(to: "/dev/full") }?.description
                    == "/dev/full: cannot write: No space left on device")
        #endif
        #expect(try folder.names() == ["file"])
    }
}
