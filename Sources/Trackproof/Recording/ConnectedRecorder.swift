/// A recorder that knows whether events can reach it.
///
/// A test that asserts "nothing was tracked" must not pass if no facade sends events to its recorder.
package protocol ConnectedRecorder: AnalyticsRecorder {
    /// Whether the recorder gives each event to the test that is running at that moment.
    ///
    /// A facade accepts only one such recorder. With two such recorders, each event would count twice.
    var recordsForEveryTest: Bool { get }

    /// Notes that a facade, or the wrapper of a provider, sends events of this source to the recorder from now on.
    func connect(_ source: EventSource)

    /// Notes that a facade has removed the recorder, and no longer sends events of this source to the recorder.
    func disconnect(_ source: EventSource)

    /// Notes an event that a facade did not send, because the user has not given consent.
    func withhold(_ event: Event)

    /// Receives the events that a facade tracked before the recorder was added to the facade.
    ///
    /// The recorder records the events that its own test tracked.
    func takeUnrecorded(_ events: [UnrecordedEvents.Entry])
}

extension ConnectedRecorder {
    /// `false`, because the recorder belongs to one test.
    package var recordsForEveryTest: Bool { false }
}
