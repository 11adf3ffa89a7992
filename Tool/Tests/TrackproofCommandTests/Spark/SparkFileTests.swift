import Foundation
import Testing

/// Tests of files that Spark distributes to processes on this machine.
@Suite("trackproof plan audit --engine spark, files", .serialized, .timeLimit(.minutes(15)))
struct SparkFileTests {
    /// Makes an archive with all kinds of files.
    ///
    /// The archive has hostile records, compressed and damaged files, arrays, strange names, and a plan in several
    /// files.
    static func place() async throws -> Workplace {
        let place = try Workplace()
        try place.write(HostileArchive.plan, to: "plans/it's one/shop.yaml")
        try place.write(
            "plan: 1\nevents:\n  seen:\n    owner: team\n    parameters:\n      n: {type: integer, maximum: 3}\n",
            to: "plans/it's one/seen.yaml")
        let seen = (0..<40).map { #"{"type":"track","event":"seen","properties":{"n":\#($0)}}"# }
        for name in ["hostile", "it's \"one\" $HOME", "deep/a:1:2", "zipped", "damaged", "none"] {
            try place.write(name == "none" ? Data() : HostileArchive.bytes, to: "archive/\(name).ndjson")
        }
        try place.write("[" + seen.joined(separator: ",\n") + "]", to: "archive/array.json")
        try place.write(seen.joined(separator: "\n"), to: "archive/last line.ndjson")
        let outcome = try await place.shell(
            """
            gzip archive/zipped.ndjson archive/damaged.ndjson archive/none.ndjson
            head -c 2000 archive/damaged.ndjson.gz >cut; mv cut archive/damaged.ndjson.gz
            """)
        try #require(outcome.status == 0)
        return place
    }

    /// Returns a JSON report without the time and the random id of its run.
    static func result(_ name: String, in place: Workplace) throws -> String {
        let text = try place.read(name)
        let sections = try #require(text.firstRange(of: #""sections":"#))
        return String(text[sections.lowerBound...])
    }

    @Test(arguments: SparkInstallation.allCases)
    func theReportIsThatOfOneMachine(spark: SparkInstallation) async throws {
        let place = try await Self.place()
        // The file systems of Apple have no names that are not UTF-8.
        let whole = try await place.shell(
            """
            if [ "$(uname)" = Linux ]; then cp 'archive/last line.ndjson' "archive/$(printf 'caf\\351').ndjson"; fi
            trackproof plan audit archive --plan 'plans/it'\\''s one' --report text --report json=whole.json
            """)
        #expect(whole.output.contains("unreadable records (unreadable)") && whole.status == 1)
        let outcome = try await place.shell(
            """
            trackproof plan audit --engine spark --master 'local[2]' archive --plan 'plans/it'\\''s one' \
                --report text --report json=spark.json --resume state
            """, environment: spark.environment())
        #expect(outcome.output == whole.output, "\(outcome.errors)")
        #expect(outcome.status == 1)
        #expect(try Self.result("spark.json", in: place) == Self.result("whole.json", in: place))
        #expect(try !place.names().contains { $0.contains("metastore") || $0.contains("warehouse") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp").isEmpty)
        // All files are already checked. So the command does not start Spark, and prints the report although
        // `SPARK_HOME` is invalid.
        let again = try await place.shell(
            "trackproof plan audit --engine spark archive --plan 'plans/it'\\''s one' --resume state",
            environment: ["SPARK_HOME": "/none"])
        #expect(again.output == whole.output, "\(again.errors)")
    }

    @Test func aTemporaryFolderThatSparkMisreadsIsAnError() async throws {
        let place = try Workplace()
        try place.write("plan: 1\nevents: {seen: {}}\n", to: "Tracking/plan.yaml")
        try place.write("{\"name\":\"seen\"}\n", to: "a.ndjson")
        for name in ["x[1]", "v:v", "c,d", "q?"] {
            try FileManager.default.createDirectory(atPath: "\(place.path)/\(name)", withIntermediateDirectories: true)
            let outcome = try await place.shell(
                "trackproof plan audit a.ndjson --engine spark", environment: ["TMPDIR": "\(place.path)/\(name)"])
            #expect(outcome.status == 73)
            #expect(
                outcome.errors.contains(
                    "Spark does not accept this path; set TMPDIR to a path without ,#:?*[]{}\\"), "\(outcome.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/\(name)").isEmpty)
        }
    }

    @Test func aLayoutOfOnesOwnIsCopiedToTheWorkers() async throws {
        let place = try Workplace()
        try place.write("plan: 1\nevents:\n  seen: {parameters: {n: {type: integer, maximum: 3}}}\n", to: "plan.yaml")
        try place.write("layout: 1\nevent: name\nparameters: data\n", to: "my layout.yaml")
        try place.write("{\"name\":\"seen\",\"data\":{\"n\":4}}\n", to: "a.ndjson")
        let check = "trackproof plan audit a.ndjson --plan plan.yaml --layout 'my layout.yaml' --platform ios"
        let whole = try await place.shell(check)
        let outcome = try await place.shell(
            check + " --engine spark --master 'local[1]'", environment: SparkInstallation.spark4.environment())
        #expect(whole.output.contains("in 1 event (100 %)"))
        #expect(outcome.output == whole.output, "\(outcome.errors)")
    }
}
