internal import Trackproof
internal import TrackproofSnapshots

extension Recording {
    /// The source that a first snapshot of the recording has to name; nil for `app`, which needs no word.
    ///
    /// - Throws: ``CommandError`` where there are several, and none is `app`.
    func sourceOfFirstSnapshot() throws(CommandError) -> EventSource? {
        guard let source = expectedSource else {
            let names = Set(events.map(\.source)).names
            throw CommandError(
                "say with --source which events the snapshot is to expect: nothing is of app, and events are of "
                    + names, .usage)
        }
        return source == .app ? nil : source
    }
}

extension Set<EventSource> {
    /// The sources' names, for a message.
    var names: String { map(\.rawValue).sorted().joined(separator: ", ") }
}
