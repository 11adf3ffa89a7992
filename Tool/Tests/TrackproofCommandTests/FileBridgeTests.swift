import Testing

/// Tests that the command reports each line in a bridge's file that is invalid or names no writer.
@Suite("trackproof run --bridge file", .timeLimit(.minutes(15)))
struct FileBridgeTests {
    private func run(_ lines: String...) async throws -> Outcome {
        let place = try Workplace()
        try place.write(lines.map { $0 + "\n" }.joined(), to: "lines")
        return try await place.shell(
            #"trackproof run --bridge file -- sh -c 'cat lines >"${TRACKPROOF_BRIDGE#file:}"'"#)
    }

    @Test func linesWithoutAWriterAreReported() async throws {
        let outcome = try await run(#"{"name":"a"}"#, #"{"name":"b","seq":1}"#)
        #expect(outcome.status == 74)
        #expect(
            outcome.errors
                == "trackproof: the bridge's file: 2 of 2 lines refused: line 1: expected a string in the member \"writer\"\n"
        )
    }

    @Test func badLinesAmongAWritersLinesAreReported() async throws {
        let outcome = try await run(
            #"{"hello":1,"writer":"1-a"}"#, #"{"name":"a","seq":1,"writer":"1-a"}"#, #"{"name":"b","seq":2}"#,
            "nonsense", #"{"bye":1,"writer":"1-a"}"#)
        #expect(outcome.status == 74)
        #expect(
            outcome.errors.hasPrefix(
                "trackproof: the bridge's file: 2 of 5 lines refused: line 3: expected a string in the member \"writer\"\n"
            ),
            "\(outcome.errors)")
        #expect(!outcome.errors.contains("sent invalid data"))
    }

    @Test func aFileThatIsNotABridgeFileIsReported() async throws {
        let outcome = try await run("nonsense")
        #expect(outcome.status == 74)
        #expect(
            outcome.errors
                == """
                trackproof: the bridge's file: 1 of 1 line refused: line 1, column 1: expected an event \
                object, found 'n'

                """)
    }
}
