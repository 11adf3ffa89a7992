public import Trackproof
import TrackproofJSON

/// The events of one run, in the order in which they were recorded.
public struct Recording: Sendable, Hashable {
    /// The members of the header, such as `app`, `test` and `started`. Empty if there is no header.
    public var header: EventParameters
    /// The events.
    public var events: [RecordedEvent]

    /// Creates a recording of `events`.
    public init(_ events: [RecordedEvent] = [], header: EventParameters = [:]) {
        self.events = events
        self.header = header
    }

    /// Creates a recording of events that an app tracked.
    public init(_ events: [Event]) {
        self.init(events.enumerated().map { RecordedEvent($1, sequence: Int64($0 + 1)) })
    }
}

extension Recording {
    /// Reads all events of a file, in any format for events that Trackproof accepts.
    ///
    /// If the last line of the file may be cut short, use ``EventFile/forEach(_:)`` instead, which reads the lines
    /// before it.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` that says where the file contains something other than an event,
    ///   or where its last line is cut short; ``/TrackproofJSON/FileAccessError`` if the file does not exist or cannot
    ///   be read.
    public init(contentsOf path: String) throws {
        self.init()
        try read(EventFile(path: path).reader())
    }

    /// Reads a recording from bytes in memory. Errors contain `name` in place of a file's path.
    public init(_ bytes: some Collection<UInt8>, name: String = "recording") throws {
        self.init()
        try read(EventReader(ByteWindow(bytes, file: name), file: name))
    }

    private mutating func read(_ reader: EventReader) throws {
        let (events, truncation) = try reader.events()
        if let truncation { throw truncation }
        self.events = events
        if reader.layout == .lines { header = reader.members }
    }

    /// The content of the recording's file: one JSON object per line.
    public var bytes: [UInt8] {
        var writer = JSONWriter(capacity: events.count * 200)
        writer.write(recordingHeader: header)
        for event in events {
            writer.write(event)
            writer.write("\n")
        }
        return Array(writer.bytes)
    }

    /// Writes the recording to a file. The file appears at `path` only when all of its content is written.
    public func write(to path: String) throws {
        try AtomicFile.write(bytes, to: path)
    }

    /// Returns the header of a recording, with the current version of the format.
    public static func header(app: String? = nil, test: String? = nil, started: EventTime? = nil) -> EventParameters {
        ["recording": 1, "app": app, "test": test, "started": started?.description]
    }
}

extension JSONWriter {
    /// Writes the first line of a recording, unless the header is empty.
    ///
    /// The member `recording` comes first. The line does not contain members that would make it look like an event.
    fileprivate mutating func write(recordingHeader header: EventParameters) {
        if header.isEmpty { return }
        let rest = header.filter { member in
            switch (member.name, member.value) {
            case ("recording", _), ("name", _), ("parameters", _), ("eventName", _), ("events", .array): false
            default: true
            }
        }
        write(EventParameters([EventParameter("recording", .integer(1))] + rest))
        write("\n")
    }
}

/// A writer that writes a recording event by event.
///
/// Use this writer if a recording is too large for memory, or if a run takes so long that its events should not stay in
/// memory until its end. The file appears at its path only when ``finish()`` is called.
public struct RecordingWriter: ~Copyable {
    private var file: AtomicFile
    private var writer = JSONWriter(capacity: 1 << 16)

    /// Starts a recording that will appear at `path`.
    public init(path: String, naming: AtomicFile.Naming = .given, header: EventParameters = [:]) throws {
        file = try AtomicFile(path: path, naming: naming)
        writer.write(recordingHeader: header)
    }

    /// Adds an event.
    public mutating func append(_ event: RecordedEvent) throws {
        writer.write(event)
        writer.write("\n")
        if writer.count >= 1 << 16 { try flush() }
    }

    private mutating func flush() throws {
        try file.write(writer.bytes)
        writer.removeAll()
    }

    /// Writes the remaining events, and moves the file to its final path.
    public consuming func finish() throws {
        try flush()
        try file.commit()
    }
}

extension RecordedEvent {
    /// The event as a line of a recording, without the line break.
    public var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}

extension EventParameters {
    /// The parameters as a JSON object.
    public var json: String {
        var writer = JSONWriter()
        writer.write(self)
        return writer.text
    }
}
