internal import Trackproof

extension Set<EventSource> {
    /// The source whose events a recording expects if it stands for a snapshot or becomes one.
    ///
    /// This is `app`, or the only other source if there are no events of the app. It is `nil` if there are several
    /// other sources, because the user must choose one.
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
    /// This is `app`, or the only other source if there are no events of the app, such as `wire:segment` in a recording
    /// that a collector exported. It is `nil` if there are several other sources.
    var expectedSource: EventSource? { Set(events.map(\.source)).expected }
}
