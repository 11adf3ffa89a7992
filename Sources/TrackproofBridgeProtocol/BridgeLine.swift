package import Trackproof
package import TrackproofJSON

/// A line that an app and a test exchange over a bridge: an event or a control line.
///
/// A recording never contains control lines.
package enum BridgeLine: Sendable {
    /// The first line of a writer.
    ///
    /// The line contains the writer's name, the token that authenticates the writer, and the reasons why the writer
    /// could not use the addresses that it tried first.
    case hello(version: Int64, writer: String, token: String?, unavailable: [String] = [])
    /// An event.
    case event(RecordedEvent)
    /// The number of events that the writer dropped at this point of the stream.
    ///
    /// For example, the writer drops events if a buffer or the disk is full.
    case lost(Int64)
    /// A barrier with this number. The reader sends it to the writer.
    ///
    /// The writer sends the same line back after all events that the app tracked before the barrier.
    case barrier(Int64)
    /// The last line of a writer that ended normally, with the sequence number of its last event.
    case bye(Int64)
}

extension JSONWriter {
    /// Writes a line with its line break.
    ///
    /// - Parameters:
    ///   - line: The line to write.
    ///   - owner: The writer of the line, if several writers share the file. A `hello` line always names its writer.
    package mutating func write(line: BridgeLine, writer owner: String? = nil) {
        switch line {
        case .hello(let version, let writer, let token, let unavailable):
            var members: EventParameters = ["hello": version, "writer": writer]
            members["token"] = token.map(EventValue.string)
            if !unavailable.isEmpty { members["unavailable"] = .array(unavailable.map(EventValue.string)) }
            write(members)
        case .event(let event): write(event, writer: owner)
        case .lost(let count): write(control: "lost", count, owner)
        case .barrier(let number): write(control: "barrier", number, owner)
        case .bye(let sequence): write(control: "bye", sequence, owner)
        }
        write("\n")
    }

    private mutating func write(control name: String, _ number: Int64, _ owner: String?) {
        var members: EventParameters = [name: number]
        members["writer"] = owner.map(EventValue.string)
        write(members)
    }
}

extension JSONCursor {
    /// Reads a line.
    ///
    /// A line with the key `name` or `kind` is an event, whatever other keys it has. A control line has neither of
    /// these keys.
    ///
    /// - Returns: The line, and the writer that the line names. The writer is `nil` if the line does not name a writer.
    package mutating func bridgeLine() throws(JSONFailure) -> (line: BridgeLine, writer: String?) {
        skipWhitespace()
        let start = position
        if startsControlLine {
            let members = try object(depth: 0)
            if members["name"] == nil, members["kind"] == nil {
                func number(_ name: String) throws(JSONFailure) -> Int64? {
                    guard let value = members[name] else { return nil }
                    guard case .integer(let number) = value, number >= 0 else {
                        throw JSONFailure(at: start, field: name, "expected a non-negative integer, found \(value)")
                    }
                    return number
                }
                var owner: String?
                if case .string(let name)? = members["writer"] { owner = name }
                if let version = try number("hello") {
                    guard let owner else {
                        throw JSONFailure(at: start, field: "writer", "expected a string")
                    }
                    var token: String?
                    if case .string(let text)? = members["token"] { token = text }
                    var unavailable: [String] = []
                    if case .array(let reasons)? = members["unavailable"] {
                        unavailable = reasons.compactMap(\.string)
                    }
                    return (.hello(version: version, writer: owner, token: token, unavailable: unavailable), owner)
                }
                if let count = try number("lost") { return (.lost(count), owner) }
                if let number = try number("barrier") { return (.barrier(number), owner) }
                if let sequence = try number("bye") { return (.bye(sequence), owner) }
            }
            position = start
        }
        var event = try recordedEvent()
        var writer: String?
        if !event.unknown.isEmpty, case .string(let name)? = event.unknown["writer"] {
            writer = name
            event.unknown["writer"] = nil
        }
        return (.event(event), writer)
    }

    /// Whether the line begins like a control line: with the key `hello`, `lost`, `barrier` or `bye`.
    ///
    /// Without this check, every event would be read twice: as a control line, and then as an event.
    private var startsControlLine: Bool {
        guard position + 3 < end, bytes[position] == 0x7B, bytes[position + 1] == 0x22 else { return false }
        switch (bytes[position + 2], bytes[position + 3]) {
        case (0x68, 0x65), (0x6C, 0x6F), (0x62, 0x61), (0x62, 0x79): return true
        default: return false
        }
    }
}

extension JSONCursor {
    /// Reads `bytes`, which must be exactly one line.
    package static func wholeBridgeLine(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONFailure) -> (line: BridgeLine, writer: String?) {
        guard let base = bytes.baseAddress else { throw JSONFailure(incompleteAt: 0) }
        var cursor = JSONCursor(base, from: 0, to: bytes.count, isFinal: true)
        let result = try cursor.bridgeLine()
        cursor.skipWhitespace()
        guard cursor.position == bytes.count else {
            throw JSONFailure(at: cursor.position, "expected the end of the line")
        }
        return result
    }
}
