import Foundation
import Testing

/// Tests that no form of a file, and no other finding, hides the errors of events.
@Suite("trackproof plan audit, hidden errors", .timeLimit(.minutes(15)))
struct ArchiveDeceptionTests {
    private static let good = #"{"name":"purchase","parameters":{"price":1}}"#
    private static let bad = #"{"name":"purchase","parameters":{"price":"x"}}"#
    private static let call =
        #"{"type":"track","event":"purchase","messageId":"m","properties":{"price":"x"}}"#

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

    @Test func aRecordOfAVendorIsNotADocument() async throws {
        let record = Self.call.replacing(#""type""#, with: #""events":[],"type""#)
        let outcome = try await Self.check(record + "\n")
        #expect(outcome.output.hasPrefix("1 error; 0 of 1 event as planned\n"), "\(outcome.output)")
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

    @Test func nullColumnsDoNotHideParameters() async throws {
        let place = try Workplace()
        try place.write(
            "plan: 1\nevents:\n  view:\n    parameters:\n      count: {type: integer}\n", to: "Tracking/plan.yaml")
        func row(_ columns: String) -> String {
            #"{"event_name":"view","collector_tstamp":"2026-11-01 10:00:00",\#(columns)}"# + "\n"
        }
        try place.write(
            row(#""unstruct_event_a_1":{"count":"x"},"unstruct_event_b_1":null"#)
                + row(#""unstruct_event_a_1":null,"unstruct_event_b_1":{"count":"x"}"#)
                + row(#""unstruct_event_a_1":{"count":1},"unstruct_event_b_1":{"count":"x"}"#), to: "a.ndjson")
        let outcome = try await place.trackproof("plan", "audit", "a.ndjson")
        #expect(outcome.output.contains("error: view: count (wrong-type)"))
        #expect(outcome.output.contains("  in 2 events (100 %)"), "\(outcome.output)")
        #expect(outcome.output.contains("two members fit the same path of the layout"))
    }

    /// Tests that a check fails if no record has parameters where the layout expects them.
    @Test(arguments: [
        (#"{"name":"purchase","currency":5}"#, "recording"),
        (#"{"type":"track","event":"purchase","userId":"1","params":{"currency":5}}"#, "segment"),
        (#"{"event_type":"purchase","amplitude_id":1,"eventProperties":{"currency":5}}"#, "amplitude"),
    ])
    func parametersOfAnUnknownFormatAreNotSkipped(content: String, layout: String) async throws {
        let plan = "plan: 1\nevents:\n  purchase: {parameters: {currency: {type: string}}}\n"
        let outcome = try await Self.check(content + "\n", plan: plan)
        #expect(outcome.status == 1, "\(outcome.output)")
        #expect(
            outcome.errors
                == "trackproof: no record has parameters where the layout expects them (\(layout)); name another layout with --layout\n"
        )
    }

    /// Tests that a check does not skip parameters whose key belongs to another format.
    @Test(arguments: [
        (#"{"name":"purchase","properties":{"currency":5}}"#, 65),
        (#"{"name":"purchase","params":[{"key":"currency","value":5}]}"#, 65),
        (#"{"name":"purchase","parameters":{}}\n{"name":"purchase","values":{"currency":5}}"#, 1),
    ])
    func parametersWithTheKeyOfAnotherFormatAreUnreadable(content: String, status: Int32) async throws {
        let plan = "plan: 1\nevents:\n  purchase: {parameters: {currency: {type: string}}}\n"
        let outcome = try await Self.check(content.replacing("\\n", with: "\n") + "\n", plan: plan)
        #expect(outcome.status == status)
        #expect(outcome.output.contains("error: unreadable records (unreadable)"), "\(outcome.output)")
        #expect(outcome.output.contains("this key belongs to another format"), "\(outcome.output)")
    }

    @Test func theFirstEventsOfAPublishedFormatNeedNoParameters() async throws {
        let plan = "plan: 1\nevents:\n  purchase: {parameters: {currency: {type: string}}}\n"
        let events = #"{"name":"purchase"}"# + "\n" + #"{"name":"purchase","values":{"currency":5}}"# + "\n"
        let outcome = try await Self.check(events, plan: plan)
        #expect(outcome.output.contains("error: purchase: currency (wrong-type)"), "\(outcome.output)")
        #expect(outcome.output.contains("  in 1 event (50.0 %)"), "\(outcome.output)")
    }

    @Test func otherMembersBesideParametersAreAllowed() async throws {
        let plan = "plan: 1\nevents:\n  purchase: {parameters: {currency: {type: string}}}\n"
        let events = [
            #"{"name":"purchase","device":{"m":1}}"#, #"{"name":"purchase","parameters":{},"a":{}}"#,
            #"{"name":"purchase"}"#, #"{"name":"purchase","x-a":{"b":1}}"#,
        ]
        let all = try await Self.check(events.joined(separator: "\n") + "\n", plan: plan)
        #expect(all.output == "4 events as planned\n" && all.status == 0 && all.errors.isEmpty, "\(all.errors)")
        let bare = try await Self.check(events[2] + "\n" + events[3] + "\n", plan: plan)
        #expect(bare.status == 0 && bare.errors.isEmpty)
    }

    /// Tests files that some programs write: objects without line breaks, and an array on one line.
    @Test func objectsWithoutLineBreaksAreRecords() async throws {
        let concatenated = try await Self.check(Self.good + Self.bad + Self.bad)
        #expect(concatenated.output.hasPrefix("1 error; 1 of 3 events as planned\n"), "\(concatenated.output)")
        let array = try await Self.check(#"["header",\#(Self.good),\#(Self.bad)]"#)
        #expect(array.output.hasPrefix("2 errors; 1 of 2 events as planned\n"), "\(array.output)")
        let quote = try await Self.check("[\(Self.good),\n{\"name\":\"say \"hi}\n,\(Self.bad),\n\(Self.good)]")
        #expect(quote.output.contains("error: purchase: price (wrong-type)"), "\(quote.output)")
    }

    /// Tests that a pattern reports what it cannot read, also if a fixed name follows a wildcard.
    @Test func aDanglingLinkIsAnError() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(Self.good + "\n", to: "archive/a/e.ndjson")
        let outcome = try await place.shell(
            """
            mkdir archive/b archive/c; ln -s /nonexistent archive/b/e.ndjson
            trackproof plan audit 'archive/*/e.ndjson'
            """)
        #expect(outcome.status == 66)
        #expect(outcome.errors == "trackproof: archive/b/e.ndjson: cannot open: No such file or directory\n")
    }

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

    @Test func malformedParametersInAListAreUnreadable() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write("layout: 1\nevent: n\nparameters: p\nform: {name: k, value: v}\n", to: "own.yaml")
        let lists = [
            #"{"k":7,"v":1}"#, #"{"key":"price","v":1}"#, #""junk""#, #"{"k":"price","v":1},{"k":"price","v":2}"#,
        ]
        try place.write(lists.map { #"{"n":"purchase","p":[\#($0)]}"# + "\n" }.joined(), to: "a.ndjson")
        let outcome = try await place.trackproof("plan", "audit", "a.ndjson", "--layout", "own.yaml")
        #expect(outcome.output.contains("  in 4 records (100 %)"), "\(outcome.output)")
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

    /// Tests that a result cannot hide that more events failed than its findings say.
    @Test func findingsOfDamagedResultsMustFitTheEvents() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(Self.bad + "\n" + Self.good + "\n", to: "a.ndjson")
        for (old, new, message) in [
            (#""count":1,"events":1"#, #""count":1,"events":0"#, "expected a finding in 1 to 1 events, found 0"),
            (#""count":1,"events":1"#, #""count":2,"events":2"#, "expected a finding in 1 to 1 events, found 2"),
            (#""count":1,"events":1"#, #""count":0,"events":1"#, "expected a finding in 1 to 1 events, found 1"),
            (#""severity":"error""#, #""severity":"info""#, "expected findings in at least 1 events"),
            (#""planned":1"#, #""planned":0"#, "expected findings in at least 2 events"),
        ] {
            let outcome = try await place.shell(
                """
                trackproof plan audit --partial a.ndjson >result
                grep -q '\(old)' result && sed 's/\(old)/\(new)/' result >changed
                trackproof plan merge changed
                """)
            #expect(outcome.status == 65, "\(old)")
            #expect(outcome.errors.contains("changed:1: result.findings: " + message), "\(outcome)")
        }
    }

    /// Tests that the command says why it fails, even if the plan ignores the findings or a baseline accepts them.
    @Test func anUnreadableRecordIsTheReasonOfAFailure() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(ArchiveCheckTests.plan + "check: {unreadable: ignore}\n", to: "ignoring.yaml")
        try place.write(Self.good + "\nx\n", to: "a.ndjson")
        try place.write("x\ny\n", to: "b.ndjson")
        let strict = try await place.trackproof("plan", "audit", "a.ndjson", "--plan", "ignoring.yaml", "--strict")
        #expect(strict.output.hasSuffix("\n1 event as planned\n") && strict.status == 65, "\(strict)")
        #expect(strict.errors == "trackproof: 1 record cannot be read, and --strict does not allow this\n")
        let empty = try await place.trackproof("plan", "audit", "b.ndjson", "--plan", "ignoring.yaml")
        #expect(empty.output == "0 events as planned\n" && empty.status == 65)
        #expect(empty.errors == "trackproof: 2 records cannot be read, and no other record is an event\n")
        let accepted = try await place.shell(
            """
            trackproof plan audit a.ndjson --baseline b.json --update-baseline >/dev/null 2>&1
            trackproof plan audit a.ndjson --baseline b.json --strict
            """)
        #expect(accepted.status == 65)
        #expect(accepted.errors.contains("1 record cannot be read, and --strict does not allow this\n"), "\(accepted)")
        let listed = try await place.trackproof("plan", "audit", "a.ndjson", "--strict")
        #expect(listed.errors == strict.errors && listed.status == 65, "\(listed)")
    }

    @Test func anIncompleteCheckDoesNotChangeTheBaseline() async throws {
        let place = try ArchiveCheckTests.workplace()
        try place.write(Self.bad + "\n", to: "archive/a.ndjson")
        let outcome = try await place.shell(
            """
            trackproof plan audit archive --baseline b.json --update-baseline; cp b.json before.json
            printf '[\(Self.good),' >archive/b.json; echo '\(Self.good)' >archive/a.ndjson
            trackproof plan audit archive --baseline b.json --update-baseline; echo "status $?"
            cmp b.json before.json && echo same
            """)
        #expect(outcome.output.hasSuffix("status 1\nsame\n"), "\(outcome.output)")
        #expect(outcome.errors.contains("b.json: not updated, because not all records were checked"))
    }

    @Test func sharesOfPlannedEventsDoNotDependOnUnplannedNames() async throws {
        let unplanned = (0..<12_000).map { #"{"name":"a\#($0)"}"# + "\n" }.joined()
        let planned = String(repeating: Self.good + "\n", count: 999) + Self.bad + "\n"
        let plan = ArchiveCheckTests.plan + "check: {unplanned-event: ignore}\n"
        let outcome = try await Self.check(unplanned + planned, plan: plan)
        #expect(outcome.output.contains("  in 1 event (0.1 %)"), "\(outcome.output)")
    }

    @Test func severalRecordingsInOneFileHaveAnHTMLReport() async throws {
        let header = #"{"recording":1}"# + "\n"
        let outcome = try await Self.check(
            header + Self.good + "\n" + header + Self.good + "\n", "--report", "html=x.html", "--report", "text")
        #expect(outcome.output == "2 events as planned\n" && outcome.status == 0, "\(outcome.errors)")
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
            sed -i 's/"id":"[^"]*"//;s/"started":"[^"]*"//' 1.json 2.json; cmp 1.json 2.json && echo same
            """)
        #expect(outcome.output.hasSuffix("same\n"), "\(outcome.output) \(outcome.errors)")
    }
}
