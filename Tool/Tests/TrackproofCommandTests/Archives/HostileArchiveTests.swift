import Foundation
import Testing

@Suite("Hostile records", .timeLimit(.minutes(5)))
struct HostileArchiveTests {
    /// Checks each record in its own file, so the findings in a file's result belong to this record.
    ///
    /// Each file begins with an ordinary record, because a file that begins with an array has another layout.
    @Test func eachRecordHasItsFindings() async throws {
        let place = try Workplace()
        try place.write(HostileArchive.plan, to: "Tracking/plan.yaml")
        for (index, record) in HostileArchive.records.enumerated() {
            let bytes = HostileArchive.records[0].bytes + [0x0A] + record.bytes + [0x0A]
            try place.write(Data(bytes), to: "archive/\(1_000 + index).ndjson")
        }
        let outcome = try await place.trackproof("plan", "audit", "--partial", "--layout", "segment", "archive")
        let results = outcome.output.split(separator: "\n")
        #expect(results.count == HostileArchive.records.count && results.count > 100)
        for (record, result) in zip(HostileArchive.records, results) {
            let ids = Set(result.matches(of: /"id":"([^"]+)"/).map { String($0.1) })
            #expect(ids == Set(record.findings), "\(String(decoding: record.bytes.suffix(300), as: UTF8.self))")
        }
    }
}
