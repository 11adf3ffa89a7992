public import Trackproof

extension Set<EventSource> {
    /// The source whose events are expected if a recording with these sources is used as a snapshot.
    ///
    /// This is `app` if the set contains `app` or is empty. Otherwise, it is the only source in the set, or `nil` if
    /// the set contains two or more sources. In that case, the user must choose a source.
    var expected: EventSource? {
        if isEmpty || contains(.app) { return .app }
        return count == 1 ? first : nil
    }

    /// The names of the sources, joined by commas for a message.
    public var names: String { map(\.rawValue).sorted().joined(separator: ", ") }

    /// Returns a message that only events of these sources were recorded, and no events of `source`.
    public func missing(_ source: EventSource) -> String {
        "no events of the source `\(source)` were recorded (recorded sources: \(names))"
    }
}

extension Recording {
    /// The source of the expected events if the recording becomes a snapshot and the user chooses no source.
    ///
    /// This is `app` if the recording has events of `app` or no events. Otherwise, it is the only source of the events,
    /// such as `wire:segment` in a recording that a collector exported, or `nil` if the events have two or more
    /// sources.
    public var expectedSource: EventSource? { Set(events.map(\.source)).expected }
}
