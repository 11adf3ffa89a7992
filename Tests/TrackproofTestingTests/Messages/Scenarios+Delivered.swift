import Trackproof
import TrackproofTesting
import TrackproofPlatform
import TrackproofAssertions

extension Scenario {
    /// Scenarios of `expectDelivered`, one for each change that the wrapper of a provider can make to events.
    static let delivered: [Scenario] = [
        Scenario("delivered: nothing") {
            trackToFirebase { _, _ in }
            return line(of: expectDelivered(to: "firebase"))
        },
        Scenario("delivered: nothing was tracked") { line(of: expectDelivered(to: "fire\nbase")) },
        Scenario("delivered: an event less") {
            trackToFirebase { event, provider in if event.name != "tap" { provider.track(event) } }
            return line(of: expectDelivered(to: "firebase"))
        },
        Scenario("delivered: under another name") {
            trackToFirebase { event, provider in
                var event = event
                event.name += "_v2"
                provider.track(event)
            }
            return line(of: expectDelivered(to: "firebase"))
        },
        Scenario("delivered: a parameter more, another less") {
            trackToFirebase { event, provider in
                var event = event
                event.parameters["id"] = nil
                event.parameters["build"] = .integer(7)
                provider.track(event)
            }
            return line(of: expectDelivered(to: "firebase"))
        },
        Scenario("delivered: twice") {
            trackToFirebase { event, provider in
                provider.track(event)
                provider.track(event)
            }
            return line(of: expectDelivered(to: "firebase"))
        },
        Scenario("delivered: in another order") {
            let held = Lock<Event?>(nil)
            trackToFirebase { event, provider in
                guard let first = held.withLock({ $0 }) else { return held.withLock { $0 = event } }
                provider.track(event)
                provider.track(first)
            }
            return line(of: expectDelivered(to: "firebase"))
        },
        Scenario("delivered: what was not tracked") {
            guard let recorder = TestRecorder.current else { return 0 }
            ClosureProvider("firebase") { _ in }.recorded(in: recorder).track(Event("ghost"))
            return line(of: expectDelivered(to: "firebase"))
        },
    ]
}

/// Tracks a screen and an event with a facade whose only provider, `firebase`, is inside a wrapper.
private func trackToFirebase(
    through wrapper: @escaping @Sendable (Event, any AnalyticsProvider) -> Void
) {
    guard let recorder = TestRecorder.current else { return }
    let provider = ClosureProvider("firebase") { _ in }.recorded(in: recorder)
    let analytics = Analytics(providers: [recorder, ClosureProvider("firebase") { wrapper($0, provider) }])
    analytics.screen("start")
    analytics.track(Event("tap", ["id": 1]))
}
