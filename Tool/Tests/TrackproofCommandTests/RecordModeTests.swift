import Testing

@Suite("trackproof run --record decides which snapshots are written", .timeLimit(.minutes(15)))
struct RecordModeTests {
    static let recorded =
        "trackproof: recorded a first snapshot: s.json expects 20 events; later runs are compared with this snapshot\n"
    static let updatedSnapshot =
        "trackproof: updated the snapshot: s.json expects 20 events; later runs are compared with this snapshot\n"
    static let refused = "trackproof: s.json: no such snapshot; record it outside CI or with --record missing\n"

    /// Each case: the option, the environment, and whether the command writes a first snapshot.
    @Test(arguments: [
        ("", "", true), ("", "CI=1", false), ("", "CI=true", false), ("", "CI=false", true), ("", "CI=0", true),
        ("", "CI=", true), ("--record missing", "CI=1", true), ("--record never", "", false),
        ("--record failed", "CI=1", true), ("--record all", "CI=1", true), ("", "CI=1 TRACKPROOF_RECORD=missing", true),
        ("", "CI=1 SNAPSHOT_TESTING_RECORD=all", true), ("", "TRACKPROOF_RECORD=never", false),
        ("", "SNAPSHOT_TESTING_RECORD=never", false),
        ("", "TRACKPROOF_RECORD=missing SNAPSHOT_TESTING_RECORD=never", true),
        ("", "TRACKPROOF_RECORD= SNAPSHOT_TESTING_RECORD=never", false),
        ("--record never", "TRACKPROOF_RECORD=all", false),
    ])
    func theModeDecidesAboutAFirstSnapshot(option: String, environment: String, isWritten: Bool) async throws {
        let place = try Workplace()
        let outcome = try await place.shell(
            "env \(environment) trackproof run \(option) --snapshot s.json -- trackproof-demo-app")
        #expect(outcome.status == (isWritten ? 0 : 66))
        #expect(outcome.errors == (isWritten ? Self.recorded : Self.refused))
        // If the command must not write the first snapshot, it does not start the app.
        #expect(outcome.output.isEmpty == !isWritten)
        #expect(place.has("s.json") == isWritten)
    }

    @Test(arguments: [
        ("never", 1, false), ("missing", 1, false), ("failed", 1, true), ("all", 0, true),
    ])
    func theModeDecidesAboutASnapshotThatDiffers(mode: String, status: Int32, isWritten: Bool) async throws {
        let place = try Workplace(recording: "")
        let outcome = try await place.trackproof(
            "run", "--record", mode, "--snapshot", "s.json", "--", "trackproof-demo-app")
        #expect(outcome.status == status)
        #expect((try place.read("s.json") != Fixture.snapshot) == isWritten)
        #expect(outcome.errors.hasSuffix(Self.updatedSnapshot) == isWritten)
        #expect(place.has("s.pending.json") != isWritten)
    }

    @Test(arguments: ["never", "missing", "failed"])
    func snapshotThatDoesNotDifferStays(mode: String) async throws {
        let place = try Workplace()
        try await place.recordWalk()
        let before = try place.read("walk.json")
        let outcome = try await place.trackproof(
            "run", "--record", mode, "--snapshot", "walk.json", "--", "trackproof-demo-app")
        #expect(outcome.status == 0)
        #expect(outcome.errors == "20 events as expected\n")
        #expect(try place.read("walk.json") == before)
    }

    @Test func recordingAgainChangesNothing() async throws {
        let place = try Workplace()
        try await place.recordWalk()
        let before = try place.read("walk.json")
        try await place.recordWalkAgain()
        #expect(try place.read("walk.json") == before)
    }

    @Test func aRunPassesAfterItsDifferencesAreAccepted() async throws {
        let place = try Workplace()
        try await place.recordWalk()
        let run = ["--snapshot", "walk.json", "--", "trackproof-demo-app", "--regressions", "renamed"]
        #expect(try await place.shell("trackproof run \(run.joined(separator: " "))").status == 1)
        #expect(place.has("walk.pending.json"))
        #expect(try await place.trackproof("accept", "walk.json", "--all").status == 0)
        #expect(try await place.shell("trackproof run \(run.joined(separator: " "))").status == 0)
        #expect(try place.read("walk.json").contains("favorite_added"))
    }

}

extension Workplace {
    fileprivate func recordWalkAgain() async throws {
        let outcome = try await trackproof(
            "run", "--record", "all", "--snapshot", "walk.json", "--", "trackproof-demo-app")
        try #require(outcome.status == 0)
    }
}
