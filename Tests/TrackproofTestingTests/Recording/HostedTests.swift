import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of an app that Xcode starts for its tests. The launch of the app tracks through a shared facade, on the main queue
/// and in a detached task, while the first tests run. The article "Hosted tests" describes the results.
@Suite struct HostedTests {
    private let tests = EventOwnership()
    private let shared = Analytics()

    /// Tracks what the app tracks when it launches.
    private func launch() async {
        let main = Place.elsewhere.first { $0.name == "the main queue" }
        await main?.run { [shared] in shared.track(name: "app_launched") }
        await Task.detached { [shared] in shared.track(name: "settings_loaded") }.value
    }

    /// Runs a test beside another test that uses the shared facade.
    private func failures(holding: Bool, of body: @escaping @Sendable () async -> Void) async throws -> [String] {
        let other = TestRecorder(TestFramework.swiftTesting, test: SwiftTestingTest.current, among: tests)
        tests.begin(other, insteadOf: nil)
        return try await TrackproofTestingTests.failures(
            exhaustively: true, among: tests, holding: holding ? shared : nil, of: body
        ).filter(\.isFailure).map(\.message)
    }

    @Test func aLaunchBeforeTheTestsCountsForNoTest() async throws {
        await EventOwnership.$ofTask.withValue(nil) { await launch() }
        let failures = try await failures(holding: true) {
            expectNotTracked("app_launched")
            expectNothingElse()
        }
        #expect(failures == [])
    }

    @Test func aLaunchCountsForTheTestThatHoldsTheFacade() async throws {
        let failures = try await failures(holding: true) { await launch() }
        #expect(
            failures == [
                """
                2 events that no assertion has checked: track app_launched, … (numbers 1, 2)
                recorded 2 events:
                    1  track app_launched
                    2  track settings_loaded
                """
            ])
    }

    @Test func aLaunchDoesNotCountForATestWithItsOwnFacade() async throws {
        shared.addProvider(CurrentTestRecorder(among: tests))
        let failures = try await failures(holding: false) {
            let own = Analytics.recording()
            await launch()
            own.track(name: "tap")
            expectTracked("tap")
            expectNothingElse()
        }
        #expect(failures == [])
    }

    @Test func aTestThatUsesTheFacadeWithoutTheTraitCannotTell() async throws {
        shared.addProvider(CurrentTestRecorder(among: tests))
        let failures = try await failures(holding: false) { [shared] in
            shared.track(name: "tap")
            await launch()
            expectTracked("tap")
        }
        #expect(failures.count == 1)
        let head = "2 events could belong to any of several running tests: track app_launched, track settings_loaded\n"
        #expect(failures.first?.hasPrefix(head) == true)
        #expect(failures.first?.contains("see the article \"Hosted tests\"") == true)
    }
}
