import Foundation
import Testing

/// Tests of files whose names the command chooses, of files that it removes, and of input without an end.
@Suite("Links, pipes and endless files do no harm", .timeLimit(.minutes(15)))
struct FileSafetyTests {
    private func mode(_ name: String, in place: Workplace) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: place.path + "/" + name)[.posixPermissions] as? Int
    }

    // MARK: Two names of one file

    @Test(arguments: [
        (
            "run --snapshot s.json --record never --recording s.json -- touch ran", "--snapshot and --recording",
            "s.json"
        ),
        ("run --snapshot s.json --recording ./link.json -- touch ran", "--snapshot and --recording", "./link.json"),
        ("run --snapshot s.json --recording hard.json -- touch ran", "--snapshot and --recording", "hard.json"),
        ("run --snapshot s.json --report json=s.json -- touch ran", "--snapshot and --report json", "s.json"),
        ("run --plan p.yaml --recording p.yaml -- touch ran", "--recording and --plan", "p.yaml"),
        ("run --plan p.yaml --report html=p.yaml -- touch ran", "--plan and --report html", "p.yaml"),
        ("run --recording x --report json=./x -- touch ran", "--recording and --report json", "./x"),
        (
            "run --recording new/x --report json=new/./y/../x -- touch ran", "--recording and --report json",
            "new/./y/../x"
        ),
        ("run --recording to-new --report json=new.json -- touch ran", "--recording and --report json", "new.json"),
        ("run --report json=x --report html=x -- touch ran", "--report json and --report html", "x"),
        (
            "run --snapshot s.json --recording s.pending.json -- touch ran", "the pending snapshot and --recording",
            "s.pending.json"
        ),
        ("run --recording x --history x -- touch ran", "--recording and --history", "x"),
        ("verify r.ndjson --snapshot s.json --report json=s.json", "--snapshot and --report json", "s.json"),
        ("verify r.ndjson --snapshot s.json --report json=r.ndjson", "the recording and --report json", "r.ndjson"),
        ("accept s.json --snapshot link.json", "the recording and --snapshot", "link.json"),
        ("report --from r.ndjson --report json=r.ndjson", "--from and --report json", "r.ndjson"),
        ("plan check r.ndjson --plan p.yaml --report json=r.ndjson", "the recording and --report json", "r.ndjson"),
        ("plan check r.ndjson --plan p.yaml --update-baseline --baseline p.yaml", "--plan and --baseline", "p.yaml"),
        (
            "plan coverage ios=r.ndjson --plan p.yaml --report json=r.ndjson", "the recording and --report json",
            "r.ndjson"
        ),
        ("plan merge r.ndjson --plan p.yaml --report json=r.ndjson", "the results and --report json", "r.ndjson"),
        ("run --recording app -- ./app", "the command and --recording", "app"),
        ("run --report json=app -- ./app", "the command and --report json", "app"),
        ("run --plan p.yaml --report json=old -- touch ran", "a file of the plan and --report json", "old"),
        (
            "verify r.ndjson --snapshot s.json --plan p.yaml --report html=./old",
            "a file of the plan and --report html", "./old"
        ),
        ("plan check r.ndjson --plan p.yaml --report json=old", "a file of the plan and --report json", "old"),
        ("plan audit r.ndjson --plan p.yaml --resume old", "a file of the plan and --resume", "old"),
        ("plan merge r.ndjson --plan p.yaml --report json=old", "a file of the plan and --report json", "old"),
        ("plan coverage r.ndjson --plan p.yaml --report json=old", "a file of the plan and --report json", "old"),
        ("plan compile --plan p.yaml --output old", "a file of the plan and --output", "old"),
        ("plan check archive --plan p.yaml --report json=archive/r", "a recording and --report json", "archive/r"),
        ("plan check 'arch*/*' --plan p.yaml --report json=archive/r", "a recording and --report json", "archive/r"),
        (
            "plan check archive --plan p.yaml --update-baseline --baseline archive/r", "a recording and --baseline",
            "archive/r"
        ),
        (
            "plan audit r.ndjson --plan p.yaml --layout layout.yaml --report json=layout.yaml",
            "--layout and --report json", "layout.yaml"
        ),
        ("collect --plan p.yaml --store p.yaml", "--plan and --store", "p.yaml"),
    ])
    func twoNamesOfOneFileAreRefused(call: String, words: String, path: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        try place.write("plan: 1\nevents: {a: {versions: {1: old}}, b: {}}\n", to: "p.yaml")
        try place.write("{}\n", to: "old")
        try place.write(Fixture.recording, to: "archive/r")
        try place.write("layout", to: "layout.yaml")
        try place.write("#!/bin/sh\ntouch ran\n", to: "app")
        _ = try await place.shell("chmod +x app; ln -s s.json link.json; ln s.json hard.json; ln -s new.json to-new")
        let before = try place.names()
        let outcome = try await place.shell("trackproof \(call)")
        #expect(outcome.status == 64)
        #expect(outcome.errors.hasPrefix("Error: \(words) are the same file: \(path).\n"), "\(outcome.errors)")
        #expect(try place.names().filter { $0 != "tmp" } == before.filter { $0 != "tmp" })
        #expect(try place.read("s.json") == Fixture.snapshot)
        #expect(try place.read("r.ndjson") == Fixture.recording)
        #expect(try place.read("p.yaml").hasPrefix("plan: 1"))
        #expect(try place.read("old") == "{}\n" && place.read("archive/r") == Fixture.recording)
    }

    /// Tests a report in the folder of the history, which the next command would read as a part of the history.
    @Test(arguments: ["verify r.ndjson --snapshot s.json", "plan check r.ndjson --plan p.yaml", "report"])
    func aReportIsNoPartOfTheHistory(call: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        try place.write("plan: 1\nevents: {a: {}, b: {}}\n", to: "p.yaml")
        let options = "--history history --report json"
        for folder in ["history", "./x/../history"] {
            let outcome = try await place.shell("mkdir x; trackproof \(call) \(options)=\(folder)/2026-11.ndjson")
            #expect(outcome.status == 64)
            let message = "Error: --report json: \(folder)/2026-11.ndjson would be a part of the history in the folder "
            #expect(outcome.errors.contains(message + "history.\n"), "\(outcome.errors)")
            #expect(!place.has("history"))
        }
        let others = try await place.shell(
            "mkdir history; trackproof \(call) \(options)=history/r.json; ls history | grep -v ndjson")
        #expect(others.output.hasSuffix("r.json\n"), "\(others.errors)")
    }

    /// Tests files in the folder of a plan that the next command would read as files of the plan.
    @Test(arguments: [
        ("plan check r.ndjson --plan Tracking --report markdown=Tracking/a.yaml", "--report markdown: Tracking/a.yaml"),
        ("plan check r.ndjson --report json=Tracking/a.yml", "--report json: Tracking/a.yml"),
        ("plan check r.ndjson --plan Tracking --report json=link/./a.yml", "--report json: link/./a.yml"),
        ("plan audit r.ndjson --plan Tracking --resume Tracking/a.yaml", "--resume: Tracking/a.yaml"),
        ("plan coverage r.ndjson --report json=Tracking/a.yaml", "--report json: Tracking/a.yaml"),
        ("plan compile --output Tracking/a.yaml", "--output: Tracking/a.yaml"),
        ("plan compile --check --output Tracking/a.yaml", "--output: Tracking/a.yaml"),
        (
            "verify r.ndjson --snapshot s.json --plan Tracking --report json=Tracking/a.yaml",
            "--report json: Tracking/a.yaml"
        ),
        ("run --plan Tracking --recording Tracking/a.yaml -- touch ran", "--recording: Tracking/a.yaml"),
        ("run --plan Tracking --history Tracking/a.yaml -- touch ran", "--history: Tracking/a.yaml"),
    ])
    func aFileInThePlansFolderIsRefused(call: String, words: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        try place.write("{plan: 1, events: {a: {}}}", to: "Tracking/e.yaml")
        _ = try await place.shell("ln -s Tracking link")
        for (folder, call) in [("Tracking", call), ("link", call.replacing("--plan Tracking", with: "--plan link"))] {
            let outcome = try await place.shell("trackproof \(call)")
            #expect(outcome.status == 64)
            let shown = call.contains("--plan") ? folder : "Tracking"
            let message = "Error: \(words) would be a part of the plan in the folder \(shown).\n"
            #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
            #expect(try await place.shell("ls Tracking; ls ran").output == "e.yaml\n")
        }
    }

    @Test(arguments: [
        "run --snapshot FILE -- touch ran", "verify r.ndjson --snapshot FILE", "accept r.ndjson --snapshot FILE",
    ])
    func aSnapshotHasAPendingSnapshotOfItsOwn(call: String) async throws {
        let place = try Workplace(recording: Fixture.regressed)
        try place.write(Fixture.snapshot, to: "s")
        for (path, message) in [
            ("s", "s.json and s have the same pending snapshot, s.pending.json; rename one of them."),
            ("s.json", "s and s.json have the same pending snapshot, s.pending.json; rename one of them."),
            ("s.pending.json", "s.pending.json: is a pending snapshot; --snapshot needs the snapshot itself."),
        ] {
            let outcome = try await place.shell("trackproof \(call.replacing("FILE", with: path))")
            #expect(outcome.status == 64)
            #expect(outcome.errors.hasPrefix("Error: \(message)\n"), "\(outcome.errors)")
        }
        #expect(!place.has("ran") && !place.has("s.pending.json"))
        try place.write(AcceptTests.accepted, to: "s.pending.json")
        let accepted = try await place.trackproof("accept", "--all")
        #expect(accepted.status == 64)
        #expect(accepted.errors.contains("s.json and s have the same pending snapshot, s.pending.json; rename one"))
        #expect(try place.read("s.json") == Fixture.snapshot)
    }

    // MARK: Writing

    @Test func aPipeNamedLikeAPendingFileIsNotReplaced() async throws {
        let place = try Workplace(recording: Fixture.regressed)
        let outcome = try await place.shell(
            "mkfifo s.pending.json; trackproof verify r.ndjson --snapshot s.json; test -p s.pending.json || echo gone")
        #expect(outcome.errors == "trackproof: s.pending.json: cannot create: File exists\n")
        #expect(!outcome.output.contains("gone"))
    }

    /// Tests the permissions of a recording that exists only while the app runs. The app prints the permissions.
    @Test(arguments: [("", 1), ("--runs 2 --record all --snapshot s.json", 2)])
    func aTemporaryRecordingIsPrivate(options: String, runs: Int) async throws {
        let place = try Workplace()
        let outcome = try await place.shell(
            """
            umask 022
            trackproof run \(options) -- sh -c 'trackproof-demo-app >&2; for file in $(find tmp -type f); do
                stat -c %a "$file" 2>/dev/null || stat -f %Lp "$file"; done'
            """)
        let modes = outcome.output.split(separator: "\n")
        #expect(modes.count >= runs && modes.allSatisfy { $0 == "600" }, "\(outcome.output)\(outcome.errors)")
    }

    @Test func theDemoFollowsNoLinkAndWritesPrivateFiles() async throws {
        let place = try Workplace()
        try place.write("mine", to: "precious")
        let trapped = try await place.shell(
            "mkdir d; touch d/.trackproof-demo; ln -s ../precious d/healthy.ndjson; trackproof demo --output d")
        #expect(trapped.status == 73)
        #expect(trapped.errors == "trackproof: d/healthy.ndjson: is a symbolic link, which the demo does not follow\n")
        #expect(try place.read("precious") == "mine")
        #expect(try await place.shell("umask 022; trackproof demo --output e").status == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: place.path + "/e") {
            #expect(try mode("e/" + name, in: place) == 0o600, "\(name)")
        }
    }

    // MARK: Removing

    // MARK: Reading

    /// Commands that read a file. `FILE` is a placeholder for the name of the file.
    static let readers = [
        "verify FILE --snapshot s.json", "verify r.ndjson --snapshot FILE", "diff FILE s.json", "diff s.json FILE",
        "show FILE", "accept FILE --snapshot new.json", "accept r.ndjson --snapshot FILE",
        "run --snapshot FILE -- echo ran",
    ]

    @Test(arguments: readers)
    func anEndlessFileIsRefused(call: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        for file in ["/dev/zero"] + FullDevice.paths {
            let outcome = try await place.shell("trackproof \(call.replacing("FILE", with: file))")
            #expect(outcome.status == 65, "\(outcome.errors)")
            #expect(outcome.errors.hasPrefix("trackproof: \(file):1:1: expected "), "\(outcome.errors)")
            #expect(!outcome.output.contains("ran"))
        }
        #expect(try place.read("s.json") == Fixture.snapshot)
    }

    @Test(arguments: readers)
    func aPipeWithoutAWriterIsRefused(call: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        let outcome = try await place.shell("mkfifo pipe; trackproof \(call.replacing("FILE", with: "pipe"))")
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.errors == "trackproof: pipe: cannot read: no process is writing to this pipe\n")
    }

    @Test func aPipeWithAWriterIsRead() async throws {
        let place = try Workplace(recording: Fixture.recording)
        let outcome = try await place.shell(
            """
            mkfifo pipe
            (head -n 1 r.ndjson; sleep 3; tail -n +2 r.ndjson) >pipe &
            trackproof verify pipe --snapshot s.json
            bash -c 'trackproof verify <(sleep 3; cat r.ndjson) --snapshot s.json'
            bash -c 'trackproof show <(true) --format ndjson'
            """)
        #expect(outcome.output == "2 events as expected\n2 events as expected\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test(arguments: ["cat /dev/zero", "yes", "yes '  x'"])
    func endlessInputIsRefusedAtItsBeginning(producer: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        for call in Self.readersOfInput {
            let outcome = try await place.shell("\(producer) | trackproof \(call)")
            #expect(outcome.status == 65, "\(outcome.errors)")
            #expect(outcome.errors.contains("trackproof: -:1:"))
        }
    }

    static let readersOfInput = [
        "show -", "verify - --snapshot s.json", "diff - s.json", "accept - --snapshot new.json",
    ]

    /// Tests endless input. There are only two calls, because each call copies a gigabyte.
    @Test func endlessEventsAreRefusedAfterOneGigabyte() async throws {
        let place = try Workplace(recording: Fixture.recording)
        for call in ["show -", "accept - --snapshot new.json"] {
            let outcome = try await place.shell(#"yes '{"name":"a"}' | trackproof \#(call)"#)
            #expect(outcome.status == 74)
            #expect(
                outcome.errors
                    == "trackproof: -: cannot read: the input exceeds 1024 MB and may be endless; write it to a file first\n"
            )
        }
        #expect(!place.has("new.json"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp") == [])
    }

    @Test func aPipeIsNotAnUnusedSnapshot() async throws {
        let place = try Workplace()
        try place.write(#"{"snapshot":1,"events":[]}"#, to: "__Snapshots__/used.json")
        let outcome = try await place.shell(
            """
            mkfifo __Snapshots__/pipe.json
            trackproof run --unused-snapshots -- \
            sh -c 'echo "$PWD/__Snapshots__/used.json" >>"$TRACKPROOF_USED_SNAPSHOTS"'
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    // MARK: Statuses
}
