import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofAssertions

/// Tests that a failure message is the same in each process, although each process has another seed for hashing.
@Suite(.blocking) struct DeterminismTests {
    private static let variable = "TRACKPROOF_TEST_MESSAGE_FILE"
    private static let file = ProcessInfo.processInfo.environment[variable]

    /// The message about 300 events of one name. Each event resembles several expected events, so the comparison pairs
    /// events by the parameters that they share.
    private static var message: String {
        func event(_ a: Int, _ b: Int, _ c: Int) -> Event { Event("tap", ["a": a, "b": b, "c": c]) }
        let expected = (0..<300).map { event($0 % 7, $0 % 11, $0 % 13) }
        let actual = (0..<300).map { event(($0 + 1) % 7, ($0 + 2) % 11, $0 * 3 % 13) }
        let literal = Comparison(of: actual, with: expected.map { EventExpectation.event($0).compiled })
        let matched = Comparison(
            of: actual,
            with: (0..<300).map { index in
                EventExpectation.event("tap", ["a": index % 2 == 0 ? .anyInteger : .equal(index % 7), "b": index % 11])
                    .compiled
            })
        return literal.text(limit: 1_000) + matched.text(limit: 1_000)
    }

    @Test(.enabled(if: file != nil)) func aChildProcessWritesTheMessage() throws {
        let file = try #require(Self.file)
        try Data(Self.message.utf8).write(to: URL(fileURLWithPath: file))
    }

    #if os(Linux)
        @Test(.enabled(if: file == nil), .timeLimit(.minutes(5))) func theMessageIsTheSameInEveryProcess() throws {
            let folder = try TemporaryFolder()
            let own = Self.message
            let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            for number in 0..<rounds(3, deep: 20) {
                let file = folder.file("\(number)")
                let child = Process()
                child.executableURL = URL(fileURLWithPath: executable)
                child.arguments = [
                    "--testing-library", "swift-testing", "--filter", "DeterminismTests/aChildProcessWritesTheMessage",
                ]
                child.environment = ProcessInfo.processInfo.environment.merging([Self.variable: file]) { $1 }
                child.standardOutput = FileHandle.nullDevice
                child.standardError = FileHandle.nullDevice
                try child.run()
                child.waitUntilExit()
                #expect(try folder.read("\(number)") == own)
            }
        }
    #endif
}
