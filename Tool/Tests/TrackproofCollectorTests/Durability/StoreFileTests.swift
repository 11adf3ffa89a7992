import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof

@Suite("The store's file", .timeLimit(.minutes(15)))
struct StoreFileTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("s.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func collect(_ file: String? = nil) async throws -> Outcome {
        try await Program.trackproof("collect", "--port", "0", "--store", file ?? store).run()
    }

    @Test func aStoreIsOpenInOneCollectorAtATime() async throws {
        try await withCollector(store: store) { [store] collector async throws in
            let second = try await collect()
            #expect(second.status == 73)
            #expect(second.output == "")
            #expect(second.errors == "trackproof: \(store): another collector is using this store\n")
            #expect(try await collector.track("still here").status == 200)
        }
        // The first collector has ended, so a new collector can open the store. The new collector reports that the
        // store has a request.
        let (_, outcome) = try await withCollector(store: store) { collector async throws in
            #expect(try await collector.export().map(\.event.name) == ["still here"])
        }
        #expect(
            outcome.errors == "trackproof: \(store): has 1 earlier request; "
                + "POST /trackproof/v1/reset empties the default session\n")
    }

    @Test(arguments: ["no SQLite file, but some text that is longer than a header of SQLite's would be", "short"])
    func aFileThatIsNotSQLiteIsRefusedUnchanged(text: String) async throws {
        try folder.write(text, to: "s.sqlite")
        let outcome = try await collect()
        #expect(outcome.status == 65)
        #expect(outcome.errors == "trackproof: \(store): is not an SQLite file\n")
        #expect(try folder.bytes(of: "s.sqlite") == Data(text.utf8))
        #expect(try folder.names() == ["s.sqlite"])
    }

    @Test func anSQLiteFileOfAnotherProgramIsRefusedUnchanged() async throws {
        try await change(store: store, "CREATE TABLE note (text)", "INSERT INTO note VALUES ('mine')")
        let before = try folder.bytes(of: "s.sqlite")
        let outcome = try await collect()
        #expect(outcome.status == 65)
        #expect(outcome.errors == "trackproof: \(store): is an SQLite file, but not a Trackproof store\n")
        #expect(try folder.bytes(of: "s.sqlite") == before)
        #expect(try folder.names() == ["s.sqlite"])
    }

    /// Tests a trigger of another program that removes what the collector stores.
    @Test func aStoreWithATriggerIsRefusedUnchanged() async throws {
        try await withCollector(store: store) { _ async throws in }
        try await change(
            store: store, "CREATE TRIGGER eraser AFTER INSERT ON request BEGIN DELETE FROM request; END")
        let before = try folder.bytes(of: "s.sqlite")
        let outcome = try await collect()
        #expect(outcome.status == 65)
        #expect(outcome.errors == "trackproof: \(store): has a trigger, which is not part of a store\n")
        #expect(try folder.bytes(of: "s.sqlite") == before)
    }

    /// Tests stores that another program changed, so that the collector cannot read or write its columns.
    @Test(arguments: [
        ("ALTER TABLE request DROP COLUMN bodySize", "lacks the column bodySize of the table request"),
        ("ALTER TABLE session RENAME COLUMN name TO label", "lacks the column name of the table session"),
        ("ALTER TABLE session RENAME TO sessions", "lacks the table session"),
    ])
    func aStoreWithoutAColumnIsRefusedUnchanged(statement: String, message: String) async throws {
        try await withCollector(store: store) { collector async throws in
            #expect(try await collector.track("mine").status == 200)
        }
        try await change(store: store, statement)
        let before = try folder.bytes(of: "s.sqlite")
        let outcome = try await collect()
        #expect(outcome.status == 65)
        #expect(outcome.errors == "trackproof: \(store): \(message)\n")
        #expect(try folder.bytes(of: "s.sqlite") == before)
    }

    /// Tests files that are not regular. The collector must not wait for the other end of a pipe.
    @Test(arguments: ["pipe", "folder", "device", "socket", "link"])
    func onlyARegularFileIsAStore(kind: String) async throws {
        let make = """
            import os, socket, sys
            kind, path = sys.argv[1:]
            os.chdir(os.path.dirname(path))
            if kind == "pipe": os.mkfifo(path)
            if kind == "folder": os.mkdir(path)
            if kind == "socket": socket.socket(socket.AF_UNIX).bind(os.path.basename(path))
            if kind == "device": os.symlink("/dev/zero", path)
            if kind == "link":
                os.mkfifo("target")
                os.symlink("target", path)
            """
        #expect(try await Program.python("-c", make, kind, store).run().errors == "")
        let names = try folder.names()
        let outcome = try await collect()
        #expect(outcome.status == 73)
        #expect(outcome.errors == "trackproof: \(store): cannot be opened: it is not a regular file\n")
        #expect(try folder.names() == names)
    }

    /// Tests the files that SQLite and the collector use beside the store.
    @Test(arguments: ["-journal", "-wal", "-shm", "-lock"])
    func theFilesBesideTheStoreMustBeRegular(ending: String) async throws {
        try await withCollector(store: store) { _ async throws in }
        #expect(mkfifo(store + ending, 0o600) == 0)
        let outcome = try await collect()
        #expect(outcome.status == 73)
        #expect(
            outcome.errors == "trackproof: \(store): cannot be opened: \(store)\(ending): it is not a regular file\n")
    }

    @Test func aMissingFolderIsReported() async throws {
        let outcome = try await collect(folder.file("none/s.sqlite"))
        #expect(outcome.status == 73)
        #expect(
            outcome.errors
                == "trackproof: \(folder.file("none/s.sqlite")): cannot be opened: No such file or directory\n")
    }

    @Test func theOldestEventsAreRemovedFirst() async throws {
        try await withCollector(store: store, ["--keep-events", "3"]) { collector async throws in
            for number in 1...5 { #expect(try await collector.track("event \(number)").status == 200) }
            #expect(try await collector.export().map(\.event.name) == ["event 3", "event 4", "event 5"])
            // The events keep their sequence numbers.
            #expect(try await collector.export().map(\.sequence) == [3, 4, 5])
            // Event 5 is still stored, so it counts as a retry. Event 1 was removed, so it counts as a new event.
            #expect(try await collector.track("event 5").status == 200)
            #expect(try await collector.retries() == ["event 5"])
            #expect(try await collector.track("event 1").status == 200)
            // The retry of event 5 counts toward the limit, so it displaced event 3. Event 1 then displaced the retry.
            #expect(try await collector.export().map(\.event.name) == ["event 4", "event 5", "event 1"])
            #expect(try await collector.retries() == [])
        }
        try await withCollector(store: store, ["--keep-events", "3"]) { collector async throws in
            #expect(try await collector.track("event 6").status == 200)
            #expect(try await collector.export().map(\.event.name) == ["event 5", "event 1", "event 6"])
            #expect(try await collector.export().map(\.sequence) == [5, 6, 7])
        }
    }

    @Test func rejectedRequestsCountTowardTheEventLimit() async throws {
        try await withCollector(store: store, ["--keep-events", "3"]) { collector async throws in
            for _ in 1...9 { #expect(try await HTTP.post(collector.address + "/v1/track", "{").status == 400) }
            #expect(try await collector.rejections().count == 3)
            #expect(
                try await collector.get("health").text.hasPrefix(
                    #"{"status":"ok","requests":3,"events":0,"rejected":3,"#))
        }
    }

    @Test func eventsRejectedByAPlannedFailureDoNotCountTowardTheLimit() async throws {
        try await withCollector(store: store, ["--keep-events", "4"]) { collector async throws in
            #expect(try await collector.post("failures", #"{"reject":1,"count":30}"#).status == 204)
            let items = (1...3).map { #"{"type":"track","event":"event \#($0)","userId":"u"}"# }
            let body = #"{"batch":[\#(items.joined(separator: ","))]}"#
            for _ in 1...30 { #expect(try await HTTP.post(collector.address + "/v1/batch", body).status == 200) }
            #expect(try await collector.export().map(\.event.name) == ["event 2", "event 3", "event 2", "event 3"])
        }
    }

    @Test func theSizeLimitRemovesTheOldestEvents() async throws {
        try await withCollector(store: store, ["--keep-megabytes", "1"]) { collector async throws in
            for number in 1...5 { #expect(try await collector.track("event \(number)", size: 400_000).status == 200) }
            #expect(try await collector.export().map(\.event.name) == ["event 4", "event 5"])
        }
    }

    /// Tests that the store compresses a body that arrived uncompressed, and returns it unchanged.
    @Test func bodiesAreStoredCompressed() async throws {
        let text = String(repeating: "0123456789", count: 20_000)
        let body = #"{"type":"track","channel":"mobile","event":"long","userId":"u","properties":{"text":"\#(text)"}}"#
        try await withCollector(store: store) { collector async throws in
            for _ in 1...10 { #expect(try await HTTP.post(collector.address + "/v1/track", body).status == 200) }
            let texts = try await collector.export().map { $0.event.parameters["text"]?.string }
            #expect(texts == Array(repeating: text, count: 10))
            #expect(try await collector.get("requests/1").text.contains(text))
        }
        let size = try FileManager.default.attributesOfItem(atPath: store)[.size] as? Int ?? 0
        #expect(size < body.utf8.count)
    }

    /// Tests that the store and its log together stay near the size limit.
    @Test func theSizeLimitIncludesTheStoresLog() async throws {
        try await withCollector(store: store, ["--keep-megabytes", "8"]) { [store] collector async throws in
            var largestSize = 0
            for number in 1...200 {
                #expect(try await collector.track("event \(number)", size: 300_000).status == 200)
                let sizes = try ["", "-wal"].map { suffix in
                    try FileManager.default.attributesOfItem(atPath: store + suffix)[.size] as? Int ?? 0
                }
                largestSize = max(largestSize, sizes.reduce(0, +))
            }
            #expect(largestSize < 9_000_000)
        }
    }

    @Test func expiredEventsAreRemovedEvenIfTheClockWentBack() async throws {
        let names = ["future", "old", "older", "fresh"]
        try await withCollector(store: store) { collector async throws in
            for name in names { #expect(try await collector.track(name).status == 200) }
        }
        for (request, days) in [(1, 30), (2, -2), (3, -3)] {
            try await change(
                store: store,
                "UPDATE request SET received = received + \(days) * 86400000 WHERE id = \(request)")
        }
        try await withCollector(store: store, ["--keep-days", "1"]) { collector async throws in
            // The collector removes events at its start, while it already answers requests.
            while try await collector.export().count != 2 {}
            #expect(try await collector.export().map(\.event.name) == ["future", "fresh"])
        }
        try await change(store: store, "UPDATE request SET received = 0")
        try await withCollector(store: store, ["--keep-days", "1"]) { collector async throws in
            while try await !collector.export().isEmpty {}
            #expect(
                try await collector.get("health").text.hasPrefix(
                    #"{"status":"ok","requests":0,"events":0,"rejected":0,"#))
        }
        try await withCollector(store: store) { collector async throws in
            // An event with the id of a removed event counts as new. The sequence numbers continue.
            #expect(try await collector.track("old").status == 200)
            #expect(try await collector.export().map(\.sequence) == [5])
            #expect(try await collector.retries() == [])
        }
    }

    @Test func onlyTheOwnerCanReadTheStoresFiles() async throws {
        try await withCollector(store: store) { [folder] collector async throws in
            #expect(try await collector.track("mine").status == 200)
            for name in try folder.names() {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            }
            #expect(try folder.names() == ["s.sqlite", "s.sqlite-lock", "s.sqlite-shm", "s.sqlite-wal"])
        }
    }

    @Test func aBatchLargerThanTheLimitIsStored() async throws {
        try await withCollector(store: store, ["--keep-events", "3"]) { collector async throws in
            #expect(try await collector.track("before").status == 200)
            let items = (1...4).map { number in
                #"{"type":"track","event":"event \#(number)","userId":"u","messageId":"\#(number)"}"#
            }
            let reply = try await HTTP.post(
                collector.address + "/v1/batch", #"{"batch":[\#(items.joined(separator: ","))]}"#)
            #expect(reply.status == 200)
            #expect(try await collector.export().map(\.id) == ["1", "2", "3", "4"])
        }
    }

    /// Tests stores whose tables or decoders have another version.
    @Test(arguments: [(0, "0.0"), (1 << 16 | 1, "1.1"), (1 << 16 | 2, "1.2"), (2 << 16 | 3, "2.3"), (-1, "-1.65535")])
    func aStoreOfAnotherVersionIsRefusedUnchanged(version: Int, text: String) async throws {
        try await withCollector(store: store) { collector async throws in
            #expect(try await collector.track("mine").status == 200)
        }
        try await change(store: store, "PRAGMA user_version = \(version)")
        let before = try folder.bytes(of: "s.sqlite")
        let outcome = try await collect()
        #expect(outcome.status == 65)
        #expect(
            outcome.errors
                == "trackproof: \(store): is a store of version \(text), but this collector uses version 1.4; "
                + "delete the file, or name another file\n")
        #expect(try folder.bytes(of: "s.sqlite") == before)
    }

    /// Tests a symbolic link that exists before the store to which it points.
    @Test func aSymbolicLinkToAMissingStoreCreatesTheStore() async throws {
        let link = folder.file("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "s.sqlite")
        try await withCollector(store: link) { [folder, store] collector async throws in
            #expect(try await collector.track("mine").status == 200)
            #expect(
                try folder.names() == ["link.sqlite", "s.sqlite", "s.sqlite-lock", "s.sqlite-shm", "s.sqlite-wal"])
            let attributes = try FileManager.default.attributesOfItem(atPath: store)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let second = try await collect()
            #expect(second.status == 73)
            #expect(second.errors == "trackproof: \(store): another collector is using this store\n")
        }
    }

    @Test func aHardLinkIsRefused() async throws {
        let other = folder.file("other.sqlite")
        try await withCollector(store: store) { [store] _ async throws in
            try FileManager.default.linkItem(atPath: store, toPath: other)
            let second = try await collect(other)
            #expect(second.status == 73)
            #expect(
                second.errors == """
                    trackproof: \(other): has more than one hard link; SQLite would damage it

                    """)
        }
    }

    @Test func aSymbolicLinkToAnOpenStoreIsRefused() async throws {
        let other = folder.file("other.sqlite")
        try await withCollector(store: store) { [store] _ async throws in
            try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: store)
            let second = try await collect(other)
            #expect(second.status == 73)
            #expect(second.errors == "trackproof: \(other): another collector is using this store\n")
        }
    }
}
