/// A recorder that knows whether events can reach it.
///
/// A test that says "nothing was tracked" must not pass if no facade leads to its recorder.
package protocol ConnectedRecorder: AnalyticsRecorder {
    /// Whether it records each event in the test that runs at that moment.
    ///
    /// A facade takes only one such recorder: with two, each event would count twice.
    var recordsForEveryTest: Bool { get }

    /// Notes that a facade, or a wrapper of a provider, sends events of this source from now on.
    func connect(_ source: EventSource)

    /// Notes that a facade has removed the recorder and sends no more events of this source.
    func disconnect(_ source: EventSource)

    /// Notes an event that a facade did not send, because the user has not given consent.
    func withhold(_ event: Event)

    /// Takes the events that a facade tracked before the recorder was added to it.
    ///
    /// The recorder records those that its own test tracked.
    func takeUnrecorded(_ events: [UnrecordedEvents.Entry])
}

extension ConnectedRecorder {
    /// `false`, because the recorder belongs to one test.
    package var recordsForEveryTest: Bool { false }
}
