public import Trackproof
@_spi(Tooling) internal import TrackproofJSON

/// The accepted recording that later runs are compared with.
@_spi(Tooling) public struct Snapshot: Sendable {
    /// How recordings are compared with it.
    public var settings: SnapshotSettings
    /// The expected events. Volatile values are there for display only.
    public var events: [RecordedEvent]
    /// The members of the file in their order, those unknown to this version included; `events` is null here.
    var members: EventParameters
    /// The settings that `members` say; nil where there are none.
    private var settingsInFile: SnapshotSettings?

    /// A snapshot of `events`.
    public init(_ events: [RecordedEvent], settings: SnapshotSettings = SnapshotSettings()) {
        self.events = events
        self.settings = settings
        members = EventParameters()
    }

    /// A snapshot of events as an app tracked them.
    public init(_ events: [Event], settings: SnapshotSettings = SnapshotSettings()) {
        self.init(events.map { RecordedEvent($0) }, settings: settings)
    }
}

@_spi(Tooling) extension Snapshot {
    /// Reads a snapshot's file. Recordings and plain arrays are taken too, with default settings.
    ///
    /// - Parameters:
    ///   - path: the file of a snapshot, or of a recording that stands for one.
    ///   - source: of a recording that has events of several sources, and none of `app`, those that are expected.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` with the place and field of what is wrong, ``/TrackproofJSON/FileAccessError`` where the file is
    ///   not there or cannot be read.
    public init(contentsOf path: String, source: EventSource? = nil) throws {
        self = try Snapshot(EventFile(path: path).reader(), source)
    }

    /// Reads a snapshot from bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: the content of a snapshot's file, or of a recording that stands for one.
    ///   - name: what stands in errors for a file's path.
    ///   - source: of a recording that has events of several sources, and none of `app`, those that are expected.
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
        // Of a recording that becomes a snapshot only what would be read again.
        members = reader.layout == .document ? reader.membersOfSnapshot : EventParameters()
        settingsInFile = reader.isSnapshot ? settings : nil
        if reader.isSnapshot {
            var names = SnapshotNames(settings)
            for event in events { names.add(event.event) }
            try names.check(reader)
        }
        if !reader.isSnapshot {
            let source = try reader.expectedSource(of: Set(events.map(\.source)), asked)
            // The settings say it only where it is another than by default.
            if source != .app { settings.source = source }
            events.removeAll { $0.source != source }
            events = events.map(\.asExpected)
        }
        self.events = events
    }

    /// The snapshot as a file's content: pretty, parameters in the order of their names, always the same for the
    /// same snapshot.
    public var bytes: [UInt8] {
        var document = members
        func set(_ name: String, _ value: EventValue?, where isDifferent: (SnapshotSettings) -> Bool) {
            // What says the same already stays as it is written.
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

    /// Writes the snapshot; the file appears whole or not at all.
    public func write(to path: String) throws {
        try AtomicFile.write(bytes, to: path)
    }
}

extension EventReader {
    /// Whether the file is a snapshot and not a recording that stands for one. Known after its members were read.
    var isSnapshot: Bool { layout == .document && members["snapshot"] != nil }

    /// The source whose events a recording with events of `sources` expects.
    func expectedSource(of sources: Set<EventSource>, _ asked: EventSource?) throws -> EventSource {
        if let source = sources.expected { return source }
        if let asked, sources.contains(asked) { return asked }
        throw error("say which source to compare: nothing is of app, and events are of \(sources.names)")
    }
}

extension RecordedEvent {
    /// The event without what is true of one run only.
    var asExpected: RecordedEvent {
        var event = event
        if !event.kind.isIdentity { event.user = nil }
        return RecordedEvent(event)
    }

    /// The members of an event in a snapshot's file. Unknown ones are kept.
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
