import Testing
import Trackproof
import TrackproofTesting

@Suite(.recordingEvents) struct ShopTests {
    @Test func buying() {
        Shop(analytics: .recording()).buy()
        expectTracked("purchase", including: ["price": 19.99])
    }
}
