import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof

/// Tests stores whose values no collector writes. Such a store is an error when the collector starts, or the answer 503
/// while it runs. It never ends the process.
@Suite("Stores with odd values", .timeLimit(.minutes(15)))
struct OddStoreTests {
    /// SQL expressions. `DELETE` removes the row.
    static let values = ["9223372036854775807", "-1", "'text'", "x'00ff'", "NULL", "1.5", "'12'", "DELETE"]

    /// The tables of a store. The rows of `request` are planted with one more value than the store has columns.
    @Test(
        "An odd value never ends the collector",
        arguments: ["session", "request", "sqlite_sequence"])
    func oddValues(table: String) async throws {
        let folder = try TemporaryFolder()
        let good = folder.file("good.sqlite")
        try await Self.fill(good)
        let columns = try await Self.columns(of: table, in: good)
        #expect(!columns.isEmpty)
        var ends: [Int32: Int] = [:]
        for (number, column) in columns.enumerated() {
            for (index, value) in Self.values.enumerated() where value != "DELETE" || number == 0 {
                let store = folder.file("\(table)-\(column)-\(index).sqlite")
                guard try await Self.plant(value, in: column, of: table, good, store) else { continue }
                let status = try await Self.use(store, "\(table).\(column) = \(value)")
                ends[status, default: 0] += 1
            }
        }
        // Some values are noticed at the start, and some later or not at all.
        #expect(Set(ends.keys).isSubset(of: [0, 65]), "\(ends)")
        #expect(ends.values.reduce(0, +) >= columns.count * 3, "\(ends)")
        if table != "request" { #expect(ends[65, default: 0] > 0, "\(ends)") }
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

    private static func columns(of table: String, in store: String) async throws -> [String] {
        let script = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1])
            print(*[column[0] for column in store.execute("SELECT * FROM " + sys.argv[2]).description])
            """
        let program = try Program.python("-c", script, store, table)
        return try await program.run().output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Copies a store and changes a column of the first row, as another program could. Removes the conditions `NOT NULL`.
    ///
    /// - Returns: `false` if SQLite does not allow the value, because the column is the key of its table.
    private static func plant(
        _ value: String, in column: String, of table: String, _ good: String, _ store: String
    ) async throws -> Bool {
        let script = """
            import shutil, sqlite3, sys
            good, path, table, column, value = sys.argv[1:]
            shutil.copy(good, path)
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
            except sqlite3.IntegrityError:
                sys.exit(3)
            store.commit()
            """
        let outcome = try await Program.python("-c", script, good, store, table, column, value).run()
        #expect(outcome.errors == "")
        return outcome.status == 0
    }

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

    @Test func theMessageNamesTheColumn() async throws {
        let folder = try TemporaryFolder()
        let store = folder.file("s.sqlite")
        try await Self.fill(store)
        try await change(store: store, "UPDATE session SET nextSequence = 9223372036854775807")
        let outcome = try await Program.trackproof("collect", "--port", "0", "--no-token", "--store", store).run()
        #expect(outcome.status == 65)
        #expect(
            outcome.errors
                == "trackproof: \(store): is damaged: unexpected value in the column `nextSequence`\n")
        try await change(
            store: store, "UPDATE session SET nextSequence = 5", "UPDATE request SET firstSequence = -1 WHERE id = 1")
        try await withCollector(store: store) { collector async throws in
            let answer = try await collector.get("events")
            #expect(answer.status == 503)
            #expect(answer.text == #"{"error":"unexpected value in the column `firstSequence`"}"#)
            #expect(try await collector.track("still stored").status == 200)
        }
    }
}
