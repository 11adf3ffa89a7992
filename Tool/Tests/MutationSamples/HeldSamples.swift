import Foundation
import Testing
import Trackproof
import TrackproofTesting
import XCTest

/// Tests that track events in each way that the kit supports, and check nothing that a mistake could change.
///
/// So a mistake that one of them seems to notice is a false alarm.
@Suite(.recordingEvents(exhaustively: false), .enabled(if: Samples.areOn)) struct HeldSamples {
    let inProperty = Analytics.recording()

    @Test(arguments: 0..<22) func synchronous(_ number: Int) { SampleShop(analytics: .recording()).buy() }

    @Test(arguments: 0..<22) func property(_ number: Int) { SampleShop(analytics: inProperty).open() }

    @Test(arguments: 0..<22) func tasks(_ number: Int) async {
        let shop = SampleShop(analytics: .recording())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { shop.buy() } }
        }
        await Task { shop.open() }.value
    }

    @Test(arguments: 0..<22) func detached(_ number: Int) async {
        let shop = SampleShop(analytics: .recording())
        await Task.detached { shop.buy() }.value
    }

    @Test(arguments: 0..<22) func queues(_ number: Int) async {
        let shop = SampleShop(analytics: .recording())
        await Samples.onQueue { shop.buy() }
        await Samples.onThread { shop.open() }
    }

    @Test(arguments: 0..<22) func queuedProviders(_ number: Int) {
        let vendor = ClosureProvider("vendor") { _ in }.recorded().queued()
        SampleShop(analytics: .recording(vendor)).buy()
    }

    @Test(arguments: 0..<22) func waits(_ number: Int) async {
        let shop = SampleShop(analytics: .recording())
        async let opened: Void = Samples.onThread { shop.open() }
        await opened
        expectNotTracked("never")
    }

    /// What the provider gets stays consistent with what the app tracked, although an adapter changes it.
    @Test(arguments: 0..<10) func adapters(_ number: Int) {
        let vendor = Adapter(vendor: ClosureProvider("vendor") { _ in }.recorded())
        let analytics = Analytics.recording(vendor)
        analytics.track(name: "adapted", ["id": 7])
        analytics.track(name: "adapted_too", ["id": "8"])
        withKnownIssue(isIntermittent: true) {
            expectDelivered(to: "vendor") { $0 = Adapter.changed($0) }
        } matching: { _ in
            // A provider that lost an event is noticed, and this is right. All other mistakes must not be noticed.
            TestRecorder.current?.events.count == 3
        }
    }

    @Test func knownIssues() {
        SampleShop(analytics: .recording()).buy()
        withKnownIssue { expectTracked("never") }
    }

    @Test func defaults() {
        let analytics = Analytics.recording()
        analytics.setDefaultParameters(["session": "s"])
        analytics.addTransformation { $0.name == "dropped" ? nil : $0 }
        analytics.track(name: "kept", ["a": 1])
        analytics.track(name: "dropped")
    }

    @Test func laterRecorder() {
        let analytics = Analytics()
        analytics.track(name: "early")
        analytics.addTestRecorder().track(name: "after")
    }

    @Test func facadeOfTheApp() {
        // An app with a facade of its own calls the recorder directly.
        let recorder = TestRecorder(exhaustively: false)
        recorder.track(Event("direct", ["x": 1]))
        recorder.recorded(in: recorder).track(Event("direct_provider"))
    }
}

/// Tests that share the facade of an app.
@Suite(.recordingEvents(exhaustively: false, of: SharedAnalytics.facade), .enabled(if: Samples.areOn))
struct SharedFacadeSamples {
    @Test(arguments: 0..<22) func synchronous(_ number: Int) { SampleShop(analytics: SharedAnalytics.facade).buy() }

    @Test(arguments: 0..<10) func queues(_ number: Int) async {
        await Samples.onQueue { SampleShop(analytics: SharedAnalytics.facade).open() }
    }
}

/// The same for XCTest.
final class HeldXCSamples: XCTestCase {
    override func setUpWithError() throws {
        if !Samples.areOn { throw XCTSkip("only for trackproof mutate") }
        recordEvents(exhaustively: false)
    }

    func testSynchronous() { SampleShop(analytics: .recording()).buy() }

    func testAsynchronous() async {
        let shop = SampleShop(analytics: .recording())
        await Task.detached { shop.open() }.value
        await Samples.onThread { shop.buy() }
    }

    func testWithAnExpectation() {
        let isDone = expectation(description: "done")
        let shop = SampleShop(analytics: SharedAnalytics.facade)
        DispatchQueue.main.async {
            shop.buy()
            isDone.fulfill()
        }
        wait(for: [isDone], timeout: 10)
    }

    func testThatIsSkippedLater() throws {
        SampleShop(analytics: .recording()).open()
        throw XCTSkip("for a reason that is known only now")
    }

    func testWithAnotherRecorder() {
        let recorder = TestRecorder(exhaustively: false)
        Analytics(providers: [recorder]).track(name: "other")
    }
}
