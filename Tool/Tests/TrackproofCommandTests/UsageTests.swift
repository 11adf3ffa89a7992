import Testing

@Suite("Bad usage exits 64 and says why", .timeLimit(.minutes(15)))
struct UsageTests {
    @Test(arguments: ["TRACKPROOF_RECORD", "SNAPSHOT_TESTING_RECORD"])
    func recordModeOfTheEnvironmentIsChecked(name: String) async throws {
        let outcome = try await Workplace().trackproof("run", "--", "echo", "ran", environment: [name: "often"])
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(
            outcome.errors.hasPrefix("Error: \(name) is 'often'; it must be all, failed, missing or never.\n"))
    }
}
