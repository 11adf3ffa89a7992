import Foundation
import Testing

/// Tests that a pipe or an endless device in the place of a file never makes a command wait.
@Suite("Pipes and devices in the place of files", .timeLimit(.minutes(15)))
struct SpecialFileTests {
    /// Makes a folder with a plan, a recording, a pipe and a link to `/dev/zero`.
    private func place() async throws -> Workplace {
        let place = try ArchiveCheckTests.workplace()
        try place.write(Fixture.recording, to: "r.ndjson")
        try place.write(Fixture.snapshot, to: "s.json")
        try place.write(Fixture.recording, to: "archive/1.ndjson")
        _ = try await place.shell("mkfifo pipe; ln -s /dev/zero zero; mkdir pipes; mkfifo pipes/a.ndjson")
        return place
    }

    /// Commands with a file that must be regular, and the end of the message.
    static let regular: [(call: String, status: Int32)] = [
        ("plan check pipes", 74), ("plan check 'pipes/*'", 74), ("plan check 'pip**/a*'", 74), ("plan split pipes", 74),
        ("plan audit --partial pipes", 74), ("plan audit zero", 74), ("plan audit r.ndjson /dev/zero", 74),
        ("plan audit --partial --split FILE:0:10", 74),
        ("plan audit r.ndjson --plan FILE", 74), ("plan audit r.ndjson --layout FILE", 74),
        ("plan audit r.ndjson --baseline FILE", 74), ("plan audit r.ndjson --resume FILE", 73),
        ("plan lint --plan FILE", 74), ("plan show --plan FILE", 74), ("plan fmt FILE", 74),
        ("plan diff FILE plan.yaml", 74), ("report --from FILE", 74),
        ("collect --port 0 --store FILE", 73),
    ]

    @Test(arguments: regular, ["pipe", "zero"])
    func aFileThatMustBeRegular(_ row: (call: String, status: Int32), file: String) async throws {
        let outcome = try await place().shell(
            "trackproof \(row.call.replacing("FILE", with: file))")
        #expect(outcome.status == row.status, "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("is not a regular file\n"), "\(outcome.errors)")
    }

    @Test(arguments: [
        "plan audit pipe", "plan audit --partial pipe", "plan audit --partial --splits pipe", "plan merge pipe",
        "plan merge r.ndjson --expect-splits pipe", "plan coverage pipe", "plan init pipe --output new.yaml",
    ])
    func aPipeWithoutAWriter(call: String) async throws {
        let outcome = try await place().shell("trackproof \(call)")
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.errors == "trackproof: pipe: cannot read: no process is writing to this pipe\n")
    }

    @Test func aNamedPipeWithAWriterIsRead() async throws {
        let outcome = try await place().shell(
            """
            (sleep 3; cat archive/1.ndjson) >pipe & trackproof plan check pipe >one; echo "status $?"
            bash -c 'trackproof plan check <(sleep 3; cat archive/1.ndjson)' >two; echo "status $?"
            trackproof plan check /dev/stdin <archive/1.ndjson >three; echo "status $?"
            trackproof plan check archive >four
            trackproof verify r.ndjson --snapshot s.json --report json=report.json >/dev/null
            cat report.json | trackproof report --from /dev/stdin; echo "status $?"
            grep -c 'unplanned' one two three four | sort -t : -k 2 -u | grep -c ''
            """)
        #expect(
            outcome.output == """
                status 1
                status 1
                status 1
                2 events as expected
                status 0
                1

                """, "\(outcome.errors)")
    }

    @Test(arguments: ["accept pipe.pending.json", "accept --all", "accept ."])
    func aPipeNamedLikeAPendingFile(call: String) async throws {
        let place = try Workplace()
        // A process that has the pipe open, and writes nothing, does not make the command wait either.
        let outcome = try await place.shell(
            "mkfifo pipe.pending.json; exec 3<>pipe.pending.json; trackproof \(call)")
        #expect(outcome.status == 74)
        #expect(outcome.errors == "trackproof: pipe.pending.json: cannot open: it is not a regular file\n")
    }

    @Test func anAppThatReplacesTheBridgesFile() async throws {
        let place = try Workplace()
        for target in ["mkfifo $f", "ln -s /dev/zero $f", "mkdir $f"] {
            let outcome = try await place.shell(
                """
                trackproof run --bridge file --timeout 30 -- sh -c 'f=${TRACKPROOF_BRIDGE#file:}; rm -f $f; \(target)'
                """)
            #expect(outcome.status == 74)
            #expect(outcome.errors.hasPrefix("trackproof: the bridge's file: cannot be read: "), "\(outcome.errors)")
        }
    }

    @Test func anAppThatReplacesTheListOfUsedSnapshots() async throws {
        let outcome = try await Workplace().shell(
            """
            trackproof run --unused-snapshots -- \
            sh -c 'rm "$TRACKPROOF_USED_SNAPSHOTS"; mkfifo "$TRACKPROOF_USED_SNAPSHOTS"'
            """)
        #expect(outcome.status == 74)
        #expect(outcome.errors.hasSuffix(": cannot open: it is not a regular file\n"), "\(outcome.errors)")
    }

    @Test func aReportToAPipeThatNobodyReads() async throws {
        let outcome = try await place().shell(
            "trackproof verify r.ndjson --snapshot s.json --report json=pipe")
        #expect(outcome.status == 73)
        #expect(outcome.errors == "trackproof: pipe: cannot create: no process is reading from this pipe\n")
    }

    @Test func certificatesThatArePipes() async throws {
        let place = try Workplace()
        for (name, status) in [("ca.pem", 74), ("ca-key.pem", 73)] as [(String, Int32)] {
            let outcome = try await place.shell(
                "rm -rf .trackproof; mkdir .trackproof; mkfifo -m 600 .trackproof/\(name); "
                    + "trackproof collect --port 0 --tls",
                environment: ["HOME": place.path])
            #expect(outcome.status == status, "\(outcome.errors)")
        }
    }
}
