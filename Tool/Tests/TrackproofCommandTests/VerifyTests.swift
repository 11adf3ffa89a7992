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

    @Test(arguments: [("text", text), ("json", json), ("markdown", markdown)])
    func diffPrintsTheSameAndWritesNoFile(format: String, expected: String) async throws {
        let place = try Workplace(recording: Fixture.regressed)
        let outcome = try await place.trackproof("diff", "s.json", "r.ndjson", "--format", format)
        #expect(outcome.status == 1)
        #expect(outcome.output == expected)
        #expect(outcome.errors == "")
        #expect(try place.names() == ["r.ndjson", "s.json", "tmp"])
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
