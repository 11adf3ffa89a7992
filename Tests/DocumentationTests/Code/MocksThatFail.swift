import Testing
import Trackproof
import TrackproofTesting

protocol PurchaseTracking {
    func purchased(_ product: String, price: Double) throws
}

/// A mock that some tests configure to fail.
final class PurchaseTrackingMock: PurchaseTracking {
    let analytics: Analytics
    var error: (any Error)?

    init(analytics: Analytics = .recording()) { self.analytics = analytics }

    func purchased(_ product: String, price: Double) throws {
        if let error { throw error }
        analytics.track(name: "purchase", ["product": product, "price": price])
    }
}

struct Store {
    let tracking: any PurchaseTracking
    var isSold = false

    mutating func buy(_ product: String) {
        isSold = true
        do { try tracking.purchased(product, price: 19.99) } catch {}
    }
}

@Suite(.recordingEvents) @MainActor struct StoreTests {
    struct Offline: Error {}

    @Test func aPurchaseIsTracked() {
        var store = Store(tracking: PurchaseTrackingMock())
        store.buy("book")
        expectTracked("purchase", ["product": "book", "price": 19.99])
    }

    @Test func aFailureDoesNotStopThePurchase() {
        let mock = PurchaseTrackingMock()
        mock.error = Offline()
        var store = Store(tracking: mock)
        store.buy("book")
        #expect(store.isSold)
        expectNothingElse()
    }
}
