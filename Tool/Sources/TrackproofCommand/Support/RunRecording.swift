internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofBridgeReader
@_spi(Tooling) internal import TrackproofSnapshots

/// The recording of a run: takes events from the bridge as they arrive and writes them to a file.
final class RunRecording: @unchecked Sendable {
    // Unchecked: `writer`, `count` and `failure` are touched under `lock` only.
    private let lock = NSLock()
    private var writer: RecordingWriter?
    private var failure: (any Error)?
    private var count: Int64 = 0
    /// Where the recording is: as asked for, else a temporary file.
    let path: String
    private let isTemporary: Bool

    /// Starts a recording at `path`, or at a temporary place.
    init(path: String?, command: [String]) throws {
        isTemporary = path == nil
        self.path =
            path ?? FileManager.default.temporaryDirectory.appendingPathComponent("trackproof-\(UUID()).ndjson").path
        let app = command.first.map { URL(fileURLWithPath: $0).lastPathComponent }
        writer = try RecordingWriter(
            path: self.path, naming: isTemporary ? .private : .given, header: Recording.header(app: app, started: .now))
    }

    /// Adds an event, numbered in the order of arrival: several writers count each for itself.
    func append(_ event: RecordedEvent) {
        lock.withLock {
            guard failure == nil else { return }
            count += 1
            var event = event
            event.sequence = count
            do { try writer?.append(event) } catch { failure = error }
        }
    }

    /// Puts the recording in its place.
    func finish() throws {
        try lock.withLock {
            if let failure { throw failure }
            try writer.take()?.finish()
        }
    }

    /// Removes a temporary recording.
    func remove() {
        if isTemporary { unlink(path) }
    }
}
