import Foundation
import Testing

/// Whether the address space of a process can be limited.
private let isMeasurable: Bool = {
    #if os(Linux)
        true
    #else
        false
    #endif
}()

@Suite("Memory does not grow with the file", .timeLimit(.minutes(15)), .enabled(if: isMeasurable, "needs ulimit -v"))
struct LargeFileTests {
    /// Kilobytes that the process may use, its code and libraries included.
    private static let limit = 300_000

    @Test func showOfManyEvents() async throws {
        let place = try Workplace()
        // A quarter of a million events, which in memory would take several times what is allowed.
        let outcome = try await place.shell(
            """
            line='{"name":"event","parameters":{"number":1234567,"text":"0123456789012345678901234567890123456789","flag":true},"seq":1,"time":"2026-01-02T03:04:05.678Z"}'
            yes "$line" | head -c 40000000 >big.ndjson
            ulimit -v \(Self.limit)
            trackproof show big.ndjson --format ndjson | tail -c 30
            """)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("the last line is cut short; earlier events were printed"))
    }

    @Test func lineWithoutAnEnd() async throws {
        let place = try Workplace(recording: "")
        // A gigabyte that takes no space on disk: an opened string, then nothing but holes.
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
