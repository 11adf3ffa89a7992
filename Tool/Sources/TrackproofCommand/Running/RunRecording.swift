import Foundation
import Trackproof
import TrackproofArchives
import TrackproofBridgeReader
import TrackproofFiles
import TrackproofSnapshots
import TrackproofConsole

/// A file with the events of a run, in the order in which the events arrived.
///
/// All checks of the run read a private file, because another process can replace the file that the user chose. The
/// events are also written to the user's file, if there is one.
final class RunRecording: @unchecked Sendable {
    // `@unchecked` is safe because `judged`, `kept`, `count`, `trackedCount` and `failure` are accessed only under `lock`.
    private let lock = NSLock()
    /// The writer of the private file. `nil` after ``finish()``.
    private var judged: RecordingWriter?
    /// The writer of the user's file, or `nil` if the user wants no recording.
    private var kept: RecordingWriter?
    private var failure: (any Error)?
    private var count: Int64 = 0
    /// The number of events that came over the bridge. In the recording, they precede the events that SDKs sent.
    private var trackedCount: Int64?
    /// The path of the private file, which exists until ``remove()`` is called.
    let path: String
    /// The path that the user chose, or `nil` if the user wants no recording.
    let keptPath: String?
    private let folder: PrivateFolder

    /// Starts a recording.
    ///
    /// - Parameter keptPath: The path that the user chose, or `nil` if the user wants no recording.
    /// - Throws: ``CommandError`` if the user's path leads to a pipe or a device.
    init(keptAt keptPath: String?, command: [String]) throws {
        if let keptPath, let kind = FileStatus(ofTarget: keptPath)?.kind, kind == .pipe || kind == .other {
            throw CommandError("\(keptPath): cannot create: it is not a regular file", .cannotCreate)
        }
        folder = try PrivateFolder()
        self.keptPath = keptPath
        path = folder.path + "/run.ndjson"
        let app = command.first.map { URL(fileURLWithPath: $0).lastPathComponent }
        let header = Recording.header(app: app, started: .now)
        if let keptPath { kept = try RecordingWriter(path: keptPath, header: header) }
        judged = try RecordingWriter(path: path, naming: .private, header: header)
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
            do {
                try judged?.append(event)
                try kept?.append(event)
            } catch { failure = error }
        }
    }

    /// Adds the events that arrived at the collector. Call this after the last event that came over the bridge.
    ///
    /// The order of these events among the app's events is unknown. Therefore, the recording has them last.
    func append(received events: [RecordedEvent]) {
        lock.withLock { trackedCount = count }
        events.forEach(append)
    }

    /// Reads the events that came over the bridge.
    func tracked() throws -> ArraySlice<RecordedEvent> {
        let events = try Recording(contentsOf: path).events
        return events.prefix(lock.withLock { trackedCount.map(Int.init) ?? events.count })
    }

    /// Writes the remaining events, and moves the user's file to its path.
    ///
    /// - Throws: The first error that occurred when an event was written or a file was moved.
    func finish() throws {
        try lock.withLock {
            if let failure { throw failure }
            try judged.take()?.finish()
            try kept.take()?.finish()
        }
    }

    /// Removes the private file.
    func remove() { folder.remove() }
}
