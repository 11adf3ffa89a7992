package import Trackproof
package import TrackproofFiles
import TrackproofSnapshots

/// A writer that writes a recording event by event.
///
/// Use this writer if a recording is too large for memory, or if a run takes so long that its events should not stay in
/// memory until its end. The file appears at its path only when ``finish()`` is called.
package struct RecordingWriter: ~Copyable {
    private var file: AtomicFile
    /// The header, if it is not written yet, and the next events.
    private var rest: Recording

    private static let eventLimit = 256

    /// Starts a recording that will appear at `path`.
    package init(path: String, naming: AtomicFile.Naming = .given, header: EventParameters = [:]) throws {
        file = try AtomicFile(path: path, naming: naming)
        rest = Recording(header: header)
    }

    /// Adds an event.
    package mutating func append(_ event: RecordedEvent) throws {
        rest.events.append(event)
        if rest.events.count == Self.eventLimit { try flush() }
    }

    private mutating func flush() throws {
        try file.write(rest.bytes)
        rest = Recording()
    }

    /// Writes the remaining events, and moves the file to its final path.
    package consuming func finish() throws {
        try flush()
        try file.commit()
    }
}
