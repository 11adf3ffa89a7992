import Testing
import Trackproof

@testable import TrackproofAssertions
@testable import TrackproofTesting

/// Tests that a test fails if it ends while an assertion still waits. Such an assertion proves nothing.
@Suite struct OpenAssertionTests {
    @Test func aWaitThatIsNotAwaitedFailsTheTest() async throws {
        let failures = try await failures(exhaustively: false) {
            _ = Analytics.recording()
            Task { await expectTracked("login", within: .seconds(60)) }
            Task { await expectEvents(.event("login"), within: .seconds(60)) {} }
            await started()
        }
        #expect(failures.count == 1)
        let message = failures.first?.message ?? ""
        #expect(
            message.hasPrefix("2 assertions did not finish before the test ended: TrackproofTestingTests/Open"))
        #expect(message.hasSuffix("\nawait every assertion: an assertion that is not awaited proves nothing"))
    }

    /// Returns when both assertions have begun.
    private func started() async {
        while TestRecorder.current?.openAssertionCount != 2 { await Task.yield() }
    }

    /// Tests two assertions whose closures run at the same time.
    ///
    /// An event could belong to either closure, so the second assertion fails.
    @Test func concurrentExpectEventsFail() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            let (isOpen, isDone) = (Signal(), Signal())
            async let first: Void = expectEvents(.event("login"), within: .seconds(5)) {
                isOpen.send()
                await isDone.wait()
                analytics.track(name: "login")
            }
            await isOpen.wait()
            expectEvents(.event("tap")) { analytics.track(name: "tap") }
            isDone.send()
            await first
        }
        let heads = failures.map { $0.message.prefix { $0 != "/" } }
        #expect(heads.first == "another expectEvents is still running at TrackproofTestingTests")
    }

    @Test func clearEventsInsideExpectEventsFails() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            expectEvents(.event("tap")) {
                analytics.track(name: "login")
                clearEvents()
                analytics.track(name: "tap")
            }
        }
        let head = """
            clearEvents would remove events of the expectEvents that is still running at \
            TrackproofTestingTests/OpenAssertionTests.swift:
            """
        #expect(failures.map { $0.message.hasPrefix(head) } == [true])
    }

    /// Tests nested closures. The events of the inner closure are also events of the outer closure.
    @Test func nestedExpectEventsPass() async throws {
        let failures = try await failures(exhaustively: true) {
            let analytics = Analytics.recording()
            expectEvents(.event("login"), .event("tap")) {
                analytics.track(name: "login")
                expectEvents(.event("tap")) { analytics.track(name: "tap") }
            }
            await expectEvents(.event("login"), .event("tap")) {
                analytics.track(name: "login")
                await Task { await expectEvents(.event("tap")) { analytics.track(name: "tap") } }.value
            }
        }
        #expect(failures == [])
    }
}
