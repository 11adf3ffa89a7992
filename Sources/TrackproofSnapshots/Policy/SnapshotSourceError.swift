public import Trackproof

/// An error that prevents the update of a snapshot to events of another source.
@_spi(Tooling) public struct SnapshotSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The snapshot's path.
    public let path: String
    /// The source whose events the snapshot expects.
    public let own: EventSource
    /// The requested source.
    public let asked: EventSource

    /// A sentence that says what is wrong.
    public var description: String {
        "\(path): the snapshot expects events of the source `\(own)`; for events of `\(asked)`, use another snapshot"
    }
}

extension Snapshot {
    /// Throws an error if another source than the snapshot's own is requested.
    ///
    /// With events of another source, the snapshot's settings would no longer name the source of its events.
    ///
    /// - Parameter asked: The requested source, or `nil` if no source was requested.
    func check(takes asked: EventSource?, path: String) throws(SnapshotSourceError) {
        let own = settings.source ?? .app
        guard let asked, asked != own else { return }
        throw SnapshotSourceError(path: path, own: own, asked: asked)
    }
}
