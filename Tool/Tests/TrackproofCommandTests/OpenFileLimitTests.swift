import TestSupport
import Testing

/// Tests low limits for the number of open files.
@Suite("Few open files", .timeLimit(.minutes(15)))
struct OpenFileLimitTests {
    @Test(arguments: [
        ("run -- true", 50), ("run --collect -- true", 50), ("run --bridge file -- true", 50),
        ("collect --port 0", 50), ("demo", 50), ("plan check archive", 10), ("verify r.ndjson --snapshot s.json", 10),
        ("report --from report.json", 10), ("accept --all", 10),
    ])
    func aLowLimitForOpenFilesIsAClearError(call: String, end: Int) async throws {
        let place = try Workplace(recording: Fixture.recording)
        try place.write(ArchiveSamples.plan, to: "Tracking/plan.yaml")
        let limits = [4, 10, 17, 34, 3, 5, 6, 8, 12, 14, 20, 24, 28, 42].prefix(rounds(4, deep: 14))
        for limit in limits where limit <= end {
            let outcome = try await place.shell("ulimit -n \(limit); exec trackproof \(call)")
            // The loader needs a descriptor too. Without one, it ends the program with status 127.
            if limit == 3, outcome.status == 127 { continue }
            #expect(outcome.status == 74, "\(limit): \(outcome.errors)")
            #expect(outcome.errors.hasSuffix("raise the limit (ulimit -n)\n"), "\(limit): \(outcome.errors)")
        }
    }
}
