package import TrackproofPlatform

/// What tests add to a facade: they record its events, and `trackproof mutate` plants mistakes into them.
///
/// Apps have no hook. `TrackproofAssertions` has the only type that conforms to this protocol.
package protocol FacadeHook: Sendable {
    /// Learns the destinations of the facade, which may have changed. Returns the destinations that the facade keeps.
    func use(_ destinations: [Destination]) -> [Destination]

    /// Delivers an event to the destinations in place of the facade.
    func deliver(_ event: Event)

    /// Learns of an event that the facade does not deliver, because the user has not given consent.
    func withhold(_ event: Event)
}

extension Analytics {
    /// A closure that makes the hook of a facade; `nil` outside tests. `TrackproofXCTest` sets it when a test bundle is
    /// loaded, also for Swift Testing.
    package static let makeHook = Lock<(@Sendable () -> any FacadeHook)?>(nil)
}

/// A provider of a facade.
package final class Destination: Sendable {
    package let provider: any AnalyticsProvider
    package let isRecorder: Bool

    init(_ provider: any AnalyticsProvider) {
        self.provider = provider
        isRecorder = provider.isRecorder
    }

    /// Passes an event to the provider.
    package func deliver(_ event: Event) {
        // A recorder receives every event under the event's own name, and itself leaves out unrecorded events.
        if event.rare == nil || isRecorder { return provider.track(event) }
        guard let name = event.delivery.name(event.name, for: provider.id) else { return }
        var event = event
        event.name = name
        provider.track(event)
    }
}

extension [Destination] {
    /// Passes an event to each destination, in order.
    package func deliver(_ event: Event) {
        withUnsafeBufferPointer { destinations in
            for index in destinations.indices { destinations[index].deliver(event) }
        }
    }
}

/// A recorder that learns which sources of events can reach it.
///
/// A test that expects no events must not pass merely because nothing sends events to its recorder.
package protocol ConnectedRecorder: AnalyticsRecorder {
    /// Tells the recorder that events of this source can reach it from now on.
    func connect(_ source: EventSource)
}

/// The delivery of an event of a facade that tests share.
package enum SharedDelivery {
    /// Records what a wrapper in `recorded()` gets from the facade, in the test that has tracked the event; `nil` if no
    /// shared facade is delivering an event.
    @TaskLocal package static var record: (@Sendable (RecordedEvent) -> Void)?
}
