import Foundation
import TestSupport
import Testing
import Trackproof

/// Tests stores whose values no collector writes. Such a store is an error when the collector starts, or the answer 503
/// while it runs. It never ends the process.
@Suite("Stores with odd values", .timeLimit(.minutes(15)))
struct OddStoreTests {
    /// SQL expressions. `DELETE` removes the row.
    static let values = ["9223372036854775807", "-1", "'text'", "x'00ff'", "NULL", "1.5", "'12'", "DELETE"]

    /// Tests one in 17 of the values that a row can have, and all of them in the deep run.
    @Test func anOddValueNeverEndsTheCollector() async throws {
        let folder = try TemporaryFolder()
        try await Self.fill(folder.file("good.sqlite"))
        let (values, step) = (Self.values.joined(separator: "|"), "\(rounds(17, deep: 1))")
        let planted = try await Program.python("-c", Self.planting, folder.path, values, step).run()
        #expect(planted.errors == "")
        let changes = planted.output.split(separator: "\n").map(String.init)
        #expect(changes.count > rounds(10, deep: 200))
        var ends: [Int32: Int] = [:]
        for (number, change) in changes.enumerated() {
            let status = try await Self.use(folder.file("\(number).sqlite"), "\(change)")
            ends[status, default: 0] += 1
        }
        // Some values are noticed at the start, and some later or not at all.
        #expect(Set(ends.keys) == [0, 65], "\(ends)")
    }

    /// Writes a store with two sessions, and with items of each outcome.
    private static func fill(_ store: String) async throws {
        try await withCollector(store: store) { collector async throws in
            let session = try await collector.openSession("other")
            let event = #"{"type":"track","event":"a","userId":"u","messageId":"1"}"#
            let other = #"{"type":"track","event":"b","userId":"u","messageId":"1"}"#
            for path in ["", "/s/\(session.key)"] {
                let batch = #"{"batch":[\#(event),\#(event),\#(other),{"type":"no"}]}"#
                #expect(try await HTTP.post(collector.address + path + "/v1/batch", batch).status == 200)
                #expect(try await HTTP.post(collector.address + path + "/v1/batch", "{").status == 400)
            }
        }
    }

    /// A script that copies a store and changes a column of the first row of a table, as another program could. It
    /// removes the conditions `NOT NULL`. It prints the changes that SQLite allows, and numbers their stores from 0. Its
    /// last argument is 1 for all changes, or 2 for each second change, and so on.
    private static let planting = """
        import os, shutil, sqlite3, sys
        os.chdir(sys.argv[1])
        def plant(path, table, column, value):
            shutil.copy("good.sqlite", path)
            store = sqlite3.connect(path)
            store.execute("PRAGMA writable_schema = ON")
            store.execute("UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE name = ?", [table])
            store.commit()
            store.close()
            store = sqlite3.connect(path)
            first = "name = 'request'" if table == "sqlite_sequence" else f"rowid = (SELECT min(rowid) FROM {table})"
            change = f"DELETE FROM {table}" if value == "DELETE" else f"UPDATE {table} SET {column} = {value}"
            try:
                store.execute(f"{change} WHERE {first}")
                store.commit()
                return True
            except sqlite3.IntegrityError:
                return False
            finally:
                store.close()
        good = sqlite3.connect("good.sqlite")
        changes = []
        for table in ["session", "request", "sqlite_sequence"]:
            columns = [column[0] for column in good.execute("SELECT * FROM " + table).description]
            for column in columns:
                for value in sys.argv[2].split("|"):
                    if value != "DELETE" or column == columns[0]: changes.append((table, column, value))
        number = 0
        for table, column, value in changes[::int(sys.argv[3])]:
            if plant(f"{number}.sqlite", table, column, value):
                number += 1
                print(f"{table}.{column} = {value}")
        """

    /// Starts a collector with the store, and uses everything that reads the store or writes to it.
    ///
    /// - Returns: The exit status of the collector.
    private static func use(_ store: String, _ change: Comment) async throws -> Int32 {
        do {
            return try await withCollector(store: store) { collector async throws in
                var statuses: Set<Int> = []
                for path in [
                    "health", "metrics", "sessions", "sessions/default", "events?all=true", "events?newest=2",
                    "rejected",
                    "ignored", "retries", "requests", "requests/1", "requests/3",
                ] {
                    statuses.insert(try await collector.get(path).status)
                }
                // An export begins before the collector reads the requests, so its connection can end early.
                do { statuses.insert(try await collector.get("export?all=true").status) } catch {}
                // This answer is endless, so the test reads only its beginning.
                do { for try await _ in try HTTP.pieces(collector.control("stream?newest=9")) { break } } catch {}
                for item in ["1", "new"] {
                    let event = #"{"type":"track","event":"a","userId":"u","messageId":"\#(item)"}"#
                    let batch = #"{"batch":[\#(event)]}"#
                    statuses.insert(try await HTTP.post(collector.address + "/v1/batch", batch).status)
                }
                statuses.insert(try await collector.post("wait", #"{"name":"none","within":0.01}"#).status)
                statuses.insert(try await collector.post("verify", #"{"snapshot":1,"events":[{"name":"a"}]}"#).status)
                statuses.insert(try await collector.post("sessions", "{}").status)
                statuses.insert(try await collector.post("reset", "{}").status)
                // A comparison is refused with 400 if the events have several sources.
                #expect(statuses.isSubset(of: [200, 201, 204, 400, 404, 503]), change)
                #expect(try await collector.get("metrics").status == 200, change)
            }.outcome.status
        } catch let error as EndedTooSoon {
            #expect(
                error.outcome.errors.hasPrefix("trackproof: \(store): is damaged: "),
                "\(change): \(error.outcome.errors)")
            #expect(error.outcome.status == 65, change)
            return error.outcome.status
        }
    }
}
