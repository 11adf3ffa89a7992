import Foundation
import Testing
import Trackproof
import TrackproofTesting

/// Tests whose results prove nothing, beside one test that is stable.
@Suite(.recordingEvents(exhaustively: false), .enabled(if: Samples.areOn)) struct UnstableSamples {
    /// The number of the run. `MutateTests` names a file in which the tests count.
    private static let run: Int = {
        // Before the first run, there is no file.
        guard let path = ProcessInfo.processInfo.environment["MUTATION_SAMPLES_RUNS"] else { return 0 }
        let count = (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { Int($0) } ?? 0
        try? String(count + 1).write(toFile: path, atomically: true, encoding: .utf8)
        return count
    }()

    @Test func stable() {
        Analytics.recording().track(name: "stable", ["x": 1])
        expectTracked("stable", ["x": 1])
    }

    @Test func tracksOtherEvents() { Analytics.recording().track(name: Self.run == 0 ? "before" : "after") }

    @Test func failsInTheSecondRun() {
        Analytics.recording().track(name: "second")
        #expect(Self.run != 1)
    }

    /// Fails later, in a run in which the test has no mistake or the mistake is not the reason.
    @Test func failsLater() {
        if Self.run < 3 { Analytics.recording().track(name: "later") }
        #expect(Self.run < 3)
    }

    @Test func hasRandomValues() {
        Analytics.recording().track(name: "random", ["id": UUID().uuidString])
        expectTracked("random", ["id": .uuid])
    }
}
