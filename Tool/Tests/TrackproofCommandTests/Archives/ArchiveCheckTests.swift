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

    // MARK: Layouts
}
