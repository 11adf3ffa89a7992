public import Trackproof
@_spi(Tooling) internal import TrackproofJSON

/// The expected events that a user accepted, and the settings for comparing later runs with them.
@_spi(Tooling) public struct Snapshot: Sendable {
    /// The settings for comparing recordings with the snapshot.
    public var settings: SnapshotSettings
    /// The expected events. Volatile values are for display only.
    public var events: [RecordedEvent]
    /// The members of the file in their order, including the user's own `x-` members. `events` is null here.
    var members: EventParameters
    /// The settings in the snapshot's file, or `nil` if the snapshot was not read from such a file.
    private var settingsInFile: SnapshotSettings?

    /// Creates a snapshot of `events`.
    public init(_ events: [RecordedEvent], settings: SnapshotSettings = SnapshotSettings()) {
        self.events = events
        self.settings = settings
        members = EventParameters()
    }

    /// Creates a snapshot of events that an app tracked.
    public init(_ events: [Event], settings: SnapshotSettings = SnapshotSettings()) {
        self.init(events.map { RecordedEvent($0) }, settings: settings)
    }
}

@_spi(Tooling) extension Snapshot {
    /// Reads a snapshot from a file. Recordings and plain arrays are accepted too, with default settings.
    ///
    /// - Parameters:
    ///   - path: The path of a snapshot, or of a recording that is used as a snapshot.
    ///   - source: The source of the expected events, for a recording that has no events of `app` and events of several
    ///     other sources.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` with the place and field of the problem, or
    ///   ``/TrackproofJSON/FileAccessError`` if the file does not exist or cannot be read.
    public init(contentsOf path: String, source: EventSource? = nil) throws {
        self = try Snapshot(EventFile(path: path).reader(), source)
    }

    /// Reads a snapshot from bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: The content of a snapshot's file, or of a recording that is used as a snapshot.
    ///   - name: The name that errors contain in place of a file's path.
    ///   - source: The source of the expected events, for a recording that has no events of `app` and events of several
    ///     other sources.
    public init(_ bytes: some Collection<UInt8>, name: String = "snapshot", source: EventSource? = nil) throws {
        self = try Snapshot(EventReader(ByteWindow(bytes, file: name), file: name), source)
    }

    private init(_ reader: EventReader, _ asked: EventSource?) throws {
        try reader.checkIsSnapshot()
        try reader.checkMembers()
        var events: [RecordedEvent] = []
        while let event = try reader.next() { events.append(event) }
        if let truncation = reader.truncation { throw truncation }
        settings = try SnapshotSettings(reader)
        // A recording that becomes a snapshot keeps only the members that a snapshot may have.
        members = reader.layout == .document ? reader.membersOfSnapshot : EventParameters()
        settingsInFile = reader.isSnapshot ? settings : nil
        if reader.isSnapshot {
            var names = SnapshotNames(settings)
            for event in events { names.add(event.event) }
            try names.check(reader)
        }
        if !reader.isSnapshot {
            let source = try reader.expectedSource(of: Set(events.map(\.source)), asked)
            // The settings name the source only if it is not the default.
            if source != .app { settings.source = source }
            events.removeAll { $0.source != source }
            events = events.map(\.asExpected)
        }
        self.events = events
    }

    /// The content of the snapshot's file.
    ///
    /// The content is easy to read, with parameters sorted by name. The same snapshot always has the same content.
    public var bytes: [UInt8] {
        var document = members
        func set(_ name: String, _ value: EventValue?, where isDifferent: (SnapshotSettings) -> Bool) {
            // A member that already has this meaning stays as it is written.
            if settingsInFile.map(isDifferent) ?? true { document[name] = value }
        }
        if document["snapshot"] == nil {
            document = EventParameters([EventParameter("snapshot", .integer(1))]).merging(document)
        }
        set("order", .string(settings.order.rawValue)) { $0.order != settings.order }
        document["events"] = .array(events.map { .object($0.snapshotMembers) })
        set("volatile", settings.volatile.isEmpty ? nil : settings.volatileMembers) {
            $0.volatile != settings.volatile
        }
        set("ignore", settings.ignore.isEmpty ? nil : .array(settings.ignore.map(EventValue.string))) {
            $0.ignore != settings.ignore
        }
        let ordered = settings.ordered.map { EventValue.array($0.map(EventValue.string)) }
        set("ordered", ordered.isEmpty ? nil : .array(ordered)) { $0.ordered != settings.ordered }
        set("source", settings.source.map { .string($0.rawValue) }) { $0.source != settings.source }
        var printer = PrettyPrinter()
        printer.write(document: document, broken: ["events"])
        return printer.bytes
    }

    /// Writes the snapshot to a file, which appears whole or not at all.
    public func write(to path: String) throws {
        try AtomicFile.write(bytes, to: path)
    }
}

extension EventReader {
    /// Whether the file is a snapshot, and not a recording that is used as a snapshot.
    ///
    /// Use this property after the reader has read the file's members.
    var isSnapshot: Bool { layout == .document && members["snapshot"] != nil }

    /// Returns the source whose events are expected if a recording is used as a snapshot.
    ///
    /// - Parameters:
    ///   - sources: The sources of the recording's events.
    ///   - asked: The requested source, or `nil` if no source was requested.
    func expectedSource(of sources: Set<EventSource>, _ asked: EventSource?) throws -> EventSource {
        if let source = sources.expected { return source }
        if let asked, sources.contains(asked) { return asked }
        throw error(
            """
            expected events of the source `\(asked ?? EventSource.app)`, found none; choose one of these sources: \
            \(sources.names)
            """)
    }
}

extension RecordedEvent {
    /// The event without values that belong to one run only.
    var asExpected: RecordedEvent {
        var event = event
        if !event.kind.isIdentity { event.user = nil }
        return RecordedEvent(event)
    }

    /// The members of an event in a snapshot's file, including unknown members.
    fileprivate var snapshotMembers: EventParameters {
        var members = EventParameters()
        if event.kind != .track { members["kind"] = .string(event.kind.rawValue) }
        if !event.name.isEmpty || !event.kind.isIdentity { members["name"] = .string(event.name) }
        if let user = event.user { members["user"] = .string(user) }
        if showsParameters {
            members["parameters"] = .object(event.parameters.sortedDeeply)
        }
        if let error = event.encodingError { members["error"] = .string(error) }
        return members.merging(unknown)
    }
}
