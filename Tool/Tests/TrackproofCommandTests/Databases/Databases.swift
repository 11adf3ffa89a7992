import Foundation
import TestPrograms
import Testing

/// The same tables in DuckDB, ClickHouse and PostgreSQL, and the folder in which a test runs commands on them.
struct Databases {
    let place: Workplace
    private let environment: [String: String]

    /// The PostgreSQL server of all tests. Each test has its own database on this server.
    private static let postgres = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-sql-\(UUID())")
        return try ScriptServer("postgres.sh", [folder.path])
    }

    /// Creates empty databases.
    ///
    /// - Throws: An error if `Tool/setup.sh` has not installed the databases.
    init() async throws {
        place = try Workplace()
        let python = try Products.environment("databases") + "/bin"
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("clickhouse.py")
        try place.write("#!/bin/sh\nexec '\(python)/python3' '\(script.path)' \"$@\"\n", to: "bin/clickhouse")
        environment = [
            "PATH": "\(place.path)/bin:\(Products.searchPath):\(python):/usr/bin:/bin",
            "CLICKHOUSE_FOLDER": place.path + "/clickhouse", "PGHOST": try Self.postgres.get().line,
            "PGUSER": "postgres", "PGDATABASE": "test_\(UUID().uuidString.prefix(8).lowercased())",
        ]
        let outcome = try await shell("chmod +x bin/clickhouse; createdb")
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    /// Runs a shell script that finds the programs of the databases in its `PATH`.
    func shell(_ script: String) async throws -> Outcome {
        try await place.shell(script, environment: environment)
    }

    /// The records that a database can store: texts in UTF-8 without the character U+0000.
    static var calls: Data {
        let lines = HostileArchive.records.map(\.bytes).filter {
            !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil
        }
        return Data(lines.flatMap { $0 + [0x0A] })
    }

    /// Fills the table `calls` with ``calls``, with a row without an event, and with the record `last`.
    func load(last: String) async throws {
        try place.write(Self.calls, to: "lines.ndjson")
        try place.write(last, to: "last.json")
        try await load(
            duckdb: """
                CREATE TABLE calls AS SELECT call FROM (
                    SELECT unnest(string_split(content, chr(10))) AS call FROM read_text('lines.ndjson')) WHERE call <> '';
                INSERT INTO calls VALUES (NULL);
                INSERT INTO calls SELECT content FROM read_text('last.json');
                COPY (FROM calls LIMIT 30) TO 'calls/1.parquet';
                COPY (FROM calls OFFSET 30) TO 'calls/2.parquet';
                """,
            clickhouse: """
                CREATE TABLE calls ENGINE = MergeTree ORDER BY tuple() AS
                SELECT arrayJoin(arrayFilter(line -> line <> '', splitByChar('\\n', raw_blob)))::Nullable(String) AS call
                FROM file('\(place.path)/lines.ndjson', RawBLOB, 'raw_blob String')
                UNION ALL SELECT NULL
                UNION ALL SELECT raw_blob FROM file('\(place.path)/last.json', RawBLOB, 'raw_blob String')
                """,
            postgres: """
                CREATE TABLE calls AS
                SELECT unnest(string_to_array(rtrim(:'lines', E'\\n'), E'\\n')) AS call
                UNION ALL SELECT NULL UNION ALL SELECT :'last'
                """)
    }

    /// Fills the table `rows` with the objects in `rows.ndjson`.
    func loadRows() async throws {
        try await load(
            duckdb: """
                CREATE TABLE rows AS
                SELECT event, app_version, sent_at::TIMESTAMPTZ AS sent_at, payload
                FROM read_ndjson('rows.ndjson', columns = {
                    event: 'VARCHAR', app_version: 'VARCHAR', sent_at: 'VARCHAR', payload: 'JSON'})
                """,
            clickhouse: """
                CREATE TABLE rows ENGINE = MergeTree ORDER BY event AS
                SELECT event, app_version, parseDateTime64BestEffort(sent_at, 3, 'UTC') AS sent_at,
                    JSONExtractRaw(line, 'payload') AS payload
                FROM (SELECT line, JSONExtractString(line, 'event') AS event,
                    JSONExtractString(line, 'app_version') AS app_version,
                    JSONExtractString(line, 'sent_at') AS sent_at
                    FROM file('\(place.path)/rows.ndjson', LineAsString, 'line String'))
                """,
            postgres: """
                CREATE TABLE rows AS
                SELECT line->>'event' AS event, line->>'app_version' AS app_version,
                    (line->>'sent_at')::timestamptz AS sent_at, line->'payload' AS payload
                FROM (SELECT unnest(string_to_array(rtrim(:'rows', E'\\n'), E'\\n'))::json AS line) AS lines
                """)
    }

    private func load(duckdb: String, clickhouse: String, postgres: String) async throws {
        try place.write(duckdb, to: "duckdb.sql")
        try place.write(clickhouse, to: "clickhouse.sql")
        try place.write(postgres + ";\n", to: "postgres.sql")
        let outcome = try await shell(
            """
            set -e
            mkdir calls
            duckdb events.duckdb <duckdb.sql
            clickhouse client --query "$(cat clickhouse.sql)"
            for name in lines.ndjson last.json rows.ndjson; do [ -e $name ] || : >$name; done
            psql -X -q -v ON_ERROR_STOP=1 -v lines="$(cat lines.ndjson)" -v last="$(cat last.json)" \\
                -v rows="$(cat rows.ndjson)" -f postgres.sql
            """)
        try #require(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
    }
}
