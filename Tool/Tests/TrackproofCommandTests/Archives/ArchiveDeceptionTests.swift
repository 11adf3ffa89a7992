import Foundation
import Testing

/// Tests that no form of a file, and no other finding, hides the errors of events.
@Suite("trackproof plan audit, hidden errors", .timeLimit(.minutes(15)))
struct ArchiveDeceptionTests {
    private static let good = #"{"name":"purchase","parameters":{"price":1}}"#
    private static let bad = #"{"name":"purchase","parameters":{"price":"x"}}"#

    private static func check(
        _ content: String, plan: String = ArchiveCheckTests.plan, _ options: String...
    ) async throws -> Outcome {
        let place = try Workplace()
        try place.write(plan, to: "Tracking/plan.yaml")
        try place.write(content, to: "a")
        return try await place.shell("trackproof plan audit a " + options.joined(separator: " "))
    }

    // MARK: Other findings

    @Test(arguments: ["", "  unplanned-parameter: ignore\n"])
    func manyMildFindingsDoNotHideAnError(check: String) async throws {
        let plan = """
            plan: 1
            check:
              integer-as-float: info
            \(check)events:
              purchase:
                parameters:
                  ids: {type: array, items: {type: integer}}
                  price: {type: number, required: true}

            """
        let ids = Array(repeating: "1.0", count: 100).joined(separator: ",")
        let others = (0..<120).map { #""p\#($0)":1"# }.joined(separator: ",")
        for parameters in [#""ids":[\#(ids)],"price":"x""#, #""ids":[\#(ids)]"#, #"\#(others),"price":"x""#] {
            let outcome = try await Self.check(#"{"name":"purchase","parameters":{\#(parameters)}}"# + "\n", plan: plan)
            #expect(outcome.status == 1, "\(outcome.output)")
            #expect(outcome.output.contains("error: purchase: price ("), "\(outcome.output)")
        }
    }

    @Test func unreadableRecordsCountBeyondTheLimitOfFindings() async throws {
        let names = (0..<10_050).map { #"{"name":"purchase","parameters":{"a\#($0)":null,"price":1}}"# }
        let plan = """
            plan: 1
            check: {unreadable: ignore}
            events:
              purchase:
                parameters: {price: {type: number}}

            """
        let text = names.joined(separator: "\n") + "\ngarbage\n"
        #expect(
            try await Self.check(text, plan: plan, "--strict", "--max-share", "unplanned-parameter=100%").status == 65)
    }

    // MARK: Documents and arrays

    @Test(arguments: [
        (
            #"{"events":[GOOD],"events":[BAD,BAD]}"#,
            #"found    the file has a second list "events", which was not read"#
        ),
        ("[GOOD,\(String(good.dropLast())),BAD,BAD]", "found    the file ends inside an array"),
        (#"[GOOD,{"name":"pur,BAD,BAD]"#, "the file ends inside"),
        ("[GOOD,BAD,", "found    the file ends inside an array"),
        ("[[BAD,BAD],GOOD]", "found    expected an event, found an array of objects, which was not read"),
    ])
    func anUnreadPartOfAFileAlwaysFails(content: String, message: String) async throws {
        let plan = ArchiveCheckTests.plan + "check: {unreadable: warning}\n"
        let content = content.replacing("GOOD", with: Self.good).replacing("BAD", with: Self.bad)
        let outcome = try await Self.check(content, plan: plan, "--max-share", "wrong-type=100%")
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(outcome.output.contains(message), "\(outcome.output)")
        #expect(outcome.errors.contains("1 file was not read to the end"))
    }

    @Test(arguments: [
        [0x04, 0x22, 0x4D, 0x18, 0x64], [0x1F, 0x9D, 0x90], [0x78, 0x9C, 0x01], [0xFF, 0xFE, 0x7B, 0x00],
        [0x4F, 0x62, 0x6A, 0x01], [0xFF, 0x06, 0x00, 0x00, 0x73, 0x4E],
    ])
    func otherFormatsAreNotRead(bytes: [UInt8]) async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(String(repeating: Self.good + "\n", count: 100), to: "archive/a.ndjson")
        try place.write(Data(bytes), to: "archive/b")
        let outcome = try await place.trackproof("plan", "audit", "archive", "--max-share", "unreadable=50%")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains(", which trackproof cannot read"), "\(outcome.output)")
    }

    // MARK: Layouts

    @Test func manyAcceptedFindingsDoNotHideAnotherFinding() async throws {
        let place = try Workplace()
        try place.write(
            """
            plan: 1
            events:
              purchase:
                parameters:
                  ids: {type: array, items: {type: integer}}
                  price: {type: number}

            """, to: "Tracking/plan.yaml")
        let ids = Array(repeating: #""x""#, count: 120).joined(separator: ",")
        try place.write(#"{"name":"purchase","parameters":{"ids":[\#(ids)]}}"# + "\n", to: "a.ndjson")
        try place.write(#"{"name":"purchase","parameters":{"ids":[\#(ids)],"price":"x"}}"# + "\n", to: "b.ndjson")
        let outcome = try await place.shell(
            """
            trackproof plan audit a.ndjson --baseline b.json --update-baseline >/dev/null
            trackproof plan audit b.ndjson --baseline b.json
            """)
        #expect(outcome.status == 1 && outcome.output.contains("error: purchase: price (wrong-type)"))
    }

    // MARK: Results

    @Test func damagedResultsAreErrors() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(Self.good + "\n", to: "a.ndjson")
        let changes = [
            (#""events":1,"#, #""events":9007199254740992,"#, "expected numbers that are not greater than 2^44"),
            (#""planned":1"#, #""planned":2"#, "expected at most as many events as in \"events\""),
            (#""planned":1"#, #""planned":0"#, "changed:1: result.findings: expected findings in at least 1 events"),
            (#""events":1,"planned":1"#, #""events":9,"planned":9"#, "changed:1: result.names: expected 9 events"),
            (#""purchase":1"#, #""purchase":0"#, "changed:1: result.names: expected 1 events"),
            (#""records":1"#, #""records":0"#, "changed:1: result.archive: expected 1 records"),
            (#""records":1"#, #""records":1,"unreadable":3"#, "changed:1: result.archive: expected 4 records"),
            (#""withParameters":1"#, #""withParameters":2"#, "changed:1: result.archive: expected numbers"),
            (#""names":"#, #""unlisted":5,"unlistedBySeverity":{},"names":"#, "expected the sum of"),
            (#""names":"#, #""unlisted":5,"names":"#, "changed:1: result.unlistedBySeverity: "),
            (#""names":"#, #""skippedEvents":2,"names":"#, "changed:1: result.skipped: expected 2 events"),
            (#""skipped":{"#, #""skipped":{"wire:ga4":1"#, "changed:1: result.skipped: expected 0 events"),
        ]
        for (old, new, message) in changes {
            try place.write(old, to: "old")
            try place.write(new, to: "new")
            let outcome = try await place.shell(
                """
                trackproof plan audit --partial a.ndjson >result
                python3 -c 'import sys; t = open("result").read(); o, n = open("old").read(), open("new").read()
                assert o in t; print(t.replace(o, n, 1), end="")' >changed
                trackproof plan merge changed
                """)
            #expect(outcome.status == 65 && outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test func sharesOfPlannedEventsDoNotDependOnUnplannedNames() async throws {
        let unplanned = (0..<12_000).map { #"{"name":"a\#($0)"}"# + "\n" }.joined()
        let planned = String(repeating: Self.good + "\n", count: 999) + Self.bad + "\n"
        let plan = ArchiveCheckTests.plan + "check: {unplanned-event: ignore}\n"
        let outcome = try await Self.check(unplanned + planned, plan: plan)
        #expect(outcome.output.contains("  in 1 event (0.1 %)"), "\(outcome.output)")
    }

    /// Tests that days become months in the same way, whatever the order of the results is.
    @Test func theOrderOfResultsDoesNotChangeTheLengthOfPeriods() async throws {
        let place = try Workplace()
        try place.write("plan: 1\ncheck: {unplanned-event: ignore}\nevents: {x: {}}\n", to: "Tracking/plan.yaml")
        func event(_ name: String, _ day: Int) -> String {
            #"{"name":"\#(name)","time":"20\#(10 + day / 336)-\#(10 + day / 28 % 3)-\#(10 + day % 18)T00:00:00Z"}"#
                + "\n"
        }
        // The first file has 900 days. The names of the second file come first in sorted order, so they displace the names of
        // the first file.
        try place.write((0..<11_000).map { event("z\($0)", $0 % 900) }.joined(), to: "a.ndjson")
        try place.write((0..<11_000).map { event("a\($0)", 0) }.joined(), to: "b.ndjson")
        let outcome = try await place.shell(
            """
            trackproof plan audit --partial a.ndjson >a; trackproof plan audit --partial b.ndjson >b
            cat a b >results; trackproof plan merge results --report json=1.json
            cat b a >results; trackproof plan merge results --report json=2.json
            for report in 1 2; do sed 's/"id":"[^"]*"//;s/"started":"[^"]*"//' $report.json >$report; done; cmp 1 2 && echo same
            """)
        #expect(outcome.output.hasSuffix("same\n"), "\(outcome.output) \(outcome.errors)")
    }
}
