import Testing

/// Tests closed standard streams, a low limit for open files, and unusual folders for temporary files.
@Suite("Closed streams and unusual environments", .timeLimit(.minutes(15)))
struct ClosedStreamTests {
    private func place() throws -> Workplace {
        let place = try ArchiveCheckTests.workplace()
        try place.write(Fixture.recording, to: "r.ndjson")
        try place.write(Fixture.snapshot, to: "s.json")
        return place
    }

    @Test(arguments: [
        "verify r.ndjson --snapshot s.json", "show r.ndjson", "plan check r.ndjson", "plan split r.ndjson",
        "plan audit --partial r.ndjson", "diff r.ndjson s.json", "--help", "--version",
        "verify r.ndjson --snapshot s.json --report json",
    ])
    func aClosedStandardOutputIsAnError(call: String) async throws {
        let place = try place()
        let outcome = try await place.shell("trackproof \(call) >&-")
        #expect(outcome.status == 74)
        if !call.hasPrefix("--") {
            #expect(outcome.errors == "trackproof: standard output: cannot write: Bad file descriptor\n")
        }
        #expect(try place.read("r.ndjson") == Fixture.recording)
        #expect(try place.read("s.json") == Fixture.snapshot)
    }

    /// Tests that a stream that cannot be written loses neither the reports nor the history.
    @Test(arguments: [
        "verify other.ndjson --snapshot s.json REPORTS >STREAM",
        "verify r.ndjson --snapshot s.json --plan Tracking REPORTS >STREAM",
        "verify r.ndjson --snapshot s.json --report text REPORTS >STREAM", "plan check r.ndjson REPORTS >STREAM",
        "plan coverage r.ndjson REPORTS >STREAM", "report --from whole.json REPORTS >STREAM",
        "run --bridge file REPORTS -- sh app 2>STREAM", "run --bridge file --plan Tracking REPORTS -- sh app 2>STREAM",
        "run --bridge file --snapshot s.json REPORTS -- sh app 2>STREAM",
        "run --bridge file --record all --snapshot misfit.json REPORTS -- sh app 2>STREAM",
        "run --bridge file --collect REPORTS -- sh wired 2>STREAM",
    ])
    func aStreamThatCannotBeWrittenLosesNoReport(call: String) async throws {
        let place = try place()
        try place.write(Fixture.regressed, to: "other.ndjson")
        try place.write(
            #"{"snapshot":1,"events":[{"name":"c"}],"volatile":{"c":{"y":"uuid"}}}"#, to: "misfit.json")
        try place.write(
            #"printf '%s\n' '{"hello":1,"writer":"w"}' '{"name":"c","parameters":{"y":[1]},"seq":1,"writer":"w"}' "#
                + #"'{"bye":1,"writer":"w"}' >>"${TRACKPROOF_BRIDGE#file:}""#, to: "app")
        try place.write(
            #"curl -s -H 'Content-Type: application/json' -d '{"batch":[{"type":"track","event":"c","messageId":"m"}]}' "#
                + #""$TRACKPROOF_COLLECTOR_SEGMENT/v1/batch"; . ./app"#, to: "wired")
        _ = try await place.shell("trackproof verify other.ndjson --snapshot s.json --report json=whole.json")
        for stream in FullDevice.paths + ["&-"] {
            let reports = "--report json=r.json --report junit=r.xml --history history"
            let script = call.replacing("REPORTS", with: reports).replacing("STREAM", with: stream)
            let outcome = try await place.shell("rm -rf r.json r.xml history; trackproof \(script)")
            #expect(outcome.status == 74, "\(script): \(outcome.errors)")
            #expect(try place.read("r.json").hasPrefix(#"{"report":1,"#), "\(script)")
            #expect(try place.read("r.xml").hasSuffix("</testsuites>\n"), "\(script)")
            #expect(try await place.shell("cat history/* | wc -l").output.contains("1"), "\(script)")
        }
    }

    /// A file that the command opens must not become its standard output.
    @Test func noFileBecomesAStream() async throws {
        let place = try place()
        for streams in [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"] {
            _ = try await place.shell(
                """
                trackproof plan audit r.ndjson --resume state \(streams); trackproof show r.ndjson \(streams)
                trackproof run --recording kept.ndjson -- trackproof-demo-app \(streams)
                cp state state.1
                trackproof plan audit r.ndjson --resume state >/dev/null
                """)
            #expect(try place.read("r.ndjson") == Fixture.recording)
            #expect(try place.read("s.json") == Fixture.snapshot)
            #expect(try place.read("state") == place.read("state.1"))
            let kept = try await place.shell(
                "trackproof show kept.ndjson --format ndjson | wc -l; rm state kept.ndjson")
            #expect(!kept.output.hasPrefix("0"))
        }
    }

    @Test(arguments: [
        "show -", "verify - --snapshot s.json", "plan audit -", "plan audit --partial --splits -", "report --from -",
    ])
    func aClosedStandardInputIsAnError(call: String) async throws {
        let outcome = try await place().shell("trackproof \(call) <&-")
        #expect(outcome.status == 74)
        #expect(outcome.errors == "trackproof: -: cannot read: Bad file descriptor\n")
    }

    @Test func theStatusIsTheSameWithoutStandardError() async throws {
        let outcome = try await place().shell(
            """
            trackproof verify r.ndjson --snapshot s.json 2>&-; echo "status $?"
            trackproof show none 2>&-; echo "status $?"
            trackproof run -- sh -c 'exit 3' 2>&-; echo "status $?"
            trackproof nonsense 2>&-; echo "status $?"
            """)
        #expect(outcome.output == "2 events as expected\nstatus 0\nstatus 66\nstatus 3\nstatus 64\n")
    }

    @Test func theCommandGetsClosedStreamsTo() async throws {
        let outcome = try await place().shell(
            """
            trackproof run -- sh -c 'read x; echo "read $?" >&2; echo x' <&- >&-; echo "status $?" >&2
            """)
        #expect(outcome.errors.contains("read 1\n"), "\(outcome.errors)")
    }

    // MARK: Open files

    @Test(arguments: [
        ("run -- true", 50), ("run --collect -- true", 50), ("run --bridge file -- true", 50),
        ("collect --port 0", 50), ("demo", 50), ("plan check archive", 10), ("verify r.ndjson --snapshot s.json", 10),
        ("report --from report.json", 10), ("accept --all", 10),
    ])
    func aLowLimitForOpenFilesIsAClearError(call: String, end: Int) async throws {
        let place = try place()
        for limit in [3, 4, 5, 6, 8, 10, 12, 14, 17, 20, 24, 28, 34, 42] where limit <= end {
            let outcome = try await place.shell("ulimit -n \(limit); exec trackproof \(call)")
            // The loader needs a descriptor too. Without one, it ends the program with status 127.
            if limit == 3, outcome.status == 127 { continue }
            #expect(outcome.status == 74, "\(limit): \(outcome.errors)")
            #expect(outcome.errors.hasSuffix("raise the limit (ulimit -n)\n"), "\(limit): \(outcome.errors)")
        }
    }

    @Test func manyFilesNeedFewDescriptors() async throws {
        let place = try place()
        for number in 0..<100 { try place.write(Fixture.recording, to: "archive/\(number).ndjson") }
        let outcome = try await place.shell(
            "trackproof plan audit archive >whole; ulimit -n 12; trackproof plan audit archive --jobs 2 | cmp - whole")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    // MARK: Temporary files

    @Test(arguments: ["line\nbreak", "  spaces ", "quote'\"", "é\u{301}", "*?[a]", "-r", "a,b#c:d"])
    func aFolderForTemporaryFilesCanHaveAnyName(name: String) async throws {
        let place = try place()
        try place.write("", to: "\(name)/.keep")
        let outcome = try await place.shell(
            """
            export TMPDIR="$PWD/$NAME"
            trackproof show - --format ndjson <r.ndjson
            for bridge in tcp file; do
                trackproof run --bridge $bridge --recording $bridge.ndjson -- trackproof-demo-app >/dev/null 2>>err; echo "status $?"
                trackproof show $bridge.ndjson --format ndjson | wc -l
            done
            trackproof run --collect --unused-snapshots --report json=r.json -- trackproof-demo-app >/dev/null 2>>err
            ls "$TMPDIR"
            """, environment: ["NAME": name])
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.prefix(2).joined(separator: "\n") + "\n" == Fixture.recording, "\(outcome.errors)")
        #expect(Set(lines.dropFirst(2)).count == 2, "\(outcome.output)")
        #expect(lines.count == 6, "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: ["none", "file"])
    func aFolderForTemporaryFilesThatCannotBeUsed(folder: String) async throws {
        let place = try place()
        try place.write("", to: "file")
        for call in ["show - <r.ndjson", "run -- true", "run --bridge file -- true", "run --collect -- true"] {
            let outcome = try await place.shell("export TMPDIR=\(folder); trackproof \(call)")
            #expect(outcome.status == 73, "\(call): \(outcome.errors)")
            #expect(outcome.errors.hasPrefix("trackproof: "), "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
        }
    }
}
