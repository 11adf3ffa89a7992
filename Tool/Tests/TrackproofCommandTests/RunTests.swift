import Foundation
import Testing

@Suite("trackproof run", .timeLimit(.minutes(15)))
struct RunTests {
    @Test(arguments: ["tcp", "file"])
    func recordsTheEventsOfTheApp(bridge: String) async throws {
        let place = try Workplace()
        let outcome = try await place.trackproof(
            "run", "--bridge", bridge, "--recording", "r.ndjson", "--", "trackproof-demo-app")
        #expect(outcome.status == 0)
        // The command must not change the output of the app.
        let alone = try await place.shell("trackproof-demo-app")
        #expect(outcome.output == alone.output)
        let table = outcome.errors.split(separator: "\n")
        #expect(table.count == 21)
        #expect(table.first == "#   kind      name             parameters")
        #expect(table.last?.contains("20  track     open_screen") == true)

        let lines = try place.read("r.ndjson").split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines[0].hasPrefix(#"{"recording":1,"app":"trackproof-demo-app","started":"20"#))
        #expect(lines[1].hasPrefix(#"{"name":"app_launched","parameters":{"session_id":""#))
        #expect(lines[20].contains(#""seq":20,"#))
        // The command leaves no files of the bridge.
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp") == [])
    }

    @Test(arguments: ["tcp", "file"])
    func recordsTheEventsOfChildProcesses(bridge: String) async throws {
        let place = try Workplace()
        let outcome = try await place.trackproof(
            "run", "--bridge", bridge, "--recording", "r.ndjson", "--", "sh", "-c",
            "trackproof-demo-app & trackproof-demo-app; wait")
        #expect(outcome.status == 0)
        let lines = try place.read("r.ndjson").split(separator: "\n")
        #expect(lines.count == 41)
        #expect(lines.filter { $0.contains(#""name":"app_launched""#) }.count == 2)
        // The sequence numbers follow the order in which the events arrived, without gaps.
        for number in 1...40 { #expect(lines[number].contains("\"seq\":\(number),")) }
    }

    @Test(arguments: ["tcp", "file"])
    func theBridgesEnvironmentReachesSimulators(bridge: String) async throws {
        let outcome = try await Workplace().trackproof("run", "--bridge", bridge, "--", "env")
        var values: [Substring: Substring] = [:]
        for line in outcome.output.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        let prefix = bridge == "tcp" ? "tcp://127.0.0.1:" : "file:/"
        let address = try #require(values["TRACKPROOF_BRIDGE"])
        #expect(address.hasPrefix(prefix))
        #expect(values["TEST_RUNNER_TRACKPROOF_BRIDGE"] == address)
        #expect(values["SIMCTL_CHILD_TRACKPROOF_BRIDGE"] == address)
        if bridge != "file" {
            let token = try #require(values["TRACKPROOF_TOKEN"])
            #expect(token.count > 20)
            #expect(values["TEST_RUNNER_TRACKPROOF_TOKEN"] == token)
            #expect(values["SIMCTL_CHILD_TRACKPROOF_TOKEN"] == token)
        }
    }

    @Test(arguments: [
        ("sh -c 'exit 7'", 7, ""), ("sh -c 'kill -9 $$'", 137, ""), ("sh -c 'kill -15 $$'", 143, ""),
        ("./nothing", 127, "trackproof: ./nothing: no such file\n"),
        ("nothing-of-that-name", 127, "trackproof: nothing-of-that-name: command not found\n"),
        ("./s.json", 126, "trackproof: ./s.json: is not executable\n"),
        ("./tmp", 126, "trackproof: ./tmp: is not executable\n"),
        ("./garbage", 126, nil),
        ("./lost", 126, "trackproof: ./lost: cannot execute: its interpreter does not exist\n"),
    ])
    func theExitStatusIsThatOfTheCommand(command: String, status: Int32, errors: String?) async throws {
        let place = try Workplace(recording: "")
        try place.write("\u{0}\u{1}garbage", to: "garbage")
        try place.write("#!/no/such/interpreter\n", to: "lost")
        let outcome = try await place.shell("chmod +x garbage lost; trackproof run -- \(command)")
        #expect(outcome.status == status)
        #expect(outcome.output == "")
        switch errors {
        case ""?: #expect(outcome.errors.hasPrefix("trackproof: no app connected"))
        case let errors?: #expect(outcome.errors == errors)
        case nil: #expect(outcome.errors.hasPrefix("trackproof: ./garbage: cannot execute: "))
        }
    }

    @Test func aFileInThePathThatIsNotExecutableExits126() async throws {
        let place = try Workplace(recording: "")
        let outcome = try await place.shell(#"PATH="$PWD:$PATH" trackproof run -- s.json"#)
        #expect(outcome.status == 126)
        #expect(outcome.errors == "trackproof: \(place.path)/s.json: is not executable\n")
    }

    @Test func theCommandHasDefaultSignalDispositions() async throws {
        // The app's process must handle signals as usual: a broken pipe ends it, as without trackproof.
        let outcome = try await Workplace().trackproof(
            "run", "--", "sh", "-c", "(while :; do echo; done; echo never >&2) | true; kill -INT $$; echo never >&2")
        #expect(outcome.status == 130)
        #expect(!outcome.errors.contains("never"))
    }

    @Test func reportsAreWrittenToTheirFilesOrStandardError() async throws {
        let place = try Workplace()
        try await place.recordWalk()
        let outcome = try await place.trackproof(
            "run", "--snapshot", "walk.json", "--report", "junit=out/r.xml", "--report", "json=r.json", "--report",
            "github", "--", "trackproof-demo-app", "--regressions", "lost,twice,renamed,retyped,changed,swapped")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("Opens the app\n") && outcome.output.hasSuffix("Sees 1 favourite\n"))
        // The command prints the report `github` on standard error instead of the text of the differences.
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("::error file=walk.json,title=") })
        #expect(
            lines.first.map(String.init) == "trackproof: review and accept the pending snapshot: "
                + "trackproof accept walk.pending.json")
        let kinds = ["changed", "moved", "missing", "changed", "duplicated", "renamed"]
        #expect(try Set(place.kinds(ofReport: "r.json")) == Set(kinds))
        #expect(try place.kinds(ofReport: "r.json").count == 6)
        let junit = try JUnitDocument(place.read("out/r.xml"))
        #expect(junit.failures.count == 6)
    }

    @Test(arguments: ["rm -f s.json", "mv s.json other.json || :"], ["--record missing", "--runs 2 --record all"])
    func aSnapshotThatDisappearsIsNotRecordedAgain(deed: String, options: String) async throws {
        let place = try Workplace()
        try place.write(Fixture.snapshot, to: "s.json")
        let outcome = try await place.shell(
            "trackproof run --snapshot s.json \(options) -- sh -c 'trackproof-demo-app >&2; \(deed) 2>/dev/null'; "
                + "status=$?; test -e s.json && echo recorded; exit $status")
        #expect(outcome.status == 66)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.hasSuffix("trackproof: s.json: cannot open: it was removed during the run\n"),
            "\(outcome.errors)")
    }

    /// Tests a recording that another process replaces as soon as it appears.
    @Test func aRunIsJudgedOnItsOwnEvents() async throws {
        let place = try Workplace()
        try await place.recordWalk()
        let outcome = try await place.shell(
            """
            printf '{"name":"foreign"}\\n' >foreign
            (until test -e stop; do cp foreign other; mv other r.ndjson; done) 2>/dev/null &
            trackproof run --snapshot walk.json --recording r.ndjson -- trackproof-demo-app
            status=$?; : >stop; wait; exit $status
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors == "20 events as expected\n")
    }

    @Test(arguments: ["pipe", "/dev/null"])
    func aRecordingNeedsARegularFile(path: String) async throws {
        let place = try Workplace()
        let outcome = try await place.shell("mkfifo pipe; trackproof run --recording \(path) -- touch ran")
        #expect(outcome.status == 73)
        #expect(outcome.errors == "trackproof: \(path): cannot create: it is not a regular file\n")
        #expect(!place.has("ran"))
    }

}

extension Workplace {
    /// Returns the kinds of the differences in a JSON report.
    func kinds(ofReport name: String) throws -> [String] {
        struct Report: Decodable {
            struct Section: Decodable { let differences: [Difference]? }
            struct Difference: Decodable { let kind: String }
            let sections: [Section]
        }
        let report = try JSONDecoder().decode(Report.self, from: Data(read(name).utf8))
        return report.sections.flatMap { $0.differences ?? [] }.map(\.kind)
    }
}
