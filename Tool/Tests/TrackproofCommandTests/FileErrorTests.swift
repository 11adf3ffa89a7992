import Foundation
import Testing

@Suite("A file that cannot be used has a specific exit status", .timeLimit(.minutes(15)))
struct FileErrorTests {
    /// The contents of files that cannot be read, and the message for each file.
    static let broken: [(bytes: Data, message: String)] = [
        (Data("{\"name\":\"a\"}\n{\"name\":\"b\",}\n".utf8), "2:13: expected a name in quotes, found '}'"),
        (Data("hello".utf8), "1:1: expected an event object or an array of events, found 'h'"),
        (Data("{\"name\":\"a\"}\n{\"name\":\"".utf8) + Data([0xFF, 0x22, 0x7D, 0x0A]), "2:10: not UTF-8: byte 0xFF"),
        (Data("{\"name\":\"a\"}\n{\"name\":3}\n".utf8), "2:9: name: expected a string, found a number"),
        (
            Data("{\"name\":\"a\",\"parameters\":{\"x\":".utf8) + Data(repeating: 0x5B, count: 100_000)
                + Data(repeating: 0x5D, count: 100_000) + Data("}}".utf8),
            "1:158: nested deeper than 128 levels"
        ),
        (
            Data("{\"name\":\"a\",\"parameters\":{\"x\":99999999999999999999999}}".utf8),
            "1:31: the integer does not fit in 64 bits, nor exactly in a double"
        ),
        (
            Data("{\"recording\":2}\n{\"name\":\"a\"}\n".utf8),
            "1:14: recording: version 2 of the format needs a newer trackproof; this trackproof reads only version 1"
        ),
        (
            Data("{\"snapshot\":2,\"events\":[]}".utf8),
            "1:13: snapshot: version 2 of the format needs a newer trackproof; this trackproof reads only version 1"
        ),
        (Data("{\"snapshot\":1,\"events\":[{\"name\":\"a\"}".utf8), "1:37: the file ends inside a value"),
    ]

    @Test(arguments: broken.indices)
    func everyCommandRefusesABrokenFile(index: Int) async throws {
        let (bytes, message) = Self.broken[index]
        let place = try Workplace(recording: Fixture.recording)
        try place.write(bytes, to: "broken")
        let calls = [
            "verify broken --snapshot s.json", "verify r.ndjson --snapshot broken", "diff broken s.json",
            "diff s.json broken", "show broken --format ndjson", "show broken", "accept broken --snapshot s.json",
            "accept r.ndjson --snapshot broken", "run --snapshot broken -- echo the command was run",
        ]
        for call in calls {
            let outcome = try await place.shell("trackproof \(call)")
            #expect(outcome.status == 65, "\(call)")
            #expect(outcome.errors == "trackproof: broken:\(message)\n", "\(call)")
            #expect(!outcome.output.contains("the command was run"))
        }
        #expect(try place.read("s.json") == Fixture.snapshot)
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.path + "/broken")) == bytes)
        #expect(!place.has("s.pending.json") && !place.has("broken.pending.json"))
    }

    @Test(
        .enabled(if: FullDevice.exists, "needs /dev/full"),
        arguments: [
            ("show r.ndjson", "standard output: cannot write: No space left on device"),
            ("verify r.ndjson --snapshot s.json", "standard output: cannot write: No space left on device"),
            ("diff s.json r.ndjson", "standard output: cannot write: No space left on device"),
            ("accept r.ndjson --snapshot t.json", "standard output: cannot write: No space left on device"),
        ])
    func aFullOutputDeviceExits74(call: String, message: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        let outcome = try await place.shell("trackproof \(call) >/dev/full")
        #expect(outcome.status == 74)
        #expect(outcome.errors == "trackproof: \(message)\n")
    }

    @Test(.enabled(if: FullDevice.exists, "needs /dev/full"))
    func aReportDoesNotReplaceADeviceOrPipe() async throws {
        let place = try Workplace(recording: Fixture.recording)
        let outcome = try await place.shell("trackproof verify r.ndjson --snapshot s.json --report json=/dev/stderr")
        #expect(outcome.status == 0)
        let sections =
            #""sections":[{"comparison":1,"snapshot":"s.json","recording":"r.ndjson","matched":2,"differences":[],"#
            + #""unchangedAfter":2}]}"# + "\n"
        #expect(outcome.errors.hasPrefix(#"{"report":1,"#) && outcome.errors.hasSuffix(sections))
        let piped = try await place.shell(
            "mkfifo pipe; cat pipe & trackproof verify r.ndjson --snapshot s.json --report json=pipe >/dev/null; wait; "
                + "test -p pipe && echo still a pipe")
        #expect(piped.output.hasSuffix(sections + "still a pipe\n"))
    }

    @Test(arguments: [
        ("show r.ndjson >&-", 74), ("--help >&-", 74), ("show nothing 2>&-", 66), ("bogus 2>&-", 64),
        ("run --bogus 2>&-", 64), ("verify - --snapshot s.json <&-", 74), ("verify . --snapshot s.json", 74),
        ("run -- sh -c 'exit 3' 2>&-", 3), ("run -- sh -c 'exit 3' >&- 2>&- <&-", 3),
    ])
    func closedStreamsDoNotCrashTheCommand(call: String, status: Int32) async throws {
        let place = try Workplace(recording: Fixture.recording)
        let outcome = try await place.shell("trackproof \(call)")
        #expect(outcome.status == status)
        #expect(outcome.output == "")
    }

    @Test func aClosedPipeExits74WithoutAMessage() async throws {
        let place = try Workplace(recording: Fixture.recording)
        // The pipe of the standard output is closed before the command writes to it.
        let piped = try await place.shell(
            "mkfifo go; { read word <go; trackproof show r.ndjson; echo status $? >&2; } | { exec <&-; echo >go; }")
        #expect(piped.errors == "status 74\n")
    }
}
