import Foundation
import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting
import TrackproofPlatform

/// Tests that a wait ends when the event arrives, and not at its time limit.
@Suite struct WaitTests {
    @Test func aWaitEndsAtTheEvent() async {
        let lookout = Lookout()
        lookout.whenAwaited { lookout.arrive() }
        let isQuick = await isQuick {
            await expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder)
        }
        #expect(isQuick)
    }

    @Test func aBlockingWaitEndsAtTheEvent() {
        let lookout = Lookout()
        lookout.whenAwaited { lookout.arrive() }
        #expect(isQuick { expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder) })
    }

    @Test(arguments: Place.elsewhere) func aBlockingWaitOutsideTheTaskEndsAtTheEvent(_ place: Place) async {
        let lookout = Lookout()
        lookout.whenAwaited { lookout.arrive() }
        let isQuick = await isQuick {
            await place.run {
                expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder)
            }
        }
        #expect(isQuick)
    }

    @Test func aWaitEndsAtTheLastOfSeveralEvents() async {
        let lookout = Lookout()
        lookout.arrive()
        lookout.whenAwaited {
            lookout.arrive()
            lookout.arrive()
        }
        let isQuick = await isQuick {
            await expectTracked("arrived", lookout.expected, times: 3, within: timeout, in: lookout.recorder)
        }
        #expect(isQuick)
    }

    /// Whether the assertion itself sees the event depends on the speed of the machine, so the end of the test decides.
    @Test func oneMoreEventAfterAWaitFails() async throws {
        let line = #line + 4
        let failures = try await failures {
            let analytics = Analytics.recording()
            analytics.track(name: "tap")
            await expectTracked("tap", within: timeout)
            Task.detached { analytics.track(name: "tap") }
        }
        #expect(
            failures.map(\.message) == [
                """
                tracked 2 times instead of once: track tap (number 2 came after the assertion in line \(line))
                recorded 2 events (✓ checked):
                ✓   1  track tap
                    2  track tap
                """
            ])
    }

    @Test func laterEventsThatAnotherAssertionExpectsPass() async throws {
        let failures = try await failures {
            let analytics = Analytics.recording()
            for _ in 0..<2 {
                analytics.track(name: "tap")
                await expectTracked("tap", within: timeout)
            }
            analytics.track(name: "view")
        }
        #expect(failures.map(\.message) == [])
    }

    @Test func anUnwantedEventEndsAWait() async throws {
        let lookout = Lookout()
        lookout.whenAwaited { lookout.arrive() }
        let isQuick = try await isQuick {
            let failures = try await failures {
                await expectTracked("arrived", lookout.expected, times: 0, within: timeout, in: lookout.recorder)
            }
            #expect(failures.count == 1)
        }
        #expect(isQuick)
    }

    @Test func anUnwantedEventEndsABlockingWait() async throws {
        let lookout = Lookout()
        lookout.whenAwaited { lookout.arrive() }
        let isQuick = try await isQuick {
            let failures = try await failures {
                { expectTracked("arrived", lookout.expected, times: 0, within: timeout, in: lookout.recorder) }()
            }
            #expect(failures.count == 1)
        }
        #expect(isQuick)
    }

    @Test(.recordingEvents) func aWaitForNoEventLastsUntilItsLimit() async {
        _ = Analytics.recording()
        let limit = Duration.milliseconds(30)
        let clock = ContinuousClock()
        let asynchronous = await clock.measure { await expectTracked("tap", times: 0, within: limit) }
        let blocking = clock.measure { expectTracked("tap", times: 0, within: limit) }
        #expect(asynchronous >= limit)
        #expect(blocking >= limit)
    }

    @Test func cancellationEndsAWait() async throws {
        let lookout = Lookout()
        let isQuick = try await isQuick {
            let failures = try await failures {
                let task = Task {
                    await expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder)
                }
                await lookout.awaited()
                task.cancel()
                await task.value
            }
            #expect(failures.first?.message.hasPrefix("not tracked with these parameters: track arrived") == true)
            #expect(failures.first?.message.contains("\nthe test was cancelled\n") == true)
            #expect(failures.count == 1)
        }
        #expect(isQuick)
    }

    @Test func twoWaitsNeverMatchTheSameEvent() async {
        let lookout = Lookout()
        await withTaskGroup { group in
            for _ in 1...2 {
                group.addTask {
                    await expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder)
                }
                await lookout.awaited()
            }
            lookout.arrive()
            await group.next()
            lookout.arrive()
        }
        expectTracked("arrived", lookout.expected, times: 0, in: lookout.recorder)
        expectCount(3, in: lookout.recorder)
    }

    /// Tests that an event that is already checked does not wake a wait. Otherwise, the wait would compare this event
    /// again and again until its time limit.
    @Test func aWaitDoesNotSpin() async throws {
        let looks = Lock(0)
        let failures = try await failures {
            track(Event("tap", ["n": 1]))
            let expected: ExpectedParameters = [
                "n": .where("a number") { value in
                    looks.withLock { $0 += 1 }
                    return value == .integer(1)
                }
            ]
            expectTracked("tap", expected)
            await expectTracked("tap", expected, within: .milliseconds(30))
            let wait: () -> Void = { expectTracked("tap", expected, within: .milliseconds(30)) }
            wait()
        }
        #expect(failures.count == 2)
        #expect(looks.withLock { $0 } < 100)
    }

    @Test func expectEventsEndsAtTheLastEvent() async {
        let lookout = Lookout()
        let isQuick = await isQuick {
            await expectEvents(
                .event("started"), .event("arrived", lookout.expected), within: timeout, in: lookout.recorder
            ) {
                lookout.analytics.track(name: "started")
                Thread.detachNewThread { lookout.arrive() }
                await Task.yield()
            }
        }
        #expect(isQuick)
    }

    @Test func blockingExpectEventsEndsAtTheLastEvent() {
        let lookout = Lookout()
        let isQuick = isQuick {
            expectEvents(
                .event("started"), .event("arrived", lookout.expected), within: timeout, in: lookout.recorder
            ) {
                lookout.analytics.track(name: "started")
                Thread.detachNewThread { lookout.arrive() }
            }
        }
        #expect(isQuick)
    }

    @Test(.recordingEvents) func expectEventsReturnsTheResultOfItsClosure() async throws {
        _ = Analytics.recording()
        #expect(expectEvents { 1 } == 1)
        #expect(await expectEvents { await Task { 2 }.value } == 2)
    }

    /// Tests a closure that throws. The assertion compares the events that the closure tracked before it threw.
    @Test func expectEventsRethrowsAndComparesEvents() async throws {
        let recorder = TestRecorder(exhaustively: false)
        let analytics = Analytics(providers: [recorder])
        #expect(throws: CancellationError.self) {
            try expectEvents(Event("login_failed"), in: recorder) {
                analytics.track(name: "login_failed")
                throw CancellationError()
            }
        }
        await #expect(throws: CancellationError.self) {
            try await expectEvents(.event("login_failed"), in: recorder) {
                await Task.yield()
                analytics.track(name: "login_failed")
                throw CancellationError()
            }
        }
        let failures = await capturedFailures {
            #expect(throws: CancellationError.self) {
                try expectEvents(Event("login_failed"), in: recorder) { throw CancellationError() }
            }
            await #expect(throws: CancellationError.self) {
                try await expectEvents(.event("login_failed"), in: recorder) {
                    await Task.yield()
                    throw CancellationError()
                }
            }
        }
        let missing = "tracked nothing\n1 difference (1 missing), 0 events match\n\n- missing    track login_failed\n"
        #expect(failures.map(\.message) == [missing, missing])
    }
}

/// Tests of waits on the main thread, in tests whose task runs on the main thread too.
@Suite struct MainActorWaitTests {
    @Test @MainActor func anEventOfTheMainQueueEndsAWait() async {
        let lookout = Lookout()
        lookout.whenAwaited { DispatchQueue.main.async { lookout.arrive() } }
        let isQuick = await isQuick {
            await expectTracked("arrived", lookout.expected, within: timeout, in: lookout.recorder)
        }
        #expect(isQuick)
    }
}
