import Foundation
import TestSupport
import Testing

/// Tests archives with more findings than a check lists, and a disk that is full. A check lists 10,000
/// findings, which takes the debug build a second.
@Suite("trackproof plan audit, limits", .timeLimit(.minutes(15)))
struct ArchiveLimitTests {
    private static let isDeep = rounds(0, deep: 1) > 0
    /// The lines of 10,100 events with different names that the plan does not have. A check lists 10,000 findings.
    private static let unplanned = (0..<10_100).map { #"{"name":"a\#($0)"}"# + "\n" }.joined()

    /// Tests more findings than a check lists. The findings that decide the result come last by name.
    @Test func findingsBeyondTheLimitCount() async throws {
        let place = try Workplace()
        try place.write(ArchiveSamples.plan + "check: {unplanned-event: warning}\n", to: "Tracking/plan.yaml")
        try place.write(Self.unplanned + "{\"name\":\"purchase\"}\n", to: "missing.ndjson")
        let missing = try await place.trackproof("plan", "audit", "missing.ndjson")
        #expect(missing.status == 1)
        #expect(missing.output.contains("error: purchase: price (missing)"))
        #expect(missing.errors.contains("the reports do not list 100 findings, and a baseline cannot accept them"))
    }

    /// Each of these checks takes seconds, so `make test` leaves this test out.
    @Test(.enabled(if: isDeep, "takes long"))
    func findingsBeyondTheLimitAreNotAccepted() async throws {
        let place = try Workplace()
        try place.write(ArchiveSamples.plan + "check: {unplanned-event: warning}\n", to: "Tracking/plan.yaml")
        try place.write(Self.unplanned + "{\"name\":\"purchase\"}\n", to: "missing.ndjson")
        try place.write(Self.unplanned + "garbage\n", to: "unreadable.ndjson")
        let unreadable = try await place.trackproof("plan", "audit", "unreadable.ndjson", "--strict")
        #expect(unreadable.status == 65)
        // The baseline accepts all listed findings. The findings that are not listed are not accepted, so the check
        // fails.
        let merged = try await place.shell(
            """
            trackproof plan audit --partial missing.ndjson >a
            trackproof plan merge a --fail-on warning --baseline b.json --update-baseline >out; echo "status $?"
            trackproof plan merge a --fail-on warning --baseline b.json >out; echo "status $?"
            """)
        #expect(merged.output == "status 1\nstatus 1\n")
    }

    @Test func sharesOfPlannedEventsDoNotDependOnUnplannedNames() async throws {
        let place = try Workplace()
        try place.write(ArchiveSamples.plan + "check: {unplanned-event: ignore}\n", to: "Tracking/plan.yaml")
        let good = String(repeating: #"{"name":"purchase","parameters":{"price":1}}"# + "\n", count: 999)
        try place.write(
            Self.unplanned + good + #"{"name":"purchase","parameters":{"price":"x"}}"# + "\n", to: "a.ndjson")
        let outcome = try await place.trackproof("plan", "audit", "a.ndjson")
        #expect(outcome.output.contains("  in 1 event (0.1 %)"), "\(outcome.output)")
    }

    /// Tests that days become months in the same way, whatever the order of the results is.
    @Test(.enabled(if: isDeep, "takes long"))
    func theOrderOfResultsDoesNotChangeTheLengthOfPeriods() async throws {
        let place = try Workplace()
        try place.write("plan: 1\ncheck: {unplanned-event: ignore}\nevents: {x: {}}\n", to: "Tracking/plan.yaml")
        func event(_ name: String, _ day: Int) -> String {
            #"{"name":"\#(name)","time":"20\#(10 + day / 336)-\#(10 + day / 28 % 3)-\#(10 + day % 18)T00:00:00Z"}"#
                + "\n"
        }
        // The first file has 900 days. The names of the second file come first in sorted order, so they displace the names of
        // the first file.
        try place.write((0..<10_100).map { event("z\($0)", $0 % 900) }.joined(), to: "a.ndjson")
        try place.write((0..<10_100).map { event("a\($0)", 0) }.joined(), to: "b.ndjson")
        let outcome = try await place.shell(
            """
            trackproof plan audit --partial a.ndjson >a; trackproof plan audit --partial b.ndjson >b
            cat a b >results; trackproof plan merge results --report json=1.json
            cat b a >results; trackproof plan merge results --report json=2.json
            for report in 1 2; do sed 's/"id":"[^"]*"//;s/"started":"[^"]*"//' $report.json >$report; done; cmp 1 2 && echo same
            """)
        #expect(outcome.output.hasSuffix("same\n"), "\(outcome.output) \(outcome.errors)")
    }

    /// A result that cannot be written ends the check with an error, and the next check continues.
    @Test(.enabled(if: FullDevice.exists, "needs /dev/full"))
    func aFullDiskEndsTheCheck() async throws {
        let place = try ArchiveSamples.workplace()
        let bad = ArchiveSamples.call(1, "1.0", "iOS", currency: "null")
        for number in 0..<20 { try place.write(bad, to: "archive/\(number).ndjson") }
        // A limit on the size of files gives the same kind of error as a full disk.
        let outcome = try await place.shell(
            """
            trap '' XFSZ
            (ulimit -f 8; trackproof plan audit archive --resume state); echo "status $?"
            trackproof plan audit archive >/dev/full; echo "status $?"
            trackproof plan audit archive --report json=/dev/full >report; echo "status $?"
            trackproof plan audit --partial archive >/dev/full; echo "status $?"
            trackproof plan audit archive --resume state | head -n 1
            """)
        #expect(
            outcome.output
                == "status 74\nstatus 74\nstatus 74\nstatus 74\n1 error; 0 of 20 events as planned\n",
            "\(outcome.output)")
        #expect(outcome.errors.hasPrefix("trackproof: state: cannot write: File too large\n"), "\(outcome.errors)")
        #expect(outcome.errors.contains("standard output: cannot write: No space left on device\n"))
    }
}
