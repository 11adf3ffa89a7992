public import Trackproof

/// A reader that returns the events of a file one by one.
///
/// A recording is a sequence of objects. The reader also accepts an array of events, and an object with the member
/// `events`. For the keys of an event, see ``EventShape``. The memory that the reader needs depends on the size of the
/// largest event, and not on the size of the file.
public final class EventReader {
    /// How a file contains its events.
    public enum Layout: Sendable {
        /// One object per line. The first object may be a header.
        case lines
        /// `[…]`
        case array
        /// `{…, "events": […], …}`
        case document
    }

    package let window: ByteWindow
    /// How the file contains its events.
    public let layout: Layout
    /// Whether the file is empty or contains only white space.
    ///
    /// A blank file is a recording without events, but it is not a snapshot.
    package let isBlank: Bool
    /// The shape of the events, or `nil` until an event shows it.
    public private(set) var shape: EventShape?
    /// The members that the reader has read so far. They belong to a recording's header or to a document.
    ///
    /// After the last event, this property contains all members. In a document, the value of the member `events` is
    /// null and only shows the position of `events` among the members.
    public var members: EventParameters { known.members }
    /// The names of ``members``, with their lines and columns.
    package var memberNames: [FileMember] { known.names }
    private var known = DocumentMembers()
    /// The first unknown member of an event, except for members whose names begin with `x-`.
    package private(set) var unknownMember: FileMember?
    /// The first member whose name occurs twice in one object, so that its first value is lost.
    ///
    /// The object is inside the document. If a name occurs twice in the document itself, ``memberNames`` contains both
    /// members.
    package private(set) var repeatedMember: FileMember?
    /// The first event whose name is empty although the event's kind needs a name.
    ///
    /// The ``FileMember/name`` is the key that this file uses for the names of events.
    package private(set) var namelessEvent: FileMember?
    /// An error that says where the last line of a recording was cut short, or `nil` if the recording is complete.
    package private(set) var truncation: EventFormatError?
    /// The offset, in the file, of the event that ``next()`` returned last.
    public private(set) var eventOffset: UInt64 = 0
    /// Whether the reader has read an event that shows no shape, except that its name has the key `name`.
    private var hasNamed = false
    private var isFirstElement = true
    private var isFinished = false
    private let file: String

    /// Creates a reader, and reads the start of the file.
    public init(_ window: ByteWindow, file: String) throws {
        self.window = window
        self.file = file
        try window.skipMarkAndSpace()
        isBlank = window.isEmpty
        if window.startsArray {
            layout = .array
            window.start += 1
            return
        }
        do {
            if !isBlank { try known.read(from: window) }
        } catch let error as EventFormatError where window.isAtEnd && window.isCut {
            // The recording has only one line, which was cut short. So it has no events.
            truncation = error.asTruncation
        }
        layout = known.isDocument ? .document : .lines
        repeatedMember = known.repeated
        isFinished = isBlank || truncation != nil
    }

    /// Returns an error about a member, with the line and column of the member's name.
    package func error(at member: FileMember, _ message: String) -> EventFormatError {
        EventFormatError(
            file: file, line: member.line, column: member.column, field: member.name, message: message)
    }

    /// Returns an error about the whole file.
    package func error(_ message: String) -> EventFormatError {
        EventFormatError(file: file, line: 1, column: 1, message: message)
    }

    /// Returns an error in the value of the member `name`, with the line and column of this value.
    package func error(inMember name: String, field: String, _ message: String) -> EventFormatError {
        let place = known.places[name]
        return EventFormatError(
            file: file, line: place?.line ?? 1, column: place?.column ?? 1, field: field, message: message)
    }

    /// Returns the next event, or `nil` after the last event.
    ///
    /// - Throws: ``EventFormatError`` that says where an invalid event is, or ``FileAccessError`` if reading fails.
    public func next() throws -> RecordedEvent? {
        if isFinished { return nil }
        switch layout {
        case .lines: return try nextLine()
        case .array, .document: return try hasNextElement() ? event() : nil
        }
    }

    private func nextLine() throws -> RecordedEvent? {
        try window.skipMarkAndSpace()
        do {
            if !window.isEmpty { return try event() }
        } catch let error as EventFormatError where window.isAtEnd && window.isCut {
            truncation = error.asTruncation
        }
        isFinished = true
        return nil
    }

    /// Moves to the next element of the array. After the last element, reads the rest of the file.
    private func hasNextElement() throws -> Bool {
        let isFirst = isFirstElement
        let hasElement = try window.read { (cursor: inout JSONCursor) throws(JSONFailure) -> Bool in
            if isFirst {
                if try cursor.peek() != 0x5D { return true }
                cursor.position += 1
                return false
            }
            return try cursor.continues(until: 0x5D, "',' or ']'")
        }
        isFirstElement = false
        try window.skipSpace()
        if hasElement { return true }
        isFinished = true
        if layout == .document {
            try known.readAfterEvents(from: window)
            repeatedMember = repeatedMember ?? known.repeated
            try window.skipSpace()
        }
        guard window.isEmpty else { throw window.error(at: window.start, "expected the end of the file") }
        return false
    }

    /// Skips all events, so that ``members`` contains all members.
    public func skipEvents() throws {
        while try hasNextElement() {
            try window.read { (cursor: inout JSONCursor) throws(JSONFailure) in try cursor.skipValue() }
        }
    }

    private func event() throws -> RecordedEvent {
        eventOffset = window.offset
        let shape = try shape ?? learnShape()
        var (start, strange, repeated) = (-1, -1, -1)
        let event = try window.read { (cursor: inout JSONCursor) throws(JSONFailure) -> RecordedEvent in
            start = cursor.position
            defer { (strange, repeated) = (cursor.unknownMember, cursor.repeatedMember) }
            return try cursor.recordedEvent(shape)
        }
        if strange >= 0, unknownMember == nil { noteUnknownMember(of: event, at: strange) }
        if repeated >= 0, repeatedMember == nil { repeatedMember = try window.member(at: repeated) }
        if event.event.needsName, namelessEvent == nil {
            namelessEvent = window.members(at: [(shape.nameKey, start)]).first
        }
        return event
    }

    private func noteUnknownMember(of event: RecordedEvent, at place: Int) {
        guard let name = event.unknown.first(where: { !FileMember.isOwn($0.name) })?.name else { return }
        unknownMember = window.members(at: [(name, place)]).first
    }

    /// Returns the shape of the next event. If the event shows no shape, a later event decides the shape of the file. The
    /// window remains at this event.
    private func learnShape() throws -> EventShape {
        let isNamed = hasNamed
        let members: EventParameters
        do {
            members = try window.peek { (cursor: inout JSONCursor) throws(JSONFailure) -> EventParameters in
                guard try cursor.peek() == 0x7B else { throw cursor.unexpected("an event object") }
                return try cursor.object(depth: 0)
            }
        } catch  where isNamed && error is EventFormatError {
            // When the reader reads the event, the error says in which field it is.
            return .trackproof
        }
        hasNamed = true
        shape = EventShape(of: members)
        // An earlier event had the key `name`.
        if isNamed, let found = shape, found.nameKey != EventShape.trackproof.nameKey { shape = .trackproof }
        return shape ?? .trackproof
    }
}

extension EventFormatError {
    fileprivate var asTruncation: EventFormatError {
        EventFormatError(file: file, line: line, column: column, message: "the last line is cut short")
    }
}
