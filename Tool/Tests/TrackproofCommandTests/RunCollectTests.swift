import Testing

/// Tests that `run --collect` compares the events that the app tracked with the events that its SDK sent.
///
/// In these tests, the app is a script that writes to a `file:` bridge and sends requests as Segment's SDK does.
@Suite("trackproof run --collect", .timeLimit(.minutes(15)))
struct RunCollectTests {
    private func run(_ app: String, _ options: String..., at place: Workplace) async throws -> Outcome {
        try await place.collect(app, options.joined(separator: " "))
    }

    @Test(arguments: [0, 3])
    func aStoreDamagedDuringTheRunExits74(status: Int) async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            import glob, sys
            track("paid", total=3)
            send(item("paid", "1", total=3))
            done()
            for name in glob.glob(os.environ["TMPDIR"] + "/trackproof-*/wire.sqlite*"):
                with open(name, "r+b") as file: file.write(b"x" * os.path.getsize(name))
            sys.exit(\(status))
            """, "--recording r.ndjson", at: place)
        #expect(outcome.status == 74)
        #expect(
            outcome.errors.contains("trackproof: python3 ended with status \(status), but the collector failed: "),
            "\(outcome.errors)")
        #expect(outcome.errors.hasSuffix("; what SDKs sent is unknown\n"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("wire:segment against"))
        #expect(try place.read("r.ndjson").contains(#""name":"paid""#))
    }

    /// Tests a store that fails. The SDK is not at fault, so the command must not report a lost event.
    @Test func aStoreThatCannotBeWrittenExits74() async throws {
        let place = try Workplace()
        let outcome = try await run(
            """
            import glob, sqlite3, urllib.error
            track("paid", total=3)
            store = sqlite3.connect(glob.glob(os.environ["TMPDIR"] + "/trackproof-*/wire.sqlite")[0], isolation_level=None)
            store.execute("BEGIN EXCLUSIVE")
            try:
                send(item("paid", "1", total=3))
            except urllib.error.HTTPError as error:
                print(error.code)
            store.execute("ROLLBACK")
            done()
            """, "--recording r.ndjson", at: place)
        #expect(outcome.status == 74)
        #expect(outcome.output == "503\n")
        #expect(
            outcome.errors.hasSuffix(
                """
                trackproof: python3 ended with status 0, but the collector failed: 1 request could not be stored; what SDKs \
                sent is unknown

                """), "\(outcome.errors)")
    }
}

extension Workplace {
    /// Runs a Python script under `trackproof run --collect`. The script can call functions of `collected_app.py`.
    func collect(_ app: String, _ options: String) async throws -> Outcome {
        try write("from collected_app import *\n" + app, to: "app.py")
        return try await shell("trackproof run --collect --bridge file \(options) -- python3 app.py")
    }
}
