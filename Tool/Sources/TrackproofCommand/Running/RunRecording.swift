import Foundation
import Trackproof
import TrackproofBridgeReader
import TrackproofFiles
import TrackproofSnapshots
import TrackproofConsole

/// A file with the events of a run, in the order in which the events arrived.
///
/// All checks of the run read a private file, because another process can replace the file that the user chose. The
/// events are also written to the user's file, if there is one.
final class RunRecording: @unchecked Sendable {
    // `@unchecked` is safe because `judged`, `kept`, `count` and `failure` are accessed only under `lock`.
    private let lock = NSLock()
    /// The writer of the private file. `nil` after ``finish()``.
    private var judged: RecordingWriter?
    /// The writer of the user's file, or `nil` if the user wants no recording.
    private var kept: RecordingWriter?
    private var failure: (any Error)?
    private var count: Int64 = 0
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
