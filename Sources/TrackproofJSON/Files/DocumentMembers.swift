import Trackproof

/// The members of the first object in a file: those of a document, or those of a recording's header.
///
/// A document is one object with an array called `events`. A recording has one event per line, and its first object is
/// its header or its first event. If the first object is an event, it remains in the window for the caller.
struct DocumentMembers {
    private(set) var members: EventParameters
    /// The line and column of each member's value.
    private(set) var places: [String: (line: Int, column: Int)]
    /// The members in order, with the lines and columns of their names.
    private(set) var names: [FileMember]
    /// The first member whose name occurs twice in one object, if this object is inside a value of the document.
    private(set) var repeated: FileMember?
    /// Whether the file ended inside the object.
    private(set) var isCut = false

    init(
        _ members: EventParameters = EventParameters(), places: [String: (line: Int, column: Int)] = [:],
        names: [FileMember] = []
    ) {
        self.members = members
        self.places = places
        self.names = names
    }

    /// Reads the members up to the array `events`.
    ///
    /// If the file is a document, this method moves the window to its first event. Otherwise, it moves the window to
    /// the first line that can be an event.
    ///
    /// - Returns: `true` if the file is a document.
    mutating func read(from window: ByteWindow) throws -> Bool {
        do {
            let found = try window.peek { (cursor: inout JSONCursor) throws(JSONFailure) -> Found in
                try Self.read(&cursor)
            }
            if found.isDocument || found.isHeader { try take(found, from: window) }
            return found.isDocument
        } catch {
            isCut = window.isCut
            throw error
        }
    }

    private struct Found {
        var members: [EventParameter] = []
        /// The indices, in the window, of each member's name and value.
        var starts: [(name: String, ofName: Int, ofValue: Int)] = []
        var isDocument = false
        var isEvent = false
        /// The index of the first name that occurs twice in one object, or -1 if there is no such name.
        var repeated = -1
        var end = 0

        /// Whether the object is the header of a recording, and not an event that also has the key `recording`.
        var isHeader: Bool { !isEvent && starts.contains { $0.name == "recording" } }

        /// Reads the name of a member and its colon, and moves to the value of the member.
        mutating func name(_ cursor: inout JSONCursor) throws(JSONFailure) -> String {
            _ = try cursor.peek()
            let start = cursor.position
            let name = try cursor.name()
            _ = try cursor.peek()
            starts.append((name, start, cursor.position))
            return name
        }
    }

    /// Reads the members before the array `events`, or all members if the object has no such array.
    ///
    /// In the result, the value of `events` is null. It only shows the position of `events` among the members.
    private static func read(_ cursor: inout JSONCursor) throws(JSONFailure) -> Found {
        var found = Found()
        try cursor.expect(0x7B, "an event object or an array of events")
        if try cursor.peek() == 0x7D {
            cursor.position += 1
            found.end = cursor.position
            return found
        }
        repeat {
            let name = try found.name(&cursor)
            if name == "name" || name == "parameters" || name == "eventName" { found.isEvent = true }
            if name == "events", !found.isEvent, try cursor.peek() == 0x5B {
                cursor.position += 1
                found.members.append(EventParameter(name, .null))
                found.isDocument = true
                break
            }
            found.members.append(EventParameter(name, try cursor.value(depth: 1)))
        } while try cursor.continues(until: 0x7D, "',' or '}'")
        found.repeated = cursor.repeatedMember
        found.end = cursor.position
        return found
    }

    /// Reads the members after the array `events`.
    mutating func readAfterEvents(from window: ByteWindow) throws {
        let known = members
        let found = try window.peek { (cursor: inout JSONCursor) throws(JSONFailure) -> Found in
            var found = Found(members: Array(known))
            while try cursor.continues(until: 0x7D, "',' or '}'") {
                let name = try found.name(&cursor)
                guard name != "events" else {
                    throw JSONFailure(at: (found.starts.last?.ofName ?? 0) + 1, field: "events", "given twice")
                }
                found.members.append(EventParameter(name, try cursor.value(depth: 1)))
            }
            found.repeated = cursor.repeatedMember
            found.end = cursor.position
            return found
        }
        try take(found, from: window)
    }

    private mutating func take(_ found: Found, from window: ByteWindow) throws {
        members = EventParameters(found.members)
        for (start, place) in zip(found.starts, window.linesAndColumns(at: found.starts.map(\.ofValue))) {
            places[start.name] = place
        }
        names += window.members(at: found.starts.map { ($0.name, $0.ofName) })
        if found.repeated >= 0 { repeated = try window.member(at: found.repeated) }
        window.start = found.end
    }
}
