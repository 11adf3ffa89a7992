import Testing
import Trackproof
import TrackproofPlatform

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests of `expectNothing(without:)`.
@Suite struct PermissionTests {
    @Test func aFacadeThatDropsTheEventPasses() async throws {
        let runs = Lock(0)
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording(silent.recorded())
            checkConsent(of: analytics) {
                runs.withLock { $0 += 1 }
                analytics.track(name: "tap")
            }
            // Afterwards, the permission is given.
            analytics.track(name: "view")
            expectTracked("view")
        }
        #expect(failures == [])
        #expect(runs.withLock { $0 } == 1)
    }

    @Test func aPermissionOfTheAppPasses() async throws {
        let failures = try await failures(exhaustively: true) {
            let (analytics, isAllowed) = (Analytics.recording(), Lock(true))
            await expectNothing(without: .permission { isGiven in isAllowed.withLock { $0 = isGiven } }) {
                if isAllowed.withLock({ $0 }) { analytics.track(name: "tap") }
            }
            await expectNothing(without: .permission { isGiven in isAllowed.withLock { $0 = isGiven } }) {
                Task.detached { if isAllowed.withLock({ $0 }) { analytics.track(name: "tap") } }
            }
        }
        #expect(failures == [])
    }

    @Test func anEventWithoutThePermissionFails() async throws {
        let failures = try await failures(exhaustively: true) {
            let (analytics, other) = (Analytics.recording(), Analytics.recording())
            checkConsent(of: analytics) {
                analytics.track(name: "tap")
                other.track(name: "tap")
            }
        }
        #expect(
            failures.map(\.message) == [
                """
                tracked without the permission: track tap (number 1)
                recorded 1 event:
                    1  track tap
                """
            ])
    }

    @Test func anEventThatReachesAProviderFails() async throws {
        let failures = try await failures(exhaustively: true) {
            let client = silent.recorded()
            let analytics = Analytics.recording(client)
            await expectNothing(without: .consent(of: analytics)) {
                analytics.track(name: "tap")
                Task.detached { client.track(Event("launch")) }
            }
        }
        #expect(
            failures.first?.message.hasPrefix(
                "tracked without the permission, also by provider:client: track launch (number 1)\n") == true)
        #expect(failures.count == 1)
    }

    @Test func aClosureThatNeverTracksFails() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            checkConsent(of: analytics) {}
            await expectNothing(without: .consent(of: analytics)) {}
        }
        #expect(
            failures.map { $0.message.split(separator: "\n").first }
                == Array(
                    repeating: """
                        the closure tracked nothing, neither without the permission nor with it, so the assertion \
                        proves nothing
                        """, count: 2))
    }

    @Test func aThrownErrorEndsTheAssertion() async throws {
        struct Interruption: Error {}
        let failures = try await failures {
            let analytics = Analytics.recording()
            try await expectNothing(without: .consent(of: analytics)) { throw Interruption() }
        }
        #expect(failures.map(\.message) == ["threw Interruption()"])
    }

    private let silent = ClosureProvider("client") { _ in }
}

/// Calls the synchronous form of `expectNothing`, which asynchronous code cannot call.
private func checkConsent(of analytics: Analytics, when body: () -> Void) {
    expectNothing(without: .consent(of: analytics), when: body)
}
