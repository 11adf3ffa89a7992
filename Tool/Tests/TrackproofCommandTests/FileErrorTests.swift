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

    @Test(arguments: [
        (#"{"snapshot":1,"order":"random","events":[]}"#, #"1:23: order: expected "any" or "strict", found "random""#),
        (
            #"{"snapshot":1,"events":[],"volatile":{"a":{"b":"uid"}}}"#,
            "1:38: volatile.a.b: expected one of any, string, integer, number, bool, uuid, timestamp, url, /regex/, found \"uid\"; did you mean \"uuid\"?"
        ),
        (#"{"snapshot":1,"events":[],"ignore":["a",1]}"#, "1:36: ignore.1: expected an event name, found integer"),
        (#"{"snapshot":1,"events":[],"ordered":"a"}"#, "1:37: ordered: expected an array of arrays of event names"),
        (#"{"snapshot":1,"events":[],"source":1}"#, "1:36: source: expected a string"),
        (
            #"{"snapshot":1,"events":[{"name":"a"}],"ignore":["*"]}"#,
            "1:48: ignore.0: \"*\" ignores the expected event \"a\" (events.0), so the event is never checked; "
                + "remove the event, or the name in \"ignore\""
        ),
        (
            #"{"snapshot":1,"events":[{"name":"a"},{"name":"b"}],"ordered":[["b","c"]]}"#,
            "1:62: ordered.0.1: no event of the snapshot has this name: \"c\""
        ),
        (
            #"{"snapshot":1,"events":[{"name":"a","parameters":{"x":1,"x":2}}]}"#, "1:57: x: given twice"
        ),
        (#"{"snapshot":1,"events":[{"name":""}]}"#, "1:25: name: an event needs a name, but this name is empty"),
        (#"{}"#, "1:1: name: an event of kind track needs a name"),
    ])
    func invalidMembersOfASnapshotAreRefused(snapshot: String, message: String) async throws {
        let place = try Workplace(recording: Fixture.recording, snapshot: snapshot)
        for call in [
            "verify r.ndjson --snapshot s.json", "diff s.json r.ndjson", "accept r.ndjson --snapshot s.json",
            "run --snapshot s.json -- echo the command was run",
        ] {
            let outcome = try await place.shell("trackproof \(call)")
            #expect(outcome.status == 65)
            #expect(outcome.output == "")
            #expect(outcome.errors == "trackproof: s.json:\(message)\n")
        }
        #expect(try place.read("s.json") == snapshot)
    }

    @Test func eventsBeforeATruncatedLineAreUsed() async throws {
        let place = try Workplace(recording: Fixture.recording + #"{"name":"c","param"#)
        let verified = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(verified.status == 65)
        #expect(verified.output == "2 events as expected\n")
        #expect(
            verified.errors
                == "trackproof: r.ndjson:3:19: the last line is cut short; earlier events were compared\n")

        let shown = try await place.trackproof("show", "r.ndjson")
        #expect(shown.status == 65)
        #expect(shown.output == "#  kind   name  parameters\n1  track  a\n2  track  b     {x: 1}\n")
        #expect(
            shown.errors == "trackproof: r.ndjson:3:19: the last line is cut short; earlier events were printed\n")
    }

    @Test func aTruncatedRecordingDoesNotChangeASnapshot() async throws {
        let place = try Workplace(recording: #"{"name":"a"}"# + "\n" + #"{"name":"b","param"#)
        try place.write(Fixture.snapshot, to: "s.pending.json")
        let verified = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(verified.status == 65)
        #expect(verified.output.hasPrefix("1 difference (1 missing), 1 event matches\n"))
        #expect(try place.read("s.pending.json") == Fixture.snapshot)
        #expect(try await place.trackproof("accept", "r.ndjson", "--snapshot", "s.json").status == 65)
        #expect(try place.read("s.json") == Fixture.snapshot)
    }

    @Test(arguments: [
        ("verify nothing --snapshot s.json", "nothing: cannot open: No such file or directory"),
        ("verify r.ndjson --snapshot nothing", "nothing: cannot open: No such file or directory"),
        ("verify s.json/r.ndjson --snapshot s.json", "s.json/r.ndjson: cannot open: Not a directory"),
        ("diff s.json nothing", "nothing: cannot open: No such file or directory"),
        ("show nothing", "nothing: cannot open: No such file or directory"),
        ("accept nothing", "nothing: no such file or folder"),
        ("accept nothing --snapshot s.json", "nothing: cannot open: No such file or directory"),
        (
            "run --record never --snapshot nothing -- echo ran",
            "nothing: no such snapshot; record it outside CI or with --record missing"
        ),
    ])
    func aMissingFileExits66(call: String, message: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        let outcome = try await place.shell("trackproof \(call)")
        #expect(outcome.status == 66)
        #expect(outcome.output == "")
        #expect(outcome.errors == "trackproof: \(message)\n")
    }

    @Test(arguments: [
        (
            "verify r.ndjson --snapshot s.json --report junit=s.json/x.xml",
            "s.json/x.xml: cannot create: Not a directory"
        ),
        ("run --recording s.json/x -- echo ran", "s.json/x: cannot create: Not a directory"),
        ("accept r.ndjson --snapshot s.json/x.json", "s.json/x.json: cannot create: Not a directory"),
    ])
    func aFileThatCannotBeCreatedExits73(call: String, message: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        let outcome = try await place.shell("trackproof \(call)")
        #expect(outcome.status == 73)
        #expect(outcome.errors == "trackproof: \(message)\n")
        #expect(!outcome.output.contains("ran"))
    }

    @Test func aFailedReportDoesNotStopOtherOutput() async throws {
        let place = try Workplace(recording: Fixture.regressed)
        let outcome = try await place.shell(
            "trackproof verify r.ndjson --snapshot s.json --report junit=s.json/x.xml --report json=r.json")
        #expect(outcome.status == 73)
        #expect(outcome.output.hasPrefix("3 differences"))
        #expect(try place.read("r.json").hasPrefix(#"{"report":1"#))
        #expect(place.has("s.pending.json"))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"),
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

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
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
