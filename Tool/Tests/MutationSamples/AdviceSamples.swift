import Foundation
import Testing
import Trackproof
import TrackproofTesting
import XCTest

/// Tests that ignore parameters of every event.
@Suite(.recordingEvents(ignoring: ["platform"]), .enabled(if: Samples.areOn)) struct IgnoringSamples {
    private func track(_ name: String) {
        let analytics = Analytics.recording()
        analytics.setDefaultParameters(["platform": "ios"])
        analytics.track(name: name, ["x": 1])
    }

    @Test func a() {
        track("a")
        expectTracked("a", ["x": 1])
    }

    @Test func b() {
        track("b")
        expectTracked(.event("b", ignoring: ["x"]))
    }

    @Test func oneEventHasIt() {
        track("a")
        expectTracked("a", ["x": 1, "platform": "ios"])
    }
}

/// Tests that count events, compare their order, or discard them.
@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct CountingSamples {
    @Test(.recordingEvents(exhaustively: false)) func counts() {
        let analytics = Analytics.recording()
        analytics.track(name: "counted", ["id": 1])
        analytics.track(name: "ordered", ["id": 1])
        expectCount(1, of: "counted")
        expectOrder("counted", "ordered")
    }

    @Test func discards() {
        let analytics = Analytics.recording()
        analytics.track(name: "discarded")
        clearEvents()
        analytics.track(name: "kept")
        expectTracked("kept")
    }
}

/// Three suites with the same test.
@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct EqualSamples1 {
    @Test func buys() { Self.buy() }

    static func buy() {
        Analytics.recording().track(name: "bought", ["price": 19.99, "card": true])
        expectTracked("bought", including: ["card": true])
    }
}

@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct EqualSamples2 {
    @Test func buys() { EqualSamples1.buy() }
}

@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct EqualSamples3 {
    @Test func buys() { EqualSamples1.buy() }
}

/// A suite that discards the event of the other suites, so that a mistake in it says nothing about this suite.
@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct EqualSamples4 {
    @Test func opens() {
        let analytics = Analytics.recording()
        analytics.track(name: "bought", ["price": 19.99, "card": true])
        clearEvents()
        analytics.track(name: "opened")
        expectTracked("opened")
    }
}

/// Tests of events that a provider gets.
@Suite(.recordingEvents, .enabled(if: Samples.areOn)) struct ProviderSamples {
    /// The double of an SDK, without a facade.
    @Test func forwards() {
        let sdk = ClosureProvider("sdk") { _ in }.recorded()
        sdk.track(Event("forwarded", ["price": 1, "method": "card"]))
        expectTracked("forwarded", including: ["price": 1], source: .provider("sdk"))
    }

    /// What the provider gets is the same as what the app tracks, also with a mistake.
    @Test(.recordingEvents(exhaustively: false)) func delivers() {
        Analytics.recording(ClosureProvider("vendor") { _ in }.recorded()).track(name: "sent", ["on": true])
        expectDelivered(to: "vendor")
    }
}

/// Tests of a shared facade. One of them waits for an event that comes late.
final class LateXCSamples: RecordingTestCase {
    override func setUpWithError() throws { if !Samples.areOn { throw XCTSkip("only for trackproof mutate") } }

    func testASearchFails() {
        SharedAnalytics.facade.track(name: "search_performed")
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
            SharedAnalytics.facade.track(name: "search_failed")
        }
        expectTracked("search_performed")
        expectTracked("search_failed", within: .seconds(5))
    }

    /// Runs next, and is still running when a late event of the other test would come.
    func testZPurchase() {
        SharedAnalytics.facade.track(name: "purchase", ["price": 19.99, "method": "card"])
        expectTracked("purchase", including: ["price": 19.99])
        Thread.sleep(forTimeInterval: 0.2)
    }
}
