/// A recorder that knows whether anything can be recorded in it.
///
/// A test must not be told "nothing was tracked" by a recorder that no facade records into.
package protocol ConnectedRecording: EventRecording {
    /// A facade, or a recording around a provider, records events of this source from now on.
    func connect(_ source: EventSource)
}
