import Dispatch
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

    /// What the app tracks about the permission itself is not what the closure tracks.
    @Test func eventsAboutThePermissionPass() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            for isLate in [false, true] {
                let isAllowed = Lock(true)
                let permission = Permission.permission { isGiven in
                    let name = isGiven ? "consent_given" : "consent_withdrawn"
                    if isLate { Task.detached { analytics.track(name: name) } } else { analytics.track(name: name) }
                    isAllowed.withLock { $0 = isGiven }
                }
                await expectNothing(without: permission) {
                    if isAllowed.withLock({ $0 }) { analytics.track(name: "tap") }
                }
            }
            await expectNothing(
                without: .permission { isGiven in
                    analytics.setConsent(isGiven)
                    analytics.track(name: "consent_given")
                }
            ) { analytics.track(name: "tap") }
        }
        #expect(failures.map(\.message) == [])
    }

    /// An app that keeps events until it has the permission, and then tracks them.
    private final class Keeper: Sendable {
        private let analytics = Analytics.recording()
        private let state = Lock((isAllowed: false, kept: 0))
        private let deliver: @Sendable (@escaping @Sendable () -> Void) -> Void

        init(_ deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.deliver = deliver }

        func allow(_ isAllowed: Bool) {
            let kept = state.withLock { state in
                defer { state = (isAllowed, isAllowed ? 0 : state.kept) }
                return isAllowed ? state.kept : 0
            }
            for _ in 0..<kept { deliver { [analytics] in analytics.track(name: "tap") } }
        }

        func tap() {
            let isAllowed = state.withLock { state in
                if !state.isAllowed { state.kept += 1 }
                return state.isAllowed
            }
            if isAllowed { analytics.track(name: "tap") }
        }
    }

    @Test func anEventThatIsKeptUntilThePermissionIsGivenFails() async throws {
        let ways: [@Sendable (@escaping @Sendable () -> Void) -> Void] = [
            { $0() }, { send in Task.detached { send() } }, { DispatchQueue.global().async(execute: $0) },
        ]
        for way in ways {
            let failures = try await failures(exhaustively: true) {
                let app = Keeper(way)
                await expectNothing(without: .permission { app.allow($0) }) { app.tap() }
            }
            #expect(
                failures.map(\.message) == [
                    """
                    kept without the permission, and tracked when it was given: track tap (number 1)
                    recorded 1 event:
                        1  track tap
                    """
                ])
        }
    }

    @Test func aKeptEventThatComesDuringTheSecondRunFails() async throws {
        let held = Lock<[@Sendable () -> Void]>([])
        let failures = try await failures(exhaustively: true) {
            let app = Keeper { send in held.withLock { $0.append(send) } }
            await expectNothing(without: .permission { app.allow($0) }) {
                app.tap()
                let sends = held.withLock { held in
                    defer { held = [] }
                    return held
                }
                for send in sends { send() }
            }
        }
        #expect(
            failures.map(\.message) == [
                """
                kept without the permission, and tracked soon after it was given, as one event too many: track tap, … \
                (numbers 1, 2)
                recorded 2 events:
                    1  track tap
                    2  track tap
                """
            ])
    }

    @Test func aClosureThatTracksTwicePasses() async throws {
        let failures = try await failures(exhaustively: true) {
            let (analytics, isAllowed) = (Analytics.recording(), Lock(true))
            await expectNothing(without: .permission { isGiven in isAllowed.withLock { $0 = isGiven } }) {
                for _ in 0..<2 where isAllowed.withLock({ $0 }) { analytics.track(name: "tap") }
            }
        }
        #expect(failures.map(\.message) == [])
    }

    /// The permission and the closure run on the actor of the test.
    @MainActor @Test func settingsOfTheMainActorNeedNoLock() throws {
        final class Settings { var allowsAnalytics = false }
        let settings = Settings()
        let recorder = TestRecorder()
        let analytics = Analytics(providers: [recorder])
        expectNothing(without: .permission { settings.allowsAnalytics = $0 }, in: recorder) {
            if settings.allowsAnalytics { analytics.track(name: "purchase") }
        }
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
