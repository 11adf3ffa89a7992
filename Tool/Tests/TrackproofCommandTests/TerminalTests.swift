import Foundation
import Testing

/// Tests of commands on a terminal. They start fifty programs.
@Suite("Colour and progress are for terminals", .timeLimit(.minutes(15)))
struct TerminalTests {
    /// Whether util-linux's `script` exists, which runs a command in a terminal. BSD's `script` has other options.
    static let hasScript: Bool = {
        #if os(Linux)
            FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
        #else
            false
        #endif
    }()

    @Test func noColourWithoutATerminal() async throws {
        let place = try Workplace(recording: Fixture.regressed)
        let outcome = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(!(outcome.output + outcome.errors).contains("\u{1B}"))
    }

    @Test(.enabled(if: hasScript, "needs util-linux's script"))
    func colourOnATerminal() async throws {
        let place = try Workplace(recording: Fixture.regressed)
        let outcome = try await place.shell("script -qec 'trackproof verify r.ndjson --snapshot s.json' /dev/null")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("\u{1B}[31m- missing    track a\u{1B}[0m\r\n"))
    }

    @Test(.enabled(if: hasScript, "needs util-linux's script"), arguments: ["NO_COLOR=1", "TERM=dumb"])
    func noColourIfTheEnvironmentDisablesIt(setting: String) async throws {
        let place = try Workplace(recording: Fixture.regressed)
        let outcome = try await place.shell(
            "\(setting) script -qec 'trackproof verify r.ndjson --snapshot s.json' /dev/null")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("- missing    track a\r\n"))
        #expect(!outcome.output.contains("\u{1B}"))
    }

    @Test(.enabled(if: hasScript, "needs util-linux's script"), arguments: ["json", "ndjson", "csv", "table"])
    func noNameControlsTheTerminal(format: String) async throws {
        let place = try Workplace(recording: "{\"name\":\"\\u001b[31m\u{9B}2J\u{202E}\u{85}é👩‍👩‍👧\"}\n")
        let outcome = try await place.shell(
            "NO_COLOR=1 script -qec 'trackproof show r.ndjson --format \(format)' /dev/null")
        let plain = outcome.output.replacing("\r\n", with: "\n")
        #expect(
            plain.unicodeScalars.allSatisfy {
                let isControl = $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
                return !isControl || $0 == "\n" || $0 == "\u{200D}"
            })
        #expect(plain.contains("é👩‍👩‍👧"))
        if format != "table" { #expect(plain.contains(#"[31m\u009b2J\u202e\u0085"#)) }
    }

    @Test(.enabled(if: hasScript, "needs util-linux's script"))
    func longWorkShowsProgressOnATerminal() async throws {
        let place = try Workplace(recording: "")
        let outcome = try await place.shell(
            """
            yes '{"name":"a","parameters":{"x":[1,2,3,4,5,6,7,8,9,10,11,12,13,14]}}' | head -n 110000 >big.ndjson
            cat >slowly.sh <<'END'
            (head -n 55000 big.ndjson; sleep 1.5; tail -n 55000 big.ndjson) |
                trackproof verify - --snapshot big.ndjson
            END
            script -qec 'sh slowly.sh' /dev/null
            """)
        let shown = try #require(outcome.output.range(of: "00000 events read\r"))
        // At its end, the command erases the progress with spaces, and not with an escape sequence.
        let erased = "\r" + String(repeating: " ", count: "200000 events read".count) + "\r"
        #expect(outcome.output[shown.lowerBound...].hasSuffix(erased + "110000 events as expected\r\n"))
        #expect(!outcome.output.contains("\u{1B}"))
    }

    @Test(.enabled(if: hasScript, "needs util-linux's script"))
    func ctrlCOnATerminalReachesTheCommand() async throws {
        // Ctrl-C also reaches the app. trackproof waits until the app has ended, and exits with the app's status. The
        // outer shell gets the signal too and traps it, because some shells would end before they print the status.
        let place = try Workplace()
        let outcome = try await place.shell(
            """
            mkfifo keys ready
            # A shell makes its background processes ignore Ctrl-C.
            env --default-signal=INT script -qec 'trap : INT; trackproof run -- sh -c "
            trap \\"echo caught; exit 9\\" INT; echo >ready; while :; do sleep 0.1; done"; echo status $?' /dev/null <keys &
            exec 3>keys
            read word <ready
            printf '\\003' >&3
            wait $!
            """)
        #expect(outcome.output.contains("caught\r\n"), "\(outcome)")
        #expect(outcome.output.hasSuffix("status 9\r\n"), "\(outcome)")
    }
}
