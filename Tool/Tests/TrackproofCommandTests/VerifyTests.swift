import Foundation
import Testing

@Suite("trackproof verify and diff", .timeLimit(.minutes(15)))
struct VerifyTests {
    static let text = """
        3 differences (1 missing, 2 unexpected), 1 event matches

        - missing    track a
        + unexpected track c {y: [1, 2]}
        + unexpected track b {x: "1"}
          … 1 event unchanged

        """

    static let json =
        #"{"comparison":1,"matched":1,"differences":["#
        + #"{"kind":"missing","expected":{"kind":"track","name":"a","parameters":{}},"actual":null,"#
        + #""position":{"expected":0,"actual":null},"parameters":[]},"#
        + #"{"kind":"unexpected","expected":null,"actual":{"kind":"track","name":"c","parameters":{"y":[1,2]}},"#
        + #""position":{"expected":null,"actual":0},"parameters":[]},"#
        + #"{"kind":"unexpected","expected":null,"actual":{"kind":"track","name":"b","parameters":{"x":"1"}},"#
        + #""position":{"expected":null,"actual":1},"parameters":[]}]}"# + "\n"

    static let markdown = """
        ### ❌ 3 differences (1 missing, 2 unexpected), 1 event matches

        `r.ndjson` against `s.json`

        | | event | expected | found |
        |---|---|---|---|
        | **missing** | `track a` | `a` | nothing |
        | **unexpected** | `track c` | nothing | `{y: [1, 2]}` |
        | **unexpected** | `track b` | nothing | `{x: "1"}` |

        """

    static let review =
        "trackproof: review and accept the pending snapshot: trackproof accept s.pending.json\n"

    @Test func verifyPassesIfAllEventsAreExpected() async throws {
        let place = try Workplace(recording: Fixture.recording)
        let text = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(text.status == 0)
        #expect(text.output == "2 events as expected\n")
        #expect(text.errors == "")
        let json = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json", "--format", "json")
        #expect(json.status == 0)
        #expect(json.output == #"{"comparison":1,"matched":2,"differences":[]}"# + "\n")
        #expect(!place.has("s.pending.json"))
    }

