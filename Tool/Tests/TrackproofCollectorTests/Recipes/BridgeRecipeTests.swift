import Foundation
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// The app of `Examples/Bridge`, as it stands: the bridge's lines, written by other means than ours.
@Suite("A bridge without Swift", .timeLimit(.minutes(5)))
struct BridgeRecipeTests {
    private static let folder = ControlPython.root.appendingPathComponent("Examples/Bridge")

    @Test(arguments: ["tcp", "unix", "file"])
    func theAppIsRecorded(bridge: String) async throws {
        let outcome = try await ControlPython.run(
            "/bin/sh", "-c", "trackproof run --bridge \(bridge) --snapshot snapshot.json -- python3 app.py </dev/null",
            in: Self.folder)
        #expect(outcome.status == 0)
        // No word of a writer that was cut off, or of events that are missing.
        #expect(outcome.output == "2 events as expected\n")
    }

    @Test func withoutATestItRunsAllTheSame() async throws {
        let outcome = try await ControlPython.run("/bin/sh", "-c", "python3 app.py </dev/null", in: Self.folder)
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
    }

    /// It answers what only a barrier tells: that nothing else was tracked.
    @Test(arguments: [UITestBridge.tcp, .unix, .automatic])
    func theAppAnswersBarriers(bridge: UITestBridge) async throws {
        let app = ProcessUnderTest("/usr/bin/env", ["python3", "-B", Self.folder.path + "/app.py"])
        let session = try UITestSession.launch(app, bridge: bridge, patience: .seconds(30))
        defer { app.process.terminate() }
        session.expectTracked("shop", kind: .screen)
        session.expectTracked("purchase", ["price": 19.99, "items": 2])
        session.expectNothingElse()
        session.finish()
    }
}
