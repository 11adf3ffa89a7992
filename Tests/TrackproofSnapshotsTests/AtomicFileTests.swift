import Foundation
import TrackproofFiles
import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofSnapshots

@Suite struct AtomicFileTests {
    private let recording = Recording([RecordedEvent(Event("a", ["n": 1]))], header: Recording.header(app: "Shop"))
    private let text = "{\"recording\":1,\"app\":\"Shop\"}\n{\"name\":\"a\",\"parameters\":{\"n\":1}}\n"

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func writingCreatesFoldersAndLeavesNoOtherFile() throws {
        let folder = try TemporaryFolder()
        try recording.write(to: folder.path + "/a/b//c.ndjson")
        #expect(try folder.read("a/b/c.ndjson") == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a/b") == ["c.ndjson"])
    }

    @Test func aReplacedFileKeepsItsPermissions() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            "old, and longer than what is to come: " + String(repeating: "x", count: 999), to: "r.ndjson")
        chmod(path, 0o640)
        try recording.write(to: path)
        #expect(try folder.read("r.ndjson") == text)
        #expect(try mode(path) == 0o640)
        #expect(try folder.names() == ["r.ndjson"])
    }

    @Test func aNewFileHasTheDefaultPermissions() throws {
        let folder = try TemporaryFolder()
        let usual = folder.file("usual")
        close(open(usual, O_CREAT | O_WRONLY, 0o666))
        try recording.write(to: folder.path + "/r.ndjson")
        #expect(try mode(folder.path + "/r.ndjson") == mode(usual))
    }

    @Test func aSymbolicLinkStaysALink() throws {
        let folder = try TemporaryFolder()
        try folder.write("old", to: "real.ndjson")
        let links = ["link": "real.ndjson", "second": "link", "missing": "sub/none.ndjson"]
        for (link, target) in links { symlink(target, folder.file(link)) }
        try recording.write(to: folder.file("second"))
        #expect(try folder.read("real.ndjson") == text)
        try recording.write(to: folder.file("missing"))
        #expect(try folder.read("sub/none.ndjson") == text)
        for (link, target) in links {
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file(link)) == target)
        }
    }

    @Test func aCycleOfLinksIsReplaced() throws {
        let folder = try TemporaryFolder()
        symlink("b", folder.path + "/a")
        symlink("a", folder.path + "/b")
        try recording.write(to: folder.path + "/a")
        #expect(try folder.read("a") == text)
    }

    @Test func aDeviceIsNotReplaced() throws {
        try recording.write(to: "/dev/null")
        var status = stat()
        #expect(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test func aFileNameOf255BytesIsWritten() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "n", count: 255)
        try recording.write(to: folder.path + "/" + name)
        #expect(try folder.read(name) == text)
    }

    // Tests can start other processes on these systems only.
    #if os(macOS) || os(Linux)
        /// Tests a child process that writes two contents to a file in turn, as fast as it can. Another thread of the child
        /// reads the file, and must always read one of the two contents completely. After 20 changes, this thread kills the
        /// child.
        @Test func aKilledProcessLeavesACompleteFile() async throws {
            let folder = try TemporaryFolder()
            let path = try folder.write("", to: "s.json")
            let contents = [1, 2].map { seed in
                Snapshot((0..<2_000).map { Event("event_\($0)", ["seed": seed]) }).bytes
            }
            try Data(contents[0]).write(to: URL(fileURLWithPath: path))
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let contents = [1, 2].map { seed in
                    Snapshot((0..<2_000).map { Event("event_\($0)", ["seed": seed]) }).bytes
                }
                Thread.detachNewThread {
                    var (last, changes) = (Data(contents[0]), 0)
                    while changes < 20 {
                        guard let read = FileManager.default.contents(atPath: path),
                            contents.contains(where: { Data($0) == read })
                        else { exit(3) }
                        if read != last { changes += 1 }
                        last = read
                    }
                    kill(getpid(), SIGKILL)
                }
                for round in 0... { try AtomicFile.write(contents[round % 2], to: path) }
            }
            let left = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(contents.contains { Data($0) == left })
        }
    #endif
}
