import Foundation
import Testing

@Suite("trackproof plan audit of archives", .timeLimit(.minutes(15)))
struct ArchiveCheckTests {
    static let plan = """
        plan: 1
        events:
          purchase:
            parameters:
              price: {type: number, minimum: 0, required: true}
              currency: {type: string}

        """

    /// Returns the line of an event as Segment exports it.
    static func call(_ day: Int, _ version: String, _ os: String, currency: String = #""EUR""#) -> String {
        """
        {"type":"track","event":"purchase","messageId":"m","timestamp":"2026-11-\(day < 10 ? "0" : "")\(day)T09:30:00Z",\
        "context":{"app":{"version":"\(version)"},"os":{"name":"\(os)"}},"properties":{"price":1,"currency":\(currency)}}

        """
    }

    static func workplace() throws -> Workplace {
        let place = try Workplace()
        try place.write(plan, to: "Tracking/plan.yaml")
        return place
    }

    private static let calls =
        call(1, "3.9.0", "iOS") + call(2, "3.10.0", "iOS", currency: "null") + call(2, "3.10.0", "Android")
        + call(3, "3.11.0", "Android", currency: "null")

    // MARK: Files

    @Test func filesFoldersAndPatternsAreRead() async throws {
        let place = try Self.workplace()
        for name in ["a/1.ndjson", "a/b/2.ndjson", "a/b/c/3.ndjson", "a/.hidden/4.ndjson", "a/b/.5.ndjson", "x.json"] {
            try place.write(Self.call(1, "1.0", "iOS"), to: name)
        }
        let counts = [
            (["a"], 3), (["a/**/*.ndjson"], 3), (["a/*.ndjson"], 1), (["a/*/*.ndjson"], 1), (["a/**"], 3),
            (["**/*.json"], 1), (["a/b/[23].ndjson", "a/b"], 2), (["a", "a/1.ndjson"], 3), (["a/b/?.ndjson"], 1),
        ]
        for (arguments, count) in counts {
            let outcome = try await place.shell(
                "trackproof plan audit \(arguments.map { "'\($0)'" }.joined(separator: " "))")
            #expect(
                outcome.output == (count == 1 ? "1 event as planned\n" : "\(count) events as planned\n"), "\(arguments)"
            )
        }
    }

    @Test func filesThatDoNotExistAreErrors() async throws {
        let place = try Self.workplace()
        try FileManager.default.createDirectory(atPath: place.path + "/empty", withIntermediateDirectories: true)
        let errors = [
            ("missing.ndjson", "missing.ndjson: cannot open: No such file or directory"),
            ("'*.gz'", "*.gz: no file fits this pattern"), ("empty", "empty: the folder has no files"),
        ]
        for (argument, message) in errors {
            let outcome = try await place.shell("trackproof plan audit \(argument)")
            #expect(outcome.status == 66)
            #expect(outcome.errors == "trackproof: \(message)\n")
        }
    }

    @Test func gzipIsRecognizedByItsContent() async throws {
        let place = try Self.workplace()
        try place.write(Self.calls, to: "a")
        // `b` consists of two gzip files, one after the other, as log rotation appends them.
        let outcome = try await place.shell("gzip -c a >b; gzip -c a >>b; gzip -c a | trackproof plan audit a b -")
        #expect(outcome.output.hasPrefix("1 error; 8 of 16 events as planned\n"), "\(outcome.output)")
    }

    @Test func damagedGzipIsAFinding() async throws {
        let place = try Self.workplace()
        try place.write(String(repeating: Self.call(1, "1.0", "iOS"), count: 2_000), to: "a")
        let outcome = try await place.shell(
            """
            gzip -c a | head -c 300 >cut.gz; : >empty.gz; gzip -c </dev/null >blank.gz
            gzip -c a >full; { head -c $(($(wc -c <full) - 8)) full; printf 'xxxxxxxx'; } >bad.gz
            for name in cut empty blank bad; do echo "$name:"; trackproof plan audit $name.gz; echo "status $?"; done
            """)
        let parts = outcome.output.split(separator: "status ")
        #expect(
            parts[0].contains("found    the gzip data are cut short; the rest of the file was not read"), "\(parts[0])")
        #expect(parts[1].contains("found    the file is empty, so it is not a gzip file"), "\(parts[1])")
        #expect(parts[2].hasPrefix("65\nblank:\n0 events as planned"), "\(parts[2])")
        #expect(parts[3].contains("found    the gzip data are damaged ("), "\(parts[3])")
    }

    @Test func otherCompressionsAreNamed() async throws {
        let place = try Self.workplace()
        try place.write(Data([0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0]), to: "a.zst")
        let outcome = try await place.trackproof("plan", "audit", "a.zst")
        #expect(outcome.status == 65)
        #expect(outcome.output.contains("found    the format of the file is zstd, which trackproof cannot read\n"))
    }

    // MARK: Results

    @Test func aFindingHasItsVersionsPlatformsAndDays() async throws {
        let place = try Self.workplace()
        try place.write(Self.calls, to: "s.ndjson")
        let outcome = try await place.trackproof(
            "plan", "audit", "s.ndjson", "--report", "text", "--report", "json=r.json")
        #expect(outcome.status == 1)
        #expect(
            outcome.output == """
                1 error; 2 of 4 events as planned

                error: purchase: currency (null)
                  expected a string
                  found    null
                  in 2 events (50.0 %): s.ndjson#2 … s.ndjson#4
                  versions 3.10.0 … 3.11.0; most often in 3.11.0: 100 % of its events
                  platforms android (50.0 %), ios (50.0 %)
                  from 2026-11-02T09:30:00.000Z to 2026-11-03T09:30:00.000Z
                  plan: Tracking/plan.yaml:6:17

                """)
        let report = try place.read("r.json")
        #expect(report.contains(#""layouts":["segment"],"resolution":"day""#))
        #expect(report.contains(#""periods":{"2026-11-02":1,"2026-11-03":1}"#))
        // A report that is merged from other reports has the same line.
        let merged = try await place.trackproof("report", "--from", "r.json", "--report", "text")
        #expect(merged.output.contains("versions 3.10.0 … 3.11.0; most often in 3.11.0: 100 % of its events"))
    }

    @Test func sharesWithinALimitDoNotFail() async throws {
        let place = try Self.workplace()
        try place.write(Self.calls, to: "s.ndjson")
        for (limit, status) in [("null=50%", 0), ("null=0.5", 0), ("null=49.9%", 1), ("missing=100%", 1)] {
            #expect(
                try await place.trackproof("plan", "audit", "s.ndjson", "--max-share", limit).status == status,
                "\(limit)")
        }
        let stricter = try await place.trackproof(
            "plan", "audit", "s.ndjson", "--max-share", "purchase:null=10%", "--max-share", "null=60%")
        #expect(stricter.status == 1)
        let lowered = try await place.trackproof("plan", "audit", "s.ndjson", "--max-share", "null=60%")
        #expect(lowered.output.hasPrefix("1 info; 2 of 4 events as planned\n\ninfo: purchase: currency (null)\n"))
        for wrong in ["null", "nul=1%", "null=101%", "null=2", ":null=1%", "null=x"] {
            #expect(
                try await place.trackproof("plan", "audit", "s.ndjson", "--max-share", wrong).status == 64, "\(wrong)")
        }
    }

    @Test func unreadableRecordsAreFindings() async throws {
        let place = try Self.workplace()
        try place.write(Self.calls + "damaged\n" + Self.calls, to: "s.ndjson")
        let outcome = try await place.trackproof("plan", "audit", "s.ndjson", "--max-share", "null=100%")
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains(
                """
                error: unreadable records (unreadable)
                  expected an event
                  found    column 1: expected an event object, found 'd'
                  in 1 record (11.1 %): s.ndjson#5
                """))
        let strict = try await place.trackproof(
            "plan", "audit", "s.ndjson", "--max-share", "null=100%", "--max-share", "unreadable=20%", "--strict")
        #expect(strict.status == 65)
        let accepted = try await place.trackproof(
            "plan", "audit", "s.ndjson", "--max-share", "null=100%", "--max-share", "unreadable=20%")
        #expect(accepted.status == 0)
    }

    @Test func aFileOfSomethingElseIsAnError() async throws {
        let place = try Self.workplace()
        try place.write("Hello\n", to: "readme.txt")
        #expect(try await place.trackproof("plan", "audit", "readme.txt").status == 65)
    }

    // MARK: Layouts

    @Test func aLayoutOfOnesOwnIsRead() async throws {
        let place = try Self.workplace()
        try place.write("layout: 1\nevent: n\nparameters: p\nversion: v\n", to: "layout.yaml")
        try place.write(#"{"n":"purchase","p":{"price":-1},"v":"1.0"}"# + "\n", to: "r.ndjson")
        let outcome = try await place.trackproof("plan", "audit", "r.ndjson", "--layout", "layout.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("purchase: price (range)"))
        try place.write("layout: 1\nevnt: n\n", to: "layout.yaml")
        let wrong = try await place.trackproof("plan", "audit", "r.ndjson", "--layout", "layout.yaml")
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("layout.yaml:2:1: unknown member of a layout: \"evnt\"; did you mean \"event\"?"))
        let missing = try await place.trackproof("plan", "audit", "r.ndjson", "--layout", "segmnt")
        #expect(missing.status == 64)
        #expect(
            missing.errors.contains(
                "--layout segmnt: there is no such file; known layouts: auto, recording, rudderstack, "))
    }

    @Test func theReportSaysWhatALayoutCannotShow() async throws {
        let place = try Self.workplace()
        try place.write(
            #"{"event_name":"purchase","event_params":[{"key":"price","value":{"string_value":"x"}}]}"# + "\n",
            to: "g.ndjson")
        let outcome = try await place.trackproof("plan", "audit", "g.ndjson")
        #expect(
            outcome.output.hasSuffix(
                "\nin the layout ga4, the check cannot detect these findings: wrong-type, null, integer-as-float\n"))
        try place.write(#"{"n":"purchase","price":1,"currency":null}"# + "\n", to: "table.ndjson")
        try place.write("layout: 1\nevent: n\nform: columns\nnulls: absent\nblind: [pii]\n", to: "own.yaml")
        let own = try await place.shell(
            """
            trackproof plan audit table.ndjson --layout own.yaml
            trackproof plan audit --partial table.ndjson --layout own.yaml >result; trackproof plan merge result
            """)
        let report = "1 event as planned\n\nin the layout own, the check cannot detect these findings: null, pii\n"
        #expect(own.output == report + report)
    }
}
