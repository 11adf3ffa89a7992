import Foundation
import TestSupport
import Testing

/// Whether the shell can limit the address space of a process.
private let isMeasurable: Bool = {
    #if os(Linux)
        true
    #else
        false
    #endif
}()

/// Tests with files that are larger than the memory that the command may use. Reading them takes most of the time.
@Suite("Memory does not grow with the file", .timeLimit(.minutes(15)), .enabled(if: isMeasurable, "needs ulimit -v"))
struct LargeFileTests {
    /// The limit on the command's address space, which includes its code and libraries, in kilobytes.
    private static let limit = 160_000

    @Test func showPrintsManyEventsInLittleMemory() async throws {
        let place = try Workplace()
        // A command that keeps all events needs 70 MB for this file, and 100 MB for its code and libraries.
        let outcome = try await place.shell(
            """
            line='{"name":"event","parameters":{"number":1234567,"text":"0123456789012345678901234567890123456789","flag":true},"seq":1,"time":"2026-01-02T03:04:05.678Z"}'
            yes "$line" | head -c 20000000 >big.ndjson
            ulimit -v \(Self.limit)
            trackproof show big.ndjson --format ndjson | tail -c 30
            """)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("the last line is cut short; earlier events were printed"))
    }

    /// Tests endless input. `make test` leaves this test out, because each call copies a gigabyte.
    @Test(
        .enabled(if: rounds(0, deep: 1) > 0, "copies two gigabytes"), arguments: ["show -", "accept - --snapshot new"])
    func endlessEventsAreRefusedAfterOneGigabyte(call: String) async throws {
        let place = try Workplace()
        let outcome = try await place.shell(
            #"yes '{"name":"a"}' | trackproof \#(call); status=$?; ls tmp; exit $status"#)
        #expect(outcome.status == 74)
        #expect(
            outcome.errors
                == "trackproof: -: cannot read: the input exceeds 1024 MB and may be endless; write it to a file first\n"
        )
        #expect(outcome.output == "" && !place.has("new"))
    }

    @Test func aHugeLineIsRefusedInLittleMemory() async throws {
        let place = try Workplace(recording: "")
        // The file is sparse after the beginning of a string. So its gigabyte takes no space on disk.
        let outcome = try await place.shell(
            """
            printf '{"name":"' >big.ndjson
            truncate -s 1G big.ndjson
            ulimit -v \(Self.limit)
            trackproof verify big.ndjson --snapshot s.json
            """)
        #expect(outcome.status == 65)
        #expect(outcome.output == "")
        #expect(outcome.errors == "trackproof: big.ndjson:1:10: a control character in a string must be escaped\n")
    }
}
