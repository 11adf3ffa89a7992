/// A recorder that knows whether anything can be recorded in it.
///
/// A recorder to which no facade leads must not let a test pass that says "nothing was tracked".
package protocol ConnectedRecording: EventRecording {
    /// Whether it leads to whichever test runs. A facade needs one of these: with two, each event would count twice.
    var isOfAllTests: Bool { get }

    /// A facade, or a recording around a provider, records events of this source from now on.
    func connect(_ source: EventSource)

    /// A facade to which it was added has removed it.
    func disconnect(_ source: EventSource)

    /// The facade did not hand an event on, since the user's consent is not given.
    func withhold(_ event: Event)

    /// The facade has tracked these before it was added. It records those that its test tracked.
    func takeUnrecorded(_ events: [UnrecordedEvents.Entry])
}

extension ConnectedRecording {
    /// It is one test's.
    package var isOfAllTests: Bool { false }
}
