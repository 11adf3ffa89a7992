import Foundation
import Testing

/// Tests that run the commands of `docs/ArchivesOnSpark.md` word for word on two cores of this machine.
@Suite("docs/ArchivesOnSpark.md", .timeLimit(.minutes(15)))
struct SparkArticleTests {
    private static let blocks = ArticleBlocks(page: "docs/ArchivesOnSpark.md")

    @Test func theCommandsWork() async throws {
        let place = try ArchiveSamples.workplace()
        try place.write(try #require(Self.blocks["yaml"].first), to: "Tracking/rows.yaml")
        let calls = (1...30).map { day in
            ArchiveSamples.call(day, "3.\(day % 4).0", "iOS", currency: day == 7 ? "null" : #""EUR""#)
        }
        try place.write(calls.joined(), to: "archive/calls.ndjson")
        // Spark stores the databases of Hive's catalogue in the current folder.
        try place.write(
            """
            CREATE DATABASE analytics;
            CREATE TEMP VIEW lines USING text OPTIONS (path '\(place.path)/archive');
            CREATE TABLE analytics.calls USING parquet AS
            SELECT value, substr(get_json_object(value, '$.timestamp'), 1, 10) AS day FROM lines;
            CREATE TABLE analytics.rows USING parquet AS
            SELECT 'purchase' AS event, '3.1.0' AS app_version, get_json_object(value, '$.properties') AS payload FROM lines;
            """, to: "make.sql")
        var environment = try SparkInstallation.spark4.environment()
        environment["SPARK_SUBMIT_OPTS", default: ""] += " -Dspark.master=local[2]"
        let made = try await place.shell("$SPARK_HOME/bin/spark-sql -f make.sql", environment: environment)
        try #require(made.status == 0, "\(made.errors)")
        #expect(Self.blocks["sh"].count == 5)
        for block in Self.blocks["sh"] {
            let outcome = try await place.shell(block, environment: environment)
            #expect(outcome.status == 1, "\(block)\(outcome.errors)")
            let events = block.contains("2026-11-02") ? "28 of 29 events" : "29 of 30 events"
            #expect(outcome.output.hasPrefix("1 error; \(events) as planned\n"), "\(block)\(outcome.output)")
            #expect(outcome.output.contains("error: purchase: currency (null)"))
        }
    }
}
