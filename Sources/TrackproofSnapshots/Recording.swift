public import Trackproof
@_spi(Tooling) internal import TrackproofJSON

/// The events of one run, in order.
@_spi(Tooling) public struct Recording: Sendable, Hashable {
    /// The header's members: `app`, `test`, `started`, and any others. Empty where there is no header.
    public var header: EventParameters
    /// The events.
    public var events: [RecordedEvent]

    /// A recording of `events`.
    public init(_ events: [RecordedEvent] = [], header: EventParameters = [:]) {
        self.events = events
        self.header = header
    }

    /// A recording of events as an app tracked them.
    public init(_ events: [Event]) {
        self.init(events.enumerated().map { RecordedEvent($1, sequence: Int64($0 + 1)) })
    }
}

@_spi(Tooling) extension Recording {
    /// Reads a whole file of any accepted layout and shape.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` with the place of what is no event, also where the last line is cut short;
    ///   ``/TrackproofJSON/FileAccessError`` where the file is not there or cannot be read. To use what precedes a cut, see
    ///   ``EventFile/forEach(_:)``.
    public init(contentsOf path: String) throws {
        self.init()
        try read(EventFile(path: path).reader())
    }

    /// Reads a recording from bytes in memory; `name` stands in errors for a file's path.
    public init(_ bytes: some Collection<UInt8>, name: String = "recording") throws {
        self.init()
        try read(EventReader(ByteWindow(bytes, file: name), file: name))
    }

    private mutating func read(_ reader: EventReader) throws {
        // What is known of the version at the start is told before what it may have made unreadable.
        try reader.checkMembers()
        while let event = try reader.next() { events.append(event) }
        if let truncation = reader.truncation { throw truncation }
        try reader.checkMembers()
        if reader.layout == .lines { header = reader.members }
    }

    /// The recording as a file's content: one object a line.
    public var bytes: [UInt8] {
        var writer = JSONWriter(capacity: events.count * 200)
        writer.write(recordingHeader: header)
        for event in events {
            writer.write(event)
            writer.write("\n")
        }
        return Array(writer.bytes)
    }

    /// Writes the recording; the file appears whole or not at all.
    public func write(to path: String) throws {
        try AtomicFile.write(bytes, to: path)
    }

    /// The header of a recording of this version.
    public static func header(app: String? = nil, test: String? = nil, started: EventTime? = nil) -> EventParameters {
        ["recording": 1, "app": app, "test": test, "started": started?.description]
    }
}

extension JSONWriter {
    /// Writes a recording's first line, unless the header is empty. Its mark comes first, and no member can make an
    /// event of it.
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

/// Writes a recording event by event, for one that is too large or too long in coming to be held in memory.
///
/// The file appears under its name with ``finish()``, whole or not at all.
@_spi(Tooling) public struct RecordingWriter: ~Copyable {
    private var file: AtomicFile
    private var writer = JSONWriter(capacity: 1 << 16)

    /// Starts a recording that is to stand at `path`.
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

    /// Puts the file in its place.
    public consuming func finish() throws {
        try flush()
        try file.commit()
    }
}
