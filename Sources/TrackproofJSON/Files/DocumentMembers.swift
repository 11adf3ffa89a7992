import Trackproof

/// The members of the first object in a file: those of a document, or those of a recording's header.
///
/// A document is one object with an array called `events`. A recording has one event per line, and its first object is
/// its header or its first event. If the first object is an event, it remains in the window for the caller.
struct DocumentMembers {
    private(set) var members = EventParameters()
    /// The line and column of each member's value.
    private(set) var places: [String: (line: Int, column: Int)] = [:]
    /// The members in order, with the lines and columns of their names.
    private(set) var names: [FileMember] = []
    /// The first member whose name occurs twice in one object, if this object is inside a value of the document.
    private(set) var repeated: FileMember?
    /// Whether the file is a document.
    private(set) var isDocument = false

    /// Reads the members up to the array `events`.
    ///
    /// If the file is a document, this method moves the window to its first event. Otherwise, it moves the window to
    /// the first line that can be an event.
    mutating func read(from window: ByteWindow) throws {
        let found = try window.peek { (cursor: inout JSONCursor) throws(JSONFailure) -> Found in
            var found = Found()
            try cursor.expect(0x7B, "an event object or an array of events")
            if try cursor.peek() == 0x7D {
                cursor.position += 1
            } else {
                repeat {
                    try found.readMember(&cursor)
                } while try found.isDocument ? false : cursor.continues(until: 0x7D, "',' or '}'")
            }
            found.finish(at: cursor)
            return found
        }
        isDocument = found.isDocument
        if found.isDocument || found.isHeader { try take(found, from: window) }
    }

    /// Reads the members after the array `events`.
    mutating func readAfterEvents(from window: ByteWindow) throws {
        let found = try window.peek { (cursor: inout JSONCursor) throws(JSONFailure) -> Found in
            var found = Found(isDocument: true)
            while try cursor.continues(until: 0x7D, "',' or '}'") { try found.readMember(&cursor) }
            found.finish(at: cursor)
            return found
        }
        try take(found, from: window)
    }

    private struct Found {
        var members: [EventParameter] = []
        /// The indices, in the window, of each member's name and value.
        var starts: [(ofName: Int, ofValue: Int)] = []
        /// Whether the array `events` was found.
        var isDocument = false
        var isEvent = false
        /// The index of the first name that occurs twice in one object, or -1 if there is no such name.
        var repeated = -1
        var end = 0

        /// Whether the object is the header of a recording, and not an event that also has the key `recording`.
        var isHeader: Bool { !isEvent && members.contains { $0.name == "recording" } }

        /// Reads a member, or only the start of the array `events`.
        ///
        /// In the result, the value of `events` is null. It only shows the position of `events` among the members.
        mutating func readMember(_ cursor: inout JSONCursor) throws(JSONFailure) {
            _ = try cursor.peek()
            let start = cursor.position
            let name = try cursor.name()
            let isArray = try cursor.peek() == 0x5B
            starts.append((start, cursor.position))
            if name == "name" || name == "parameters" || name == "eventName" { isEvent = true }
            if name == "events", isDocument { throw JSONFailure(at: start + 1, field: name, "given twice") }
            if name == "events", isArray, !isEvent {
                cursor.position += 1
                isDocument = true
            }
            members.append(EventParameter(name, isDocument && name == "events" ? .null : try cursor.value(depth: 1)))
        }

        mutating func finish(at cursor: JSONCursor) { (repeated, end) = (cursor.repeatedMember, cursor.position) }
    }

    private mutating func take(_ found: Found, from window: ByteWindow) throws {
        members = EventParameters(Array(members) + found.members)
        names += window.members(at: zip(found.members, found.starts).map { ($0.name, $1.ofName) })
        for (member, place) in zip(found.members, window.linesAndColumns(at: found.starts.map(\.ofValue))) {
            places[member.name] = place
        }
        if found.repeated >= 0 { repeated = try window.member(at: found.repeated) }
        window.start = found.end
    }
}

/// A member of an object in a file, with the line and column of its name.
package struct FileMember: Sendable {
    package let name: String
    package let line: Int
    package let column: Int

    /// Returns whether `name` begins with `x-`. Users can choose such names for their own members.
    package static func isOwn(_ name: String) -> Bool { name.hasPrefix("x-") }
}
