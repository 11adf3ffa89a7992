internal import Trackproof

extension Set<EventSource> {
    /// The source whose events are expected if a recording with these sources is used as or becomes a snapshot.
    ///
    /// This is `app` if there are events of the app, or no events. Otherwise, it is the only source, or `nil` if there
    /// are several sources, because the user must choose a source.
    var expected: EventSource? {
        if isEmpty || contains(.app) { return .app }
        return count == 1 ? first : nil
    }

    /// The names of the sources, for a message.
    var names: String { map(\.rawValue).sorted().joined(separator: ", ") }
}

extension Recording {
    /// The source whose events a snapshot of the recording expects if the user does not choose one.
    ///
    /// This is `app` if the recording has events of the app, or no events. Otherwise, it is the only source, such as
    /// `wire:segment` in a recording that a collector exported, or `nil` if there are several sources.
    var expectedSource: EventSource? { Set(events.map(\.source)).expected }
}
