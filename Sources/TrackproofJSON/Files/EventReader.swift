package import Trackproof

/// Reads the events of a file one by one, whatever accepted layout and shape it has.
///
/// A recording is a sequence of objects; an array of events and an object with `events` are taken too. Memory is that
/// of the largest event.
package final class EventReader {
    package enum Layout: Sendable {
        /// One object a line, the first perhaps a header.
        case lines
        /// `[…]`
        case array
        /// `{…, "events": […], …}`
        case document
    }

    package let window: ByteWindow
    package let layout: Layout
    /// Whether there is nothing in the file at all. As a recording that is one without events; as a snapshot it is none.
    package let isBlank: Bool
    /// The shape of the events, known from the first of them on.
    package private(set) var shape: EventShape?
    /// The members of a recording's header, or of a document besides its events, as far as they were read: all of
    /// them after the last event. Where the events stand among them, `events` is null.
    package private(set) var members: EventParameters
    /// The same members, each where its name stands.
    package private(set) var memberNames: [FileMember] = []
    private var memberPlaces: [String: (line: Int, column: Int)] = [:]
    /// The first member of an event that means nothing to the reader and is not the file's own.
    package private(set) var strangeMember: FileMember?
    /// The first member that is given twice in one object; what the first of them said is lost. Those of the document
    /// itself are in ``memberNames``.
    package private(set) var repeatedMember: FileMember?
    /// The first event that has no name and needs one, by what the file calls names.
    package private(set) var namelessEvent: FileMember?
    /// The end of a recording whose last line was cut short.
    package private(set) var truncation: EventFormatError?
    /// Where the event that `next()` returned starts in the file.
    package private(set) var eventOffset: UInt64 = 0
    private var isFirstElement = true
    private var isFinished = false
    private let file: String

    package init(_ window: ByteWindow, file: String) throws {
        self.window = window
        self.file = file
        try window.skipMarkAndSpace()
        isBlank = window.isEmpty
        if window.isEmpty {
            layout = .lines
            members = EventParameters()
            isFinished = true
            return
        }
        if window.startsArray {
            layout = .array
            members = EventParameters()
            window.start += 1
            return
        }
        var known = DocumentMembers()
        let found: Bool
        do {
            found = try known.read(from: window)
        } catch let error as EventFormatError where window.isAtEnd && known.isCut {
            // A recording of one line, cut short: it has no event.
            layout = .lines
            members = EventParameters()
            truncation = error.asTruncation
            isFinished = true
            return
        }
        layout = found ? .document : .lines
        members = known.members
        memberPlaces = known.places
        memberNames = known.names
        repeatedMember = known.repeated
    }

    /// An error about a member, at its name.
    package func error(at member: FileMember, _ message: String) -> EventFormatError {
        EventFormatError(
            file: file, line: member.line, column: member.column, field: member.name, message: message)
    }

    /// An error that is about all of the file.
    package func error(_ message: String) -> EventFormatError {
        EventFormatError(file: file, line: 1, column: 1, message: message)
    }

    /// An error in one of the members, at its place.
    package func error(inMember name: String, field: String, _ message: String) -> EventFormatError {
        let place = memberPlaces[name]
        return EventFormatError(
            file: file, line: place?.line ?? 1, column: place?.column ?? 1, field: field, message: message)
    }

    /// The next event; nil after the last.
    ///
    /// - Throws: ``EventFormatError`` with the place of what is no event, ``FileAccessError`` where reading fails.
    package func next() throws -> RecordedEvent? {
        if isFinished { return nil }
        switch layout {
        case .lines: return try nextLine()
        case .array, .document: return try nextElement()
        }
    }

    // MARK: Lines

    private func nextLine() throws -> RecordedEvent? {
        try window.skipMarkAndSpace()
        if window.isEmpty {
            isFinished = true
            return nil
        }
        do {
            return try event()
        } catch let error as EventFormatError where window.isAtEnd && window.isCut {
            truncation = error.asTruncation
            isFinished = true
            return nil
        }
    }

    // MARK: Elements

    private func nextElement() throws -> RecordedEvent? {
        try hasNextElement() ? try event() : nil
    }

    /// Moves to the next element of the array, or behind the end of it and of the file.
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
            var rest = DocumentMembers(members, places: memberPlaces, names: memberNames)
            try rest.readAfterEvents(from: window)
            members = rest.members
            memberPlaces = rest.places
            memberNames = rest.names
            repeatedMember = repeatedMember ?? rest.repeated
            try window.skipSpace()
        }
        guard window.isEmpty else { throw window.error(at: window.start, "expected the end of the file") }
        return false
    }

    /// Passes over all events to what follows them, so that ``members`` is whole.
    package func skipEvents() throws {
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
            defer { (strange, repeated) = (cursor.strangeMember, cursor.repeatedMember) }
            return try cursor.recordedEvent(shape)
        }
        if strange >= 0, strangeMember == nil { noteStrangeMember(of: event, at: strange) }
        if repeated >= 0, repeatedMember == nil { repeatedMember = try window.member(at: repeated) }
        if event.event.needsName, namelessEvent == nil {
            namelessEvent = window.members(at: [(shape.nameKey, start)]).first
        }
        return event
    }

    private func noteStrangeMember(of event: RecordedEvent, at place: Int) {
        guard let name = event.unknown.first(where: { !FileMember.isOwn($0.name) })?.name else { return }
        strangeMember = window.members(at: [(name, place)]).first
    }

    /// Looks at the first event without consuming it.
    private func learnShape() throws -> EventShape {
        let members = try window.peek { (cursor: inout JSONCursor) throws(JSONFailure) -> EventParameters in
            guard try cursor.peek() == 0x7B else { throw cursor.unexpected("an event, which is an object") }
            return try cursor.object(depth: 0)
        }
        let shape = EventShape(first: members)
        self.shape = shape
        return shape
    }
}

extension EventFormatError {
    fileprivate var asTruncation: EventFormatError {
        EventFormatError(file: file, line: line, column: column, message: "the last line is cut short")
    }
}
