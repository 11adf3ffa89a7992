import Foundation
import Trackproof
import TrackproofTesting
import TrackproofPlatform

/// The code under test: an app's view model with one mutation.
final class Shop: Sendable {
    private let analytics: Analytics
    private let mutation: Mutation
    /// The events that the shop tracks only at the next call of `catchUp()`.
    private let held = Lock<[Event]>([])

    init(_ analytics: Analytics, _ mutation: Mutation) {
        self.analytics = analytics
        self.mutation = mutation
    }

    /// Performs all actions of a visitor.
    func visit() async {
        logIn()
        buy()
        await ship()
    }

    func logIn() {
        track(Event("login", kind: mutation == .kindChanged ? .track : .screen))
        for event in mutation.identifications("u-42", ["plan": "free"]) { track(event) }
        if mutation != .swapped { succeed() }
    }

    func buy() {
        let purchase = Event(
            "purchase",
            [
                "order_id": "3F2504E0-4F89-11D3-9A0C-0305E82C3301", "sku": "0042", "price": 19.99, "currency": "EUR",
                "quantity": 2,
            ])
        for event in mutation.purchases(purchase) { track(event) }
        if mutation == .swapped { succeed() }
    }

    /// Tracks the event `shipped` from another task. If the mutation delays this event, `catchUp()` tracks it instead.
    func ship() async {
        let event = Event("shipped", ["at": mutation == .otherID ? Date() : Date(timeIntervalSince1970: 1e9)])
        if mutation == .late || mutation == .tooLate { return held.withLock { $0.append(event) } }
        await Task.detached { self.track(event) }.value
    }

    /// Tracks the delayed events.
    func catchUp() {
        let events = held.withLock { held in
            defer { held = [] }
            return held
        }
        for event in events { track(event) }
    }

    private func succeed() {
        track(Event("login_succeeded", ["method": "password", "attempt": 1]))
    }

    private func track(_ event: Event) {
        if mutation != .allDeleted { analytics.track(event) }
    }
}
