public import Trackproof

/// The error of an attempt to update a snapshot to events of a source that the snapshot does not expect.
public struct SnapshotSourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the snapshot's file.
    public let path: String
    /// The source whose events the snapshot expects.
    public let own: EventSource
    /// The source whose events the update would have written to the snapshot.
    public let asked: EventSource

    /// A sentence that says what is wrong.
    public var description: String {
        "\(path): the snapshot expects events of the source `\(own)`; for events of `\(asked)`, use another snapshot"
    }
}

extension Snapshot {
    /// Throws an error if `asked` is not the source whose events the snapshot expects.
    ///
    /// Without this error, an update would write events of the source `asked` to the snapshot, but the settings would
    /// still name the previous source.
    ///
    /// - Parameter asked: The source that the user requested, or `nil` if the user requested no source.
    func check(takes asked: EventSource?, path: String) throws(SnapshotSourceError) {
        let own = settings.source ?? .app
        guard let asked, asked != own else { return }
        throw SnapshotSourceError(path: path, own: own, asked: asked)
    }
}
