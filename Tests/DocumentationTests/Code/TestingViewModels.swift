import Foundation
import Testing
import Trackproof
import TrackproofTesting

/// The code under test.
struct CheckoutViewModel {
    let analytics: Analytics

    func buy(price: Double) {
        analytics.track(name: "checkout_started")
        analytics.track(name: "purchase", ["order_id": UUID(), "price": price, "items": [1, 2]])
        analytics.screen("receipt")
    }
}

@Suite(.recordingEvents) @MainActor struct CheckoutViewModelTests {
    let viewModel = CheckoutViewModel(analytics: .recording())

    @Test func aPurchaseIsTracked() {
        viewModel.buy(price: 19.99)

        expectTracked("checkout_started")
        expectTracked("purchase", ["order_id": .uuid, "price": 19.99, "items": [1, 2]])
        expectTracked("receipt", kind: .screen)
    }

    @Test func theWholeSequence() {
        expectEvents(
            .event("checkout_started"),
            .event("purchase", ["order_id": .uuid, "price": .in(0.0...100), "items": .list(1, .anyInteger)]),
            .event("receipt", kind: .screen)
        ) {
            viewModel.buy(price: 19.99)
        }
    }

    @Test func onlyWhatMatters() {
        viewModel.buy(price: 19.99)

        expectTracked("purchase", including: ["price": 19.99])
        expectOrder("checkout_started", "purchase", "receipt")
        expectCount(1, kind: .screen)
        expectNotTracked("purchase_failed")

        expectTracked("checkout_started")
        expectTracked("receipt", kind: .screen)
        expectNothingElse()
    }

    @Test func nothingIsTrackedWithoutConsent() {
        expectNothing(without: .consent(of: viewModel.analytics)) { viewModel.buy(price: 19.99) }
    }
}

@Test(.recordingEvents(exhaustively: false)) @MainActor func oneParameterOfMany() {
    CheckoutViewModel(analytics: .recording()).buy(price: 19.99)
    expectTracked("purchase", including: ["price": .where("a positive price") { ($0.number ?? 0) > 0 }])
}

@Test @MainActor func aRecorderOfOnesOwn() {
    let recorder = TestRecorder(exhaustively: false)
    let viewModel = CheckoutViewModel(analytics: Analytics(providers: [recorder]))
    viewModel.buy(price: 19.99)
    expectTracked("purchase", including: [:], in: recorder)
}

@Test(.recordingEvents) @MainActor func whatTheProviderWasGiven() {
    let firebase = ClosureProvider("firebase") { _ in }
    let viewModel = CheckoutViewModel(analytics: .recording(firebase.recorded()))
    viewModel.buy(price: 19.99)

    expectDelivered(to: "firebase")
    expectCount(3)
    expectTracked("purchase", including: [:], times: 0, source: .provider("firebase"))
    TestRecorder.current?.clear()
}

@Test(.recordingEvents) @MainActor func twoEventsOfOneOrder() throws {
    let analytics = Analytics.recording()
    analytics.track(Event("order_placed", ["order_id": "A-1"]))
    analytics.track(Event("order_paid", ["order_id": "A-1", "price": 19.99]))
    let placed = expectTracked("order_placed", including: ["order_id": .any]).first?.event
    let orderID = try #require(placed?.parameters["order_id"])
    expectTracked("order_paid", including: ["order_id": orderID])
}

@Suite(.recordingEvents(ignoring: ["session_*", "app_version"])) @MainActor struct ProfileTests {
    private let analytics = Analytics.recording()

    init() {
        analytics.setDefaultParameters(["session_id": UUID(), "session_number": 3, "app_version": "4.2"])
    }

    @Test func theNameIsTracked() {
        analytics.track(name: "name_changed", ["length": 5])
        expectTracked("name_changed", ["length": 5])
    }

    @Test func eachEventHasTheVersion() {
        analytics.track(name: "profile_closed")
        expectTracked("profile_closed", ["app_version": "4.2"])
    }
}
