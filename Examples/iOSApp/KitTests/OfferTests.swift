import DemoKit
import Testing
import Trackproof
import TrackproofTesting

/// Unit tests of a dynamic framework. They run in the app, which links the library too.
@Suite(.recordingEvents) struct OfferTests {
    private let offer = OfferModel(analytics: .recording())

    @Test func anAcceptedOfferIsTracked() {
        offer.appear(price: 19.99)
        offer.accept()
        expectTracked(.screen("offer", ["price": 19.99]))
        expectTracked("offer_accepted")
    }
}
