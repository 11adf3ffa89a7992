public import Trackproof

/// Events of another source than the snapshot's own were to be recorded into it.
@_spi(Tooling) public struct SnapshotSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The snapshot's path.
    public let path: String
    /// The source whose events it expects.
    public let own: EventSource
    /// The source that was asked for.
    public let asked: EventSource

    /// What is wrong, in a sentence.
    public var description: String {
        "\(path) is to expect events of \(own), and takes none of \(asked); these need a snapshot of their own"
    }
}

extension Snapshot {
    /// Refuses events of another source than the snapshot's own: its settings would no longer say whose it expects.
    ///
    /// - Parameter asked: the source that was asked for; nil if none was.
    func check(takes asked: EventSource?, path: String) throws(SnapshotSourceError) {
        let own = settings.source ?? .app
        guard let asked, asked != own else { return }
        throw SnapshotSourceError(path: path, own: own, asked: asked)
    }
}
