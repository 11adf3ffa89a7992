import Foundation
import Testing
import Trackproof
import TrackproofTesting

@Suite(.recordingEvents) @MainActor struct PurchaseTests {
    let viewModel = CheckoutViewModel(analytics: .recording())

    @Test func theWayToAPurchase() {
        viewModel.buy(price: 19.99)
        expectSnapshot()
    }

    @Test(arguments: [4.99, 19.99]) func eachPrice(price: Double) {
        viewModel.buy(price: price)
        expectSnapshot(named: "\(price)")
    }
}
