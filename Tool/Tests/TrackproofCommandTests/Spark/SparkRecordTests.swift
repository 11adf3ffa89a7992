import Foundation
import Testing

/// Tests of records that Spark itself reads: text files at URLs, tables and queries.
@Suite("trackproof plan audit --engine spark, records", .serialized, .timeLimit(.minutes(15)))
struct SparkRecordTests {
    private static func place() throws -> Workplace {
        let place = try Workplace()
        try place.write(HostileArchive.plan, to: "Tracking/plan.yaml")
        for number in 1...2 {
            try place.write(HostileArchive.bytes + Data("\n \t\r\n".utf8), to: "archive/\(number).ndjson")
        }
        return place
    }

    private static func check(_ input: String, _ options: String = "") -> String {
        "trackproof plan audit --engine spark --master 'local[2]' --layout segment \(input) \(options)"
    }

    @Test(arguments: SparkInstallation.allCases)
    func textAtURLsGivesTheReportOfOneMachine(spark: SparkInstallation) async throws {
        let place = try Self.place()
        let whole = try await place.shell("trackproof plan audit archive --layout segment --no-places")
        #expect(whole.status == 1 && whole.output.contains("unreadable"))
        let outcome = try await place.shell(
            Self.check("'file://\(place.path)/archive/1.*' 'file://\(place.path)/archive/2.ndjson'"),
            environment: spark.environment())
        #expect(outcome.output == whole.output, "\(outcome.errors)")
    }

    /// Tests records in Parquet files. The catalogue (`hive` or `in-memory`) decides in which format Spark sends rows
    /// to the checker.
    @Test func parquetGivesTheReportOfOneMachine() async throws {
        let place = try Self.place()
        let whole = try await place.shell("trackproof plan audit archive --layout segment --no-places")
        try place.write(
            """
            CREATE TEMP VIEW lines USING text OPTIONS (path '\(place.path)/archive', lineSep '\\n');
            INSERT OVERWRITE DIRECTORY '\(place.path)/records' USING parquet
            SELECT value FROM lines WHERE value RLIKE '[^ \\t\\r]';
            """, to: "make.sql")
        let made = try await place.shell(
            "$SPARK_HOME/bin/spark-sql --master 'local[2]' --conf spark.sql.catalogImplementation=in-memory -f make.sql",
            environment: SparkInstallation.spark4.environment())
        try #require(made.status == 0, "\(made.errors)")
        for spark in SparkInstallation.allCases {
            for catalogue in ["hive", "in-memory"] {
                let outcome = try await place.shell(
                    Self.check(
                        "--query 'SELECT value FROM parquet.`\(place.path)/records` -- a comment'",
                        "--spark-conf spark.sql.catalogImplementation=\(catalogue)"), environment: spark.environment())
                #expect(outcome.output == whole.output, "\(spark), \(catalogue): \(outcome.errors)")
                _ = try await place.shell("rm -rf metastore_db spark-warehouse derby.log")
            }
        }
    }

    @Test func aTableWithColumnsIsChecked() async throws {
        let place = try Workplace()
        try place.write(
            "plan: 1\nevents:\n  seen: {parameters: {n: {type: integer, maximum: 3}, t: {type: string}}}\n",
            to: "Tracking/plan.yaml")
        try place.write("layout: 1\nevent: name\nversion: app\nform: columns\n", to: "layout.yaml")
        try place.write(
            """
            CREATE TABLE seen USING parquet AS
            SELECT 'seen' AS name, '1.2' AS app, id AS n, IF(id = 1, NULL, concat('a\\nb\\tc', char(0))) AS t FROM range(5);
            """, to: "make.sql")
        let outcome = try await place.shell(
            """
            $SPARK_HOME/bin/spark-sql --master 'local[2]' -f make.sql
            trackproof plan audit --engine spark --master 'local[2]' --table seen --layout layout.yaml
            """, environment: SparkInstallation.spark4.environment())
        #expect(
            outcome.output == """
                2 errors; 3 of 5 events as planned

                error: seen: n (range)
                  expected a number that is at most 3
                  found    4
                  in 1 event (20.0 %)
                  plan: Tracking/plan.yaml:3:26

                error: seen: t (null)
                  expected a string
                  found    null
                  in 1 event (20.0 %)
                  plan: Tracking/plan.yaml:3:58

                100 % of the plan was seen (3 of 3)
                  events      1 of 1  100 %
                  parameters  2 of 2  100 %

                """, "\(outcome.errors)")
    }

    @Test func wrongOptionsAreErrors() async throws {
        let place = try Self.place()
        let cases = [
            ("--master yarn archive", "--master needs --engine spark."),
            ("--table events", "--table needs --engine spark."),
            ("--engine spark", "Name an archive, or - for standard input."),
            ("--engine spark -", "--engine spark cannot read standard input."),
            ("--engine spark archive s3a://bucket/x --layout segment", "Give paths or URLs, not both."),
            ("--engine spark archive --table t --layout segment", "Give files, or --table or --query, not both."),
            ("--engine spark --query q --table t --layout segment", "Give --table or --query, not both."),
            (
                "--engine spark s3a://bucket/x --layout segment --resume s",
                "--resume needs files. It does not work with URLs or tables."
            ),
            (
                "--engine spark s3a://bucket/x",
                "URLs and tables need --layout with a layout other than auto and recording."
            ),
            ("--engine spark archive --jobs 3", "--engine spark cannot be combined with --partial or --jobs."),
            ("--engine spark archive --spark-conf x", "--spark-conf x: expected NAME=VALUE."),
        ]
        for (arguments, message) in cases {
            let outcome = try await place.shell("trackproof plan audit \(arguments)")
            #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(message)\n"), "\(outcome.errors)")
        }
        let url = try await place.trackproof("plan", "audit", "s3a://bucket/x", "--layout", "segment")
        #expect(url.status == 64)
        let advice = "pipe its content into `plan audit -`, or use --engine spark"
        #expect(url.errors == "trackproof: s3a://bucket/x: this is a URL: \(advice)\n")
        let missing = try await place.trackproof(
            "plan", "audit", "archive", "--engine", "spark", environment: ["SPARK_HOME": "/none"])
        #expect(missing.status == 127)
        #expect(missing.errors == "trackproof: /none/bin/spark-sql: there is no such program; correct SPARK_HOME\n")
        let none = try await place.shell(
            "PATH=${PATH%%:*}:/usr/bin:/bin; trackproof plan audit archive --engine spark",
            environment: ["SPARK_HOME": ""])
        #expect(none.status == 127)
        #expect(none.errors == "trackproof: spark-sql: command not found; set SPARK_HOME to the folder of Spark\n")
    }
}
