import Foundation
import TestSupport
import Testing

/// Tests that the command prints the same bytes for the same files, although each process has another hash seed.
@Suite struct DeterminismTests {
    /// Returns events with one name.
    ///
    /// If there are more than a hundred events of a name, the command pairs expected and actual events by the
    /// parameters that they share. In the returned events, each parameter suggests different pairs.
    private func lines(_ part: (Int) -> [Int]) -> String {
        (0..<150).map { index in
            let parts = part(index)
            return
                #"{"name":"tap","parameters":{"a":\#(parts[0]),"b":\#(parts[1]),"c":\#(parts[2]),"d":{"e":\#(parts[3])}}}"#
                + "\n"
        }.joined()
    }

    @Test(arguments: [
        "diff old new --format text", "diff old new --format json", "diff old new --format markdown",
        "verify new --snapshot old --format json", "verify new --snapshot old --order strict --format json",
    ])
    func eachProcessPrintsTheSame(call: String) async throws {
        let place = try Workplace()
        try place.write(lines { [$0 % 7, $0 % 11, $0 % 13, $0 % 5] }, to: "old")
        try place.write(lines { [($0 + 1) % 7, ($0 + 2) % 11, ($0 * 3) % 13, ($0 + 4) % 5] }, to: "new")
        var outputs: Set<String> = []
        for _ in 0..<rounds(4, deep: 25) {
            let outcome = try await place.shell("trackproof \(call)")
            #expect(outcome.status == 1)
            outputs.insert(outcome.output)
        }
        #expect(outputs.count == 1)
    }
}
