internal import Trackproof

extension Set<EventSource> {
    /// The source whose events a recording expects where it stands for a snapshot or becomes one: `app`, or where
    /// nothing is of it the only other source. Nil where there are several: somebody must say which.
    var expected: EventSource? {
        if isEmpty || contains(.app) { return .app }
        return count == 1 ? first : nil
    }

    /// The sources' names, for a message.
    var names: String { map(\.rawValue).sorted().joined(separator: ", ") }
}

extension Recording {
    /// The source whose events a snapshot of the recording expects, where nobody says which: `app`, or where nothing
    /// is of it the only other source, as `wire:segment` in what a collector exported. Nil where there are several.
    var expectedSource: EventSource? { Set(events.map(\.source)).expected }
}
