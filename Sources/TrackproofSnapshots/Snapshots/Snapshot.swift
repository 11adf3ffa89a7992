public import Trackproof
import TrackproofFiles
public import TrackproofJSON
import TrackproofPlatform

/// The expected events that a user accepted, and the settings for comparing later runs with these events.
public struct Snapshot: Sendable {
    /// The settings for comparing recordings with the snapshot.
    public var settings: SnapshotSettings
    /// The expected events. If a rule in `volatile` applies to a value, the value is only displayed, not compared.
    public var events: [RecordedEvent]
    /// The members of the snapshot's file in their order, including members with names that begin with `x-`.
    ///
    /// The member `events` is null here, because ``events`` contains the events.
    var members: EventParameters
    /// The settings that were in the snapshot's file. `nil` if the snapshot was not read from a snapshot's file.
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

extension Snapshot {
    /// Reads a snapshot from a file. A recording or an array of events is read as a snapshot with default settings.
    ///
    /// - Parameters:
    ///   - path: The path of a snapshot, or of a recording that is used as a snapshot.
    ///   - source: The source of the expected events. It is used only if the file is a recording without events of
    ///     `app`, and with events of two or more other sources.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` that says where the problem is and in which field, or
    ///   ``/TrackproofJSON/FileAccessError`` if the file does not exist or cannot be read.
    public init(contentsOf path: String, source: EventSource? = nil) throws {
        self = try Snapshot(EventReader(contentsOf: path), source)
    }

    /// Reads a snapshot from bytes in memory.
    ///
    /// - Parameters:
    ///   - bytes: The content of a snapshot's file, or of a recording that is used as a snapshot.
    ///   - name: The name that errors contain instead of a file's path.
    ///   - source: The source of the expected events. It is used only if `bytes` contains a recording without events of
    ///     `app`, and with events of two or more other sources.
    public init(_ bytes: some Collection<UInt8>, name: String = "snapshot", source: EventSource? = nil) throws {
        self = try Snapshot(EventReader(ByteWindow(bytes, file: name), file: name), source)
    }

    /// Reads a snapshot from a reader that is at the start of the file.
    ///
    /// - Parameter asked: The source of the expected events, as for ``init(contentsOf:source:)``.
    public init(_ reader: EventReader, _ asked: EventSource? = nil) throws {
        try reader.checkIsSnapshot()
        var (events, truncation) = try reader.events()
        if let truncation { throw truncation }
        settings = try SnapshotSettings(reader)
        // If a recording becomes a snapshot, only the members that a snapshot may have are kept.
        members = reader.layout == .document ? reader.membersOfSnapshot : EventParameters()
        settingsInFile = reader.isSnapshot ? settings : nil
        if reader.isSnapshot {
            var names = SnapshotNames(settings)
            for event in events { names.add(event.event) }
            try names.check(reader)
        }
        if !reader.isSnapshot {
            let source = try reader.expectedSource(of: Set(events.map(\.source)), asked)
            settings.comparedSource = source
            events.removeAll { $0.source != source }
            members[CommonParameters.member] = nil
            var labels = UserLabels()
            events = events.map { labels.labeling($0.asExpected) }
        }
        self.events = events
    }

    /// The content of the snapshot's file.
    ///
    /// The content is formatted for people, with parameters sorted by name. Equal snapshots have equal content. If the
    /// snapshot was read from a file with the member `common`, this member contains the parameters that all events
    /// share, and the events do not contain them.
    public var bytes: [UInt8] {
        var document = members
        func set(_ name: String, _ value: EventValue?, where isDifferent: (SnapshotSettings) -> Bool) {
            // If a setting has not changed, the member for it stays as the user wrote it.
            if settingsInFile.map(isDifferent) ?? true { document[name] = value }
        }
        if document["snapshot"] == nil {
            document = EventParameters([EventParameter("snapshot", .integer(1))]).merging(document)
        }
        set("order", .string(settings.order.rawValue)) { $0.order != settings.order }
        let common = common
        if let common { document[CommonParameters.member] = .object(common) }
        let names = common?.names ?? []
        document["events"] = .array(events.map { .object($0.snapshotMembers(without: names)) })
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

    /// Writes the snapshot to a file. The file appears at `path` only when all of its content is written.
    ///
    /// - Parameter replaces: Whether to replace a file that is already there.
    public func write(to path: String, replaces: Bool = true) throws {
        try AtomicFile.write(bytes, to: path, replaces: replaces)
    }
}

extension EventReader {
    /// Whether the file is a snapshot. If not, it is a recording that is used as a snapshot.
    ///
    /// Use this property after the reader has read the members of the file.
    public var isSnapshot: Bool { layout == .document && members["snapshot"] != nil }

    /// Returns the source whose events are expected if a recording is used as a snapshot.
    ///
    /// - Parameters:
    ///   - sources: The sources of the recording's events.
    ///   - asked: The source that the user requested, or `nil` if the user requested no source.
    public func expectedSource(of sources: Set<EventSource>, _ asked: EventSource?) throws -> EventSource {
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
    /// The event without its time and its id, which a snapshot does not contain.
    var asExpected: RecordedEvent { RecordedEvent(event) }

    /// Returns the members of the event in a snapshot's file, including members that Trackproof does not know.
    ///
    /// - Parameter names: The names of the parameters that the file contains once for all events.
    fileprivate func snapshotMembers(without names: Set<ExactText>) -> EventParameters {
        let event = event.without(common: names)
        var expected = RecordedEvent(event)
        expected.unknown = unknown
        var members = expected.members
        if expected.showsParameters { members["parameters"] = .object(event.parameters.sortedDeeply) }
        return members
    }
}

extension Set<EventSource> {
    /// The source whose events are expected if a recording with these sources is used as a snapshot.
    ///
    /// This is `app` if the set contains `app` or is empty. Otherwise, it is the only source in the set, or `nil` if
    /// the set contains two or more sources. In that case, the user must choose a source.
    var expected: EventSource? {
        if isEmpty || contains(.app) { return .app }
        return count == 1 ? first : nil
    }

    /// The names of the sources, joined by commas for a message.
    public var names: String { map(\.rawValue).sorted().joined(separator: ", ") }

    /// Returns a message that only events of these sources were recorded, and no events of `source`.
    public func missing(_ source: EventSource) -> String {
        "no events of the source `\(source)` were recorded (recorded sources: \(names))"
    }
}

extension Recording {
    /// The source of the expected events if the recording becomes a snapshot and the user chooses no source.
    ///
    /// This is `app` if the recording has events of `app` or no events. Otherwise, it is the only source of the events,
    /// such as `wire:segment` in a recording that a collector exported, or `nil` if the events have two or more
    /// sources.
    public var expectedSource: EventSource? { Set(events.map(\.source)).expected }
}
