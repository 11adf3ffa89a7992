import Testing
import Trackproof
import TrackproofTesting

/// The protocol that an app's own analytics clients conform to, one client for each vendor.
protocol AnalyticsClient: Sendable {
    func send(_ name: String, _ properties: [String: Any])
    func signIn(_ user: String?)
    func signOut()
}

struct ClientProvider: AnalyticsProvider {
    let id: ProviderID
    let client: any AnalyticsClient

    func track(_ event: Event) {
        switch event.kind {
        case .identify: client.signIn(event.user)
        case .reset: client.signOut()
        default: client.send(event.name, event.parameters.dictionary)
        }
    }
}

struct SilentClient: AnalyticsClient {
    func send(_ name: String, _ properties: [String: Any]) {}
    func signIn(_ user: String?) {}
    func signOut() {}
}

@Suite(.recordingEvents) struct DestinationTests {
    private let analytics = Analytics.recording(
        ClientProvider(id: "firebase", client: SilentClient()).recorded(),
        ClientProvider(id: "segment", client: SilentClient()).recorded())

    @Test func eachClientGetsThePurchase() {
        analytics.track(Event("purchase", ["price": 19.99]).named("ecommerce_purchase", for: "firebase"))

        expectTracked("purchase", ["price": 19.99])
        expectTracked("ecommerce_purchase", ["price": 19.99], source: .provider("firebase"))
        expectDelivered(to: "segment")
    }
}
