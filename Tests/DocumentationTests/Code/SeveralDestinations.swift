import Testing
import Trackproof
import TrackproofTesting

/// The protocol that an app's own analytics clients conform to, one client for each vendor.
nonisolated protocol AnalyticsClient: Sendable {
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

struct RecordingClient: AnalyticsClient {
    private let provider: RecordedProvider

    init(_ id: ProviderID) { provider = ClosureProvider(id) { _ in }.recorded() }

    func send(_ name: String, _ properties: [String: Any]) {
        provider.track(Event(name, EventParameters(dictionary: properties)))
    }

    func signIn(_ user: String?) { provider.track(.identify(user)) }

    func signOut() { provider.track(.reset) }
}

@Suite(.recordingEvents) @MainActor struct DestinationTests {
    private let analytics = Analytics.recording(
        ClientProvider(id: "firebase", client: RecordingClient("firebase")),
        ClientProvider(id: "segment", client: RecordingClient("segment")))

    @Test func eachClientGetsThePurchase() {
        analytics.track(Event("purchase", ["price": 19.99]).named("ecommerce_purchase", for: "firebase"))

        expectTracked("purchase", ["price": 19.99])
        expectTracked("ecommerce_purchase", ["price": 19.99], source: .provider("firebase"))
        expectDelivered(to: "segment")
    }
}

struct LowercasedProvider: AnalyticsProvider {
    let provider: any AnalyticsProvider
    var id: ProviderID { provider.id }

    func track(_ event: Event) {
        guard event.kind == .track else { return }
        var event = event
        event.name = event.name.lowercased()
        provider.track(event)
    }
}

@Suite(
    .recordingEvents
        .delivers(to: "firebase", kinds: [.track], changing: { $0.name = $0.name.lowercased() })
        .delivers(to: "segment"))
@MainActor struct DeliveryTests {
    private let analytics = Analytics.recording(
        LowercasedProvider(provider: ClientProvider(id: "firebase", client: RecordingClient("firebase"))),
        ClientProvider(id: "segment", client: RecordingClient("segment")))

    @Test func aLoginIsTracked() {
        analytics.identify("u-42")
        analytics.track(name: "Login")

        expectTracked(.identify("u-42"))
        expectTracked("Login")
    }
}

class DeliveringTestCase: RecordingTestCase {
    override var deliveries: [ExpectedDelivery] { [.to("firebase", kinds: [.track]), .to("segment")] }
}
