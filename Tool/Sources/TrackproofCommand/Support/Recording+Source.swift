internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

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

extension Sequence<RecordedEvent> {
    /// Whether any of the events is of a source.
    func has(_ source: EventSource) -> Bool { contains { $0.source == source } }

    /// The sources of the events, where none of them is `source`. Nil where one is, and where there are no events.
    func sources(insteadOf source: EventSource) -> Set<EventSource>? {
        let sources = Set(lazy.map(\.source))
        return sources.isEmpty || sources.contains(source) ? nil : sources
    }
}

extension Snapshot {
    /// Refuses events of another source than the snapshot's own: its settings would no longer say whose it expects.
    ///
    /// - Parameter asked: the source that was asked for; nil where none was.
    func check(takes asked: EventSource?, path: String) throws(CommandError) {
        let own = settings.source ?? .app
        guard let asked, asked != own else { return }
        throw CommandError(
            "\(path) is to expect events of \(own), and takes none of \(asked); these need a snapshot of their own",
            .usage)
    }
}

extension Set<EventSource> {
    /// The sources' names, for a message.
    var names: String { map(\.rawValue).sorted().joined(separator: ", ") }
}
