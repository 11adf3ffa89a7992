import Foundation
import Subprocess
import TestPrograms
import TestSupport
import Testing
import Trackproof

/// Tests of stores that fail. Each test starts collectors, and writes large events.
@Suite("A store that fails", .timeLimit(.minutes(15)))
struct FailingStoreTests {
    private let folder: TemporaryFolder
    private var store: String { folder.file("s.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test func aStoreThatCannotGrowRefusesEventsAndRecovers() async throws {
        // Sets only the soft limit, so the test can raise it again. The unit is a block of 512 bytes.
        let script = #"ulimit -S -f 1000; exec "$@""#
        let (_, outcome) = try await withCollector(
            store: store, program: { .shell(script, [Products.command] + $0) }
        ) { collector async throws in
            var kept: [String] = []
            var refused: HTTP.Reply?
            while refused == nil, kept.count < 100 {
                let name = "event \(kept.count)"
                let reply = try await collector.track(name, size: 40_000)
                if reply.status == 200 { kept.append(name) } else { refused = reply }
            }
            #expect(kept.count > 1)
            #expect(refused?.status == 503)
            #expect(refused?.retryAfter == "1")
            #expect(
                refused?.text
                    == #"{"error":"the request could not be stored: disk I/O error"}"#)
            // The collector answers requests that need no space, and has stored all events that it acknowledged.
            #expect(try await collector.get("health").status == 200)
            #expect(try await collector.export().map(\.event.name) == kept)

            let raise = "import resource, sys; resource.prlimit(int(sys.argv[1]), resource.RLIMIT_FSIZE, (-1, -1))"
            #expect(try await Program.python("-c", raise, "\(collector.process)").run().errors == "")
            let last = "event \(kept.count)"
            #expect(try await collector.track(last, size: 40_000).status == 200)
            let events = try await collector.export()
            #expect(events.map(\.event.name) == kept + [last])
            #expect(events.map(\.sequence) == events.indices.map { Int64($0 + 1) })
            #expect(try await collector.retries() == [])
        }
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func aLockedStoreRefusesEventsAndStillAnswersReads() async throws {
        let (_, outcome) = try await withCollector(store: store) { [store] collector async throws in
            #expect(try await collector.track("before").status == 200)
            let planned = try await collector.post("failures", #"{"status":418,"stored":true}"#)
            #expect(planned.status == 204)
            let locker = try Program.python("-c", Self.lockScript, store)
            let ended = try await locker.run { _ in
                let refused = try await collector.track("during")
                #expect(refused.status == 503)
                #expect(refused.retryAfter == "1")
                #expect(
                    refused.text
                        == #"{"error":"the request could not be stored: database is locked"}"#)
                // The lock does not delay requests that only read.
                #expect(try await collector.get("health").status == 200)
                #expect(try await collector.export().map(\.event.name) == ["before"])
                let session = try await collector.post("sessions", "{}")
                #expect(session.status == 503)
            }
            #expect(ended.outcome.status == 0, "\(ended.outcome.errors)")
            // The planned failure applies to this request, because it is the next request that the collector stores.
            #expect(try await collector.track("during").status == 418)
            #expect(try await collector.export().map(\.event.name) == ["before", "during"])
            #expect(try await collector.export().map(\.sequence) == [1, 2])
            #expect(try await collector.retries() == [])
        }
        #expect(outcome.status == 0)
    }

    @Test(arguments: [
        ("s.sqlite", "deleted", "the store"), ("s.sqlite", "replaced", "the store"), ("s.sqlite", "cut", "the store"),
        ("s.sqlite-wal", "deleted", "the store's log"), ("s.sqlite-lock", "deleted", "the store's lock"),
        ("s.sqlite-lock", "replaced", "the store's lock"),
    ])
    func eventsAreRefusedAfterAFileOfTheStoreChanges(file: String, change: String, name: String) async throws {
        let path = folder.file(file)
        let (_, outcome) = try await withCollector(store: store) { [store, folder] collector async throws in
            #expect(try await collector.track("before").status == 200)
            // A checkpoint writes the log to the store's file, so this file grows.
            let grow = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA wal_checkpoint')"
            #expect(try await Program.python("-c", grow, store).run().errors == "")
            #expect(try await collector.track("still").status == 200)
            switch change {
            case "cut": try #require(truncate(path, 4_096) == 0)
            case "replaced":
                // The old file still exists, so the new file cannot get its inode number.
                try FileManager.default.moveItem(atPath: path, toPath: path + "-old")
                try folder.write("", to: file)
            default: try FileManager.default.removeItem(atPath: path)
            }
            for _ in 0..<2 {
                let refused = try await collector.track("after")
                #expect(refused.status == 503)
                if change != "cut" {
                    #expect(
                        refused.text == """
                            {"error":"the request could not be stored: \(name) was \(change) while a collector had it \
                            open; restart the collector"}
                            """)
                }
            }
        }
        #expect(outcome.errors.contains("the request could not be stored"), "\(outcome.errors)")
    }

    /// Tests a log that another program cuts short. The event after the cut makes the log longer than before.
    @Test(arguments: [0, 1, 100, 4_000, 10_000])
    func eventsAreRefusedAfterTheLogIsTruncated(length: Int) async throws {
        let (_, outcome) = try await withCollector(store: store) { [store] collector async throws in
            for number in 1...5 { #expect(try await collector.track("event \(number)").status == 200) }
            try #require(truncate(store + "-wal", off_t(length)) == 0)
            for _ in 0..<2 {
                let refused = try await collector.track("after", size: 100_000)
                #expect(refused.status == 503)
                #expect(
                    refused.text == """
                        {"error":"the request could not be stored: the store's log was truncated while a collector had \
                        it open; restart the collector"}
                        """)
            }
            #expect(try await collector.post("sessions", "{}").status == 503)
        }
        #expect(outcome.errors.contains("the request could not be stored"), "\(outcome.errors)")
    }

    /// Tests a log that begins anew after a checkpoint, and is then cut short in its first transaction.
    ///
    /// If SQLite merged the rest of this log into the file, the file would be damaged.
    @Test func aTruncatedLogDoesNotDamageTheStore() async throws {
        var kept = 0
        let (count, outcome) = try await withCollector(store: store, ["--keep-megabytes", "8"]) {
            [store] collector async throws in
            var salt: Data?
            var count = 0
            while count < 100 {
                #expect(try await collector.track("event \(count)", size: 100_000).status == 200)
                count += 1
                let header = try #require(try FileHandle(forReadingAtPath: store + "-wal")?.read(upToCount: 24))
                defer { salt = header[16...] }
                if let salt, salt != header[16...] { break }
            }
            #expect(try await collector.track("last").status == 200)
            // A header of the log, and two pages with their headers.
            try #require(truncate(store + "-wal", 32 + 2 * (24 + 4_096)) == 0)
            return count
        }
        kept = count - 1
        #expect(outcome.status == 74)
        #expect(
            outcome.errors.hasSuffix(
                """
                trackproof: \(store): the store's log was truncated while a collector had it open; requests are lost; the \
                next start keeps the requests that are left

                """), "\(outcome.errors)")
        try await withCollector(store: store) { [kept] collector async throws in
            #expect(try await collector.export().map(\.event.name) == (0..<kept).map { "event \($0)" })
            #expect(try await collector.track("after").status == 200)
        }
    }

    /// A script that locks the store's file until the script's input ends.
    private static let lockScript = """
        import sqlite3, sys
        connection = sqlite3.connect(sys.argv[1], isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        print("locked", flush=True)
        sys.stdin.read()
        """
}

extension RunningCollector {
    /// Tracks an event. The id of the event is the same text as its name.
    ///
    /// The request is one of RudderStack, because Segment refuses large events.
    ///
    /// - Parameter size: The number of additional letters, at most 400,000.
    func track(_ name: String, size: Int = 0) async throws -> HTTP.Reply {
        let text = randomLetters.prefix(size)
        return try await HTTP.post(
            address + "/v1/track",
            #"{"type":"track","channel":"mobile","event":"\#(name)","userId":"u","messageId":"\#(name)","#
                + #""properties":{"text":"\#(text)"}}"#
        )
    }
}

/// Random letters. Compression makes them only a quarter shorter, so they fill the store quickly.
private let randomLetters: String = {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    return String(decoding: (0..<400_000).map { _ in letters[Int.random(in: 0..<64)] }, as: UTF8.self)
}()
