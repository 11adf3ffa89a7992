internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofBridgeReader
@_spi(Tooling) internal import TrackproofFiles
@_spi(Tooling) internal import TrackproofSnapshots

/// A file with the events of a run, in the order in which the events arrived.
final class RunRecording: @unchecked Sendable {
    // `@unchecked` is safe because `writer`, `count` and `failure` are accessed only under `lock`.
    private let lock = NSLock()
    private var writer: RecordingWriter?
    private var failure: (any Error)?
    private var count: Int64 = 0
    /// The path that the user chose, or the path of a temporary file.
    let path: String
    /// The folder of the temporary file, or `nil` if the user chose the path.
    private let folder: PrivateFolder?

    /// Starts a recording at `path`, or in a temporary file if `path` is `nil`.
    init(path: String?, command: [String]) throws {
        folder = try path == nil ? PrivateFolder() : nil
        self.path = path ?? (folder?.path ?? "") + "/run.ndjson"
        let app = command.first.map { URL(fileURLWithPath: $0).lastPathComponent }
        writer = try RecordingWriter(
            path: self.path, naming: path == nil ? .private : .given, header: Recording.header(app: app, started: .now))
    }

    /// Adds an event, and gives the event the next sequence number of the recording.
    ///
    /// Each app numbers only its own events. The events of two apps can have the same number until this method
    /// renumbers them.
    func append(_ event: RecordedEvent) {
        lock.withLock {
            guard failure == nil else { return }
            count += 1
            var event = event
            event.sequence = count
            do { try writer?.append(event) } catch { failure = error }
        }
    }

    /// Writes the remaining events, and moves the file to ``path``.
    ///
    /// - Throws: The first error that occurred when an event was written or the file was moved.
    func finish() throws {
        try lock.withLock {
            if let failure { throw failure }
            try writer.take()?.finish()
        }
    }

    /// Removes the recording if it is a temporary file.
    func remove() { folder?.remove() }
}
