import Foundation
import TestPrograms
import Testing

/// Tests how `trackproof` finds, starts and ends the program `trackproof-collector`.
@Suite("The collector's program", .timeLimit(.minutes(15)))
struct CollectorProgramTests {
    /// Returns a folder with a copy of `trackproof`, which has no other program beside it.
    private func lonely() throws -> Workplace {
        let place = try Workplace()
        try FileManager.default.copyItem(atPath: Products.command, toPath: place.path + "/trackproof")
        return place
    }

    @Test(arguments: ["collect", "help collect", "run --collect -- touch started"])
    func withoutTheProgramExits127(arguments: String) async throws {
        let place = try lonely()
        let outcome = try await place.shell("PATH=/usr/bin:/bin ./trackproof \(arguments)")
        #expect(outcome.status == 127)
        #expect(outcome.output == "")
        #expect(
            outcome.errors
                == "trackproof: trackproof-collector is neither beside trackproof nor in PATH; `make install` "
                + "installs both programs\n")
        #expect(!place.has("started"))
    }

    /// Tests that the program in `PATH` gets all arguments, streams and the process itself.
    @Test func theProgramInThePathReplacesTheProcess() async throws {
        let place = try lonely()
        try place.write(
            """
            #!/bin/bash
            echo "$$ $TRACKPROOF_VERSION"
            printf '[%s]' "$@" | od -An -c | tr -d ' \\n'; echo
            cat
            exit 9
            """, to: "bin/trackproof-collector")
        let outcome = try await place.shell(
            """
            chmod +x bin/trackproof-collector
            echo input | PATH="$PWD/bin:$PATH" bash -c "echo \\$\\$; exec ./trackproof collect --port '' $'\\xff a' --"
            """)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(outcome.errors)")
        #expect(lines[1].split(separator: " ").first.map(String.init) == lines[0])
        #expect(lines[2] == "[--port][][377a][--]")
        #expect(lines[3] == "input")
        #expect(outcome.status == 9)
    }

    @Test func aProgramOfAnotherVersionIsRefused() async throws {
        let outcome = try await Workplace().shell("TRACKPROOF_VERSION=9.8.7 trackproof-collector --port 0")
        #expect(outcome.status == 126)
        #expect(
            outcome.errors == "trackproof: trackproof has the version 9.8.7, but trackproof-collector has the version "
                + "0.1.0; install both programs of one version\n")
    }

    @Test func aRunWithAProgramOfAnotherVersionFailsBeforeItsCommand() async throws {
        let place = try lonely()
        try place.write(
            "#!/bin/sh\nTRACKPROOF_VERSION=9.8.7 exec '\(Products.folder)/trackproof-collector' \"$@\"\n",
            to: "trackproof-collector")
        let outcome = try await place.shell(
            "chmod +x trackproof-collector; ./trackproof run --collect -- touch started")
        #expect(outcome.status == 126)
        #expect(outcome.errors.contains("trackproof has the version 9.8.7"))
        #expect(!place.has("started"))
    }

    @Test func theHelpNamesTheCommandAsTheUserTypedIt() async throws {
        let place = try Workplace()
        let collect = try await place.trackproof("collect", "--help")
        #expect(collect.status == 0)
        #expect(collect.output.contains("\nUSAGE: trackproof collect <options>"))
        #expect(try await place.trackproof("help", "collect").output == collect.output)
        let program = try await place.shell("trackproof-collector --help")
        #expect(program.output.contains("\nUSAGE: trackproof-collector <options>"))
    }

    /// Tests a collector that is killed during a run: what SDKs sent is unknown, so the run fails.
    @Test func aKilledCollectorFailsTheRun() async throws {
        let place = try Workplace()
        let outcome = try await place.shell(
            "trackproof run --collect -- sh -c 'pkill -9 -P $PPID trackproof'")
        #expect(outcome.status == 74)
        #expect(
            outcome.errors.hasPrefix("trackproof: sh ended with status 0, but the collector failed: http://127.0.0.1:"))
        #expect(outcome.errors.hasSuffix("; what SDKs sent is unknown\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp") == [])
    }

    /// Tests that a collector does not outlive a `trackproof run` that is killed.
    @Test func aCollectorEndsWithItsRun() async throws {
        let place = try Workplace()
        let outcome = try await place.shell(
            """
            trackproof run --collect -- sh -c 'echo $$ >child; echo $TRACKPROOF_COLLECTOR >address; exec sleep 200' &
            until [ -s address ]; do sleep 0.05; done
            kill -9 $!
            while curl -s --noproxy '*' -o /dev/null "$(cat address)/trackproof/v1/health"; do sleep 0.05; done
            kill "$(cat child)"
            """)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try place.read("address").hasPrefix("http://127.0.0.1:"))
    }
}
