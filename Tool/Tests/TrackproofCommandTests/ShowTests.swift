import Foundation
import Testing
import _TrackproofTestSupport

@Suite("trackproof show", .timeLimit(.minutes(15)))
struct ShowTests {
    static let recording = """
        {"recording":1,"app":"shop"}
        {"name":"a","seq":1,"time":"2026-01-02T03:04:05.678Z","note":"kept"}
        {"kind":"identify","user":"u,1","parameters":{"plan":"say \\"hi\\""}}
        {"kind":"screen","name":"=cmd()","parameters":{"n":3,"x":3.0,"tags":["a","b"]},"source":"provider:p"}
        {"name":"broken","error":"a cycle"}

        """

    @Test(arguments: ["table", "json", "ndjson", "csv"])
    func printsEventsInEachFormat(format: String) async throws {
        let place = try Workplace(recording: Self.recording)
        let outcome = try await place.trackproof("show", "r.ndjson", "--format", format)
        #expect(outcome.status == 0)
        try expectGolden("show-\(format)", outcome.output)
        #expect(outcome.errors == "")
    }

    @Test(arguments: [
        ("table", "#  kind  name  parameters\n"), ("json", "[]\n"), ("ndjson", ""),
        ("csv", "number,kind,name,source,time,user,parameters\r\n"),
    ])
    func anEmptyRecordingIsShownInEachFormat(format: String, expected: String) async throws {
        let outcome = try await Workplace(recording: "").trackproof("show", "r.ndjson", "--format", format)
        #expect(outcome.status == 0)
        #expect(outcome.output == expected)
    }

    @Test(arguments: ["=1", "+1", "-1", "@x", "\t=1", "\r=1"])
    func aSpreadsheetReadsNoNameAsAFormula(name: String) async throws {
        let escaped = name.replacing("\t", with: "\\t").replacing("\r", with: "\\r")
        let outcome = try await Workplace(recording: "{\"name\":\"\(escaped)\",\"user\":\"\(escaped)\"}\n").trackproof(
            "show", "r.ndjson", "--format", "csv")
        let field = name.contains(/[\r\t]/) ? "\"'\(name)\"" : "'\(name)"
        #expect(outcome.output.hasSuffix("\r\n1,track,\(field),app,,\(field),{}\r\n"))
    }

    @Test(arguments: ["a\r\nb", "a\nb", "a\rb", "a,b", "a\"b", ",", "\"\""])
    func csvQuotesSpecialCharacters(name: String) async throws {
        let json = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        let outcome = try await Workplace(recording: "{\"name\":\(json)}\n").trackproof(
            "show", "r.ndjson", "--format", "csv")
        let field = name.replacing("\"", with: "\"\"")
        #expect(outcome.output.hasSuffix("\r\n1,track,\"\(field)\",app,,,{}\r\n"))
    }
}
