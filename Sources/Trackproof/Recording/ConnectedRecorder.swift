package import TrackproofPlatform

/// A recorder that knows whether a facade sends events to it.
///
/// A test that expects no events must not pass merely because no facade sends events to its recorder.
package protocol ConnectedRecorder: AnalyticsRecorder {
    /// Delivers an event to all providers but one, or to all providers if this argument is `nil`.
    ///
    /// The result says whether the provider that does not get the event exists.
    typealias Delivery = @Sendable (Event, _ except: ProviderID?) -> Bool

    /// Whether the recorder gives each event to the test that is running at that moment.
    ///
    /// A facade accepts only one recorder of this kind. With two of them, a test would receive each event twice.
    var recordsForEveryTest: Bool { get }

    /// Delivers an event of the recorder's facade to all providers.
    ///
    /// A facade calls this method if ``recordsForEveryTest`` is `true`. The method sets ``SharedDelivery/record``.
    func noteDelivery(_ deliver: () -> Void)

    /// Tells the recorder that a facade or a wrapper of a provider will send events with this source to the recorder.
    func connect(_ source: EventSource)

    /// Tells the recorder that a facade has removed the recorder and will send it no more events with this source.
    func disconnect(_ source: EventSource)

    /// Tells the recorder about an event that a facade did not send, because the user has not given consent.
    func withhold(_ event: Event)

    /// Tells the recorder which providers that are no recorders get the events of its facade.
    func serve(_ providers: Set<ProviderID>)

    /// Whether the recorder plants mistakes into events, to find out whether the tests notice them.
    var plants: Bool { get }

    /// Delivers an event, or what the app would track instead of the event if the code had a mistake.
    ///
    /// The facade delivers nothing itself if ``plants`` is `true` when the recorder is added.
    ///
    /// - Parameter deliver: The facade's delivery, which the recorder may call later.
    func plant(_ event: Event, _ deliver: @escaping Delivery)

    /// Tells the recorder that it follows a spare recorder, which has received the facade's events until now.
    func follow(_ spare: any AnalyticsProvider)
}

extension ConnectedRecorder {
    /// `false`, because the recorder belongs to one test.
    package var recordsForEveryTest: Bool { false }

    /// Only delivers the event, because the recorder belongs to one test.
    package func noteDelivery(_ deliver: () -> Void) { deliver() }
}

/// The delivery of an event of a facade that tests share.
package enum SharedDelivery {
    /// Records what a wrapper in `recorded()` gets from the facade, in the test that has tracked the event; `nil` if no
    /// shared facade is delivering an event.
    @TaskLocal package static var record: (@Sendable (RecordedEvent) -> Void)?
}

extension Analytics {
    /// A closure that makes a spare recorder for each new facade; `nil` outside tests.
    ///
    /// A facade sends its events to its spare recorder while none of its providers is a recorder.
    package static let makeSpareRecorder = Lock<(@Sendable () -> any AnalyticsRecorder)?>(nil)
}
