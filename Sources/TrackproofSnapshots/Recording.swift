public import Trackproof
import TrackproofFiles
public import TrackproofJSON

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
    /// - Throws: ``/TrackproofJSON/EventFormatError`` that says where the file contains something other than an event,
    ///   or where its last line is cut short; ``/TrackproofJSON/FileAccessError`` if the file does not exist or cannot
    ///   be read.
    public init(contentsOf path: String) throws {
        try self.init(EventReader(contentsOf: path))
    }

    /// Reads a recording from bytes in memory. Errors contain `name` in place of a file's path.
    public init(_ bytes: some Collection<UInt8>, name: String = "recording") throws {
        try self.init(EventReader(ByteWindow(bytes, file: name), file: name))
    }

    /// Reads all events of a reader.
    public init(_ reader: EventReader) throws {
        let (events, truncation) = try reader.events()
        if let truncation { throw truncation }
        self.init(events, header: reader.layout == .lines ? reader.members : [:])
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

extension EventReader {
    /// Opens a regular file.
    convenience init(contentsOf path: String) throws {
        let file = try OpenFile(path: path)
        try self.init(ByteWindow(descriptor: file.descriptor, owner: file, file: path), file: path)
    }
}
