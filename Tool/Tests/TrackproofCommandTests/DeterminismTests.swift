import Foundation
import Testing

/// Tests that the command prints the same bytes for the same files, although each process has another hash seed.
@Suite struct DeterminismTests {
    /// Returns events with one name.
    ///
    /// If there are more than a hundred events of a name, the command pairs expected and actual events by the
    /// parameters that they share. In the returned events, each parameter suggests different pairs.
    private func lines(_ count: Int, _ part: (Int) -> [Int]) -> String {
        (0..<count).map { index in
            let parts = part(index)
            return
                #"{"name":"tap","parameters":{"a":\#(parts[0]),"b":\#(parts[1]),"c":\#(parts[2]),"d":{"e":\#(parts[3])}}}"#
                + "\n"
        }.joined()
    }

    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.write(lines(150) { [$0 % 7, $0 % 11, $0 % 13, $0 % 5] }, to: "old.ndjson")
        try place.write(lines(150) { [($0 + 1) % 7, ($0 + 2) % 11, ($0 * 3) % 13, ($0 + 4) % 5] }, to: "new.ndjson")
        return place
    }

    @Test func diffIsTheSameInEveryProcess() async throws {
        let place = try place()
        var outputs: Set<String> = []
        for _ in 0..<25 {
            for format in ["text", "json", "markdown"] {
                let outcome = try await place.trackproof("diff", "old.ndjson", "new.ndjson", "--format", format)
                #expect(outcome.status == 1)
                outputs.insert(outcome.output)
            }
        }
        #expect(outputs.count == 3)
    }

    @Test(arguments: ["any", "strict"]) func verifyIsTheSameInEveryProcess(order: String) async throws {
        let place = try place()
        var outputs: Set<String> = []
        for _ in 0..<25 {
            let outcome = try await place.trackproof(
                "verify", "new.ndjson", "--snapshot", "old.ndjson", "--order", order, "--format", "json")
            #expect(outcome.status == 1)
            outputs.insert(outcome.output)
        }
        #expect(outputs.count == 1)
    }
}