    @Test(arguments: [("text", text), ("json", json)])
    func differencesAreReportedAndWrittenAsPending(format: String, expected: String) async throws {
        let place = try Workplace(recording: Fixture.regressed)
        let outcome = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json", "--format", format)
        #expect(outcome.status == 1)
        #expect(outcome.output == expected)
        #expect(outcome.errors == Self.review)
        #expect(
            try place.read("s.pending.json") == """
                {
                  "snapshot": 1,
                  "order": "any",
                  "events": [
                    { "name": "c", "parameters": { "y": [1, 2] } },
                    { "name": "b", "parameters": { "x": "1" } },
                    { "name": "b", "parameters": { "x": 1 } }
                  ]
                }

                """)
        #expect(try place.read("s.json") == Fixture.snapshot)
    }

    @Test(arguments: [("text", text), ("json", json), ("markdown", markdown)])
    func diffPrintsTheSameAndWritesNoFile(format: String, expected: String) async throws {
        let place = try Workplace(recording: Fixture.regressed)
        let outcome = try await place.trackproof("diff", "s.json", "r.ndjson", "--format", format)
        #expect(outcome.status == 1)
        #expect(outcome.output == expected)
        #expect(outcome.errors == "")
        #expect(try place.names() == ["r.ndjson", "s.json", "tmp"])
    }

    @Test func verifyReadsStandardInput() async throws {
        let place = try Workplace(recording: Fixture.recording)
        let recording = try await place.trackproof("verify", "-", "--snapshot", "s.json", input: Fixture.regressed)
        #expect(recording.status == 1)
        #expect(recording.output == Self.text)
        #expect(recording.errors == Self.review)
        let snapshot = try await place.trackproof("verify", "r.ndjson", "--snapshot", "-", input: Fixture.snapshot)
        #expect(snapshot.status == 0)
        #expect(snapshot.output == "2 events as expected\n")
        let broken = try await place.trackproof("verify", "-", "--snapshot", "s.json", input: "{\"name\":1}\n")
        #expect(broken.status == 65)
        #expect(broken.errors == "trackproof: -:1:9: name: expected a string, found a number\n")
    }

    @Test func aMisspeltMemberOfASnapshotIsRefused() async throws {
        let place = try Workplace(
            recording: Fixture.recording,
            snapshot: "{\n  \"snapshot\": 1,\n  \"ordr\": \"strict\",\n  \"events\": []\n}\n")
        let message =
            "ordr: unknown member of a snapshot; did you mean \"order\"? "
            + "Names of your own members must begin with \"x-\""
        for arguments in [
            "verify r.ndjson --snapshot s.json", "diff s.json r.ndjson", "show s.json",
            "accept r.ndjson --snapshot s.json", "run --snapshot s.json -- true",
        ] {
            let outcome = try await place.shell("trackproof \(arguments)")
            #expect(outcome.status == 65, "\(arguments)")
            #expect(outcome.errors.contains("s.json:3:3: \(message)\n"), "\(arguments): \(outcome.errors)")
        }
    }

    @Test func aMisspeltMemberOfAPendingFileIsRefused() async throws {
        let place = try Workplace(recording: Fixture.regressed)
        try #require(try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json").status == 1)
        let pending = try place.read("s.pending.json").replacing("\"parameters\"", with: "\"paramters\"")
        try place.write(pending, to: "s.pending.json")
        let outcome = try await place.trackproof("accept", "--all")
        #expect(outcome.status == 65)
        #expect(
            outcome.errors.contains(
                "paramters: unknown member of an event in a snapshot; did you mean \"parameters\"?"))
        #expect(try place.read("s.json") == Fixture.snapshot)
    }

    @Test func passingRemovesAStalePendingSnapshot() async throws {
        let place = try Workplace(recording: Fixture.regressed)
        #expect(try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json").status == 1)
        #expect(place.has("s.pending.json"))
        try place.write(Fixture.recording, to: "r.ndjson")
        #expect(try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json").status == 0)
        #expect(!place.has("s.pending.json"))
    }

    @Test func anUnwritablePendingSnapshotDoesNotChangeTheResult() async throws {
        let place = try Workplace(recording: Fixture.regressed)
        // A folder is at the path of the pending file, so the command cannot create this file, not even as root.
        try place.write("", to: "s.pending.json/occupied")
        let outcome = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(outcome.status == 1)
        #expect(outcome.output == Self.text)
        #expect(outcome.errors == "trackproof: s.pending.json: cannot create: Is a directory\n")
    }

    @Test func orderIsComparedOnlyIfRequested() async throws {
        let place = try Workplace(recording: #"{"name":"b","parameters":{"x":1}}"# + "\n" + #"{"name":"a"}"# + "\n")
        #expect(try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json").status == 0)
        let strict = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json", "--order", "strict")
        #expect(strict.status == 1)
        #expect(strict.output.hasPrefix("1 difference (1 moved), 1 event matches\n"))
    }

    @Test func onlyEventsOfTheChosenSourceAreCompared() async throws {
        let recording = """
            {"name":"a"}
            {"name":"b","parameters":{"x":1}}
            {"name":"B","source":"provider:firebase"}

            """
        let place = try Workplace(recording: recording)
        #expect(try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json").status == 0)
        let provider = try await place.trackproof(
            "verify", "r.ndjson", "--snapshot", "s.json", "--source", "provider:firebase")
        #expect(provider.status == 1)
        #expect(provider.output.hasPrefix("3 differences (2 missing, 1 unexpected), 0 events match\n"))
        let nothing = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json", "--source", "wire:x")
        #expect(
            nothing.errors.hasPrefix(
                "trackproof: r.ndjson: 0 of 3 events were compared: their source is not `wire:x`, or the "
                    + "snapshot ignores them; see --source\n"))
    }

    @Test func aComparisonWithoutEventsFails() async throws {
        let place = try Workplace(
            recording: #"{"name":"a","source":"wire:segment"}"# + "\n",
            snapshot: #"{"snapshot":1,"events":[]}"#)
        let outcome = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == """
                trackproof: r.ndjson: 0 of 1 events were compared: their source is not `app`, or the snapshot \
                ignores them; see --source

                """)
    }

    @Test func twoRecordingsWithoutEventsProveNothing() async throws {
        let place = try Workplace(recording: #"{"recording":1}"# + "\n")
        let outcome = try await place.trackproof("diff", "r.ndjson", "r.ndjson", "--format", "markdown")
        #expect(outcome.status == 1)
        let message = "r.ndjson: nothing was compared: the snapshot expects no event, and none was recorded"
        #expect(outcome.errors == "trackproof: \(message)\n")
        #expect(outcome.output == "### ❌ 1 failure\n\n`r.ndjson` against `r.ndjson`\n\n- `\(message)`\n")
    }

    /// Tests that each report of a recording that is cut short fails, and says why.
    @Test func aRecordingThatIsCutShortFailsInEachReport() async throws {
        let place = try Workplace(recording: Fixture.recording + #"{"name":"c"#)
        let outcome = try await place.shell(
            """
            trackproof verify r.ndjson --snapshot s.json --report json=r.json --report junit=r.xml; echo "status $?"
            trackproof report --from r.json --report github
            """)
        let message = "r.ndjson:3:11: the last line is cut short; earlier events were compared"
        #expect(outcome.errors == "trackproof: \(message)\n")
        #expect(
            outcome.output
                == "2 events as expected\nstatus 65\n::error file=s.json,title=trackproof::\(message)\n")
        #expect(outcome.status == 1)
        #expect(try place.read("r.xml").contains(#"message="\#(message)""#))
    }

    @Test func eventsThatCouldNotBeEncodedAreReported() async throws {
        let place = try Workplace(
            recording: #"{"name":"a","error":"a cycle"}"# + "\n" + #"{"name":"b","parameters":{"x":1}}"# + "\n")
        let outcome = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(
            outcome.errors.hasPrefix(
                "trackproof: r.ndjson: has 1 invalid event; "
                    + "`trackproof show r.ndjson` shows the reasons\n"))
    }

    @Test(arguments: [
        #"[{"name":"a"},{"name":"b","parameters":{"x":1}}]"#,
        #"{"events":[{"name":"a"},{"name":"b","parameters":{"x":1}}]}"#,
        #"[{"name":"a","values":{}},{"name":"b","values":{"x":1}}]"#,
        #"[{"eventName":"a","eventParameters":{}},{"eventName":"b","eventParameters":{"x":1}}]"#,
        "\u{FEFF}{\"name\":\"a\"}\r\n\r\n{\"name\":\"b\",\"parameters\":{\"x\":1}}\r\n",
    ])
    func otherRecordingFormatsAreRead(recording: String) async throws {
        let place = try Workplace(recording: recording)
        let outcome = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(outcome.status == 0)
        #expect(outcome.output == "2 events as expected\n")
    }
}
