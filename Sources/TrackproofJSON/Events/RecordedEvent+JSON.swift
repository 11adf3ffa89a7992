public import Trackproof
import TrackproofPlatform

extension JSONCursor {
    /// Reads the object of one event in the shape `shape`.
    ///
    /// The event keeps unknown keys and their values. If the value of a known key is null, the key counts as missing.
    public mutating func recordedEvent(
        _ shape: EventShape = .trackproof
    ) throws(JSONFailure) -> RecordedEvent {
        skipWhitespace()
        let start = position
        try expect(0x7B, "an event object")
        var fields = EventFields()
        if try peek() == 0x7D {
            position += 1
        } else {
            repeat { try eventField(&fields, shape) } while try continues(until: 0x7D, "',' or '}'")
        }
        if let key = fields.otherParameters, !fields.hasParameters {
            throw JSONFailure(
                at: key.start, field: key.name,
                "this key belongs to another format; in this file, the key of an event's parameters is "
                    + "'\(shape.parametersKey)'")
        }
        guard let event = fields.event else {
            // A bridge's file looks like a recording, so users often pass it by mistake. The first line of a bridge's
            // file contains the key `hello`.
            let hint =
                !fields.unknown.contains { $0.name == "hello" }
                ? fields.unknown.shownNames
                : "; this file was written by a bridge; to write a recording, use `trackproof run --recording FILE`"
            throw JSONFailure(
                at: start, field: shape.nameKey, "an event of kind \(fields.kind.rawValue) needs a name" + hint)
        }
        if fields.isAnyRepeated || fields.unknown.count > event.unknown.count, repeatedMember < 0 {
            repeatedMember = try repeatedName(behind: start + 1)
        }
        return event
    }

    private mutating func eventField(_ fields: inout EventFields, _ shape: EventShape) throws(JSONFailure) {
        let start = position
        let key = try rawKey()
        let bytes = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: bytes, count: end)[key.range])
        let isNull = try peek() == 0x6E
        let known = key.name.map({ EventKey($0, shape) }) ?? EventKey(bytes, shape)
        if let known { fields.note(known) }
        // A null counts as a missing key. If the key is repeated, it also removes the value that came before.
        if isNull, known != nil, known != .displaced { _ = try value() }
        switch known {
        case .name: fields.name = try isNull ? nil : text(shape.nameKey)
        case .parameters: fields.parameters = try isNull ? EventParameters() : members(shape.parametersKey)
        case .kind where isNull, .type where isNull: fields.kind = .track
        case .kind:
            fields.kind = try word("kind", "one of \(EventKind.allCases.map(\.rawValue).joined(separator: ", "))") {
                EventKind(rawValue: $0)
            }
        case .sequence: fields.sequence = try isNull ? nil : integer("seq")
        case .time where isNull: fields.time = nil
        case .time:
            fields.time = try word("time", "an RFC 3339 time such as 2026-11-21T09:30:00.000Z") { EventTime($0) }
        case .source: fields.source = try isNull ? .app : EventSource(rawValue: text("source"))
        case .id: fields.id = try isNull ? nil : text("id")
        case .user: fields.user = try isNull ? nil : text("user")
        case .anonymous: fields.anonymous = try isNull ? nil : text("anonymous")
        case .context: fields.context = try isNull ? nil : members("context")
        case .error: fields.error = try isNull ? nil : text("error")
        case .type: fields.kind = try word("type", "an event kind") { $0 == "event" ? .track : EventKind(rawValue: $0) }
        case .data where isNull: fields.parameters = EventParameters()
        case .data:
            // If Trackproof writes this event later, `data` will be inside `parameters`, one level deeper than here.
            // The depth must not exceed the limit there either.
            fields.parameters = EventParameters([EventParameter("data", try value(depth: 2))])
        case .displaced:
            throw JSONFailure(
                at: start, field: fieldName(key),
                "this key belongs to another format; in this file, the key of an event's name is '\(shape.nameKey)'")
        case nil:
            let name = fieldName(key)
            if unknownMember < 0, !FileMember.isOwn(name) { unknownMember = key.range.lowerBound - 1 }
            let value = try value(depth: 1)
            if value != .null, EventShape.keysOfParameters.contains(name) {
                fields.otherParameters = fields.otherParameters ?? (start, name)
            }
            fields.unknown.append(EventParameter(name, value))
        }
    }

    private func fieldName(_ key: (range: Range<Int>, name: String?)) -> String { key.name ?? text(key.range) }

    @inline(__always)
    package mutating func text(_ field: @autoclosure () -> String) throws(JSONFailure) -> String {
        guard try peek() == 0x22 else { throw wrongType(field(), "a string") }
        position += 1
        return try string()
    }

    private mutating func members(_ field: @autoclosure () -> String) throws(JSONFailure) -> EventParameters {
        guard try peek() == 0x7B else { throw wrongType(field(), "an object") }
        return try object(depth: 1)
    }

    private mutating func integer(_ field: @autoclosure () -> String) throws(JSONFailure) -> Int64 {
        let byte = try peek()
        let start = position
        guard byte == 0x2D || (0x30...0x39).contains(byte), case .integer(let value) = try number() else {
            position = start
            throw wrongType(field(), "an integer")
        }
        return value
    }

    @inline(__always)
    private mutating func word<Value>(
        _ field: String, _ expected: @autoclosure () -> String, _ value: (String) -> Value?
    ) throws(JSONFailure) -> Value {
        _ = try peek()
        let start = position
        let word = try text(field)
        guard let value = value(word) else {
            throw JSONFailure(at: start, field: field, "expected \(expected()), found \(word.quotedForDisplay)")
        }
        return value
    }

    private func wrongType(_ field: String, _ expected: String) -> JSONFailure {
        let found =
            switch bytes[position] {
            case 0x22: "a string"
            case 0x7B: "an object"
            case 0x5B: "an array"
            case 0x74, 0x66: "a bool"
            case 0x2D, 0x30...0x39: "a number"
            default: Self.describe(bytes[position])
            }
        return JSONFailure(at: position, field: field, "expected \(expected), found \(found)")
    }
}

/// The values of the keys of an event. The keys can be in any order.
private struct EventFields {
    var kind = EventKind.track
    var name: String?
    var parameters = EventParameters()
    var user: String?
    var source = EventSource.app
    var sequence: Int64?
    var time: EventTime?
    var id: String?
    var anonymous: String?
    var context: EventParameters?
    var error: String?
    var unknown: [EventParameter] = []
    /// The first unknown key that probably stores the parameters, with its offset, or `nil` if there is no such key.
    var otherParameters: (start: Int, name: String)?
    /// The known keys that were found so far. The bit with the number ``EventKey/rawValue`` is 1 if the key was found.
    private var seen: UInt16 = 0
    /// Whether a known key occurs twice.
    private(set) var isAnyRepeated = false

    @inline(__always)
    mutating func note(_ key: EventKey) {
        let bit: UInt16 = 1 << key.rawValue
        if seen & bit != 0 { isAnyRepeated = true }
        seen |= bit
    }

    /// Whether the event has the key of its parameters.
    var hasParameters: Bool { seen & (1 << EventKey.parameters.rawValue | 1 << EventKey.data.rawValue) != 0 }

    var event: RecordedEvent? {
        guard name != nil || kind.isIdentity else { return nil }
        var event = Event(name ?? "", parameters, kind: kind)
        if user != nil { event.user = user }
        if error != nil { event.encodingError = error }
        var recorded = RecordedEvent(event, source: source, sequence: sequence, time: time)
        if id != nil { recorded.id = id }
        if anonymous != nil { recorded.anonymous = anonymous }
        if context != nil { recorded.context = context }
        if !unknown.isEmpty { recorded.unknown = EventParameters(unknown) }
        return recorded
    }
}

extension [EventParameter] {
    /// The end of a sentence about an object that is not an event, with the names of its first members.
    fileprivate var shownNames: String {
        if isEmpty { return "" }
        let names = map(\.name).quotedForDisplay(atMost: 6)
        return "; the object has \(count == 1 ? "the member" : "the members") \(names)"
    }
}

extension JSONWriter {
    /// Writes an event as an object.
    ///
    /// - Parameters:
    ///   - recorded: The event. The method also writes the unknown keys of the event.
    ///   - owner: If several writers of bridges write to the same output, the name of the writer that sent the event.
    ///     Otherwise `nil`.
    package mutating func write(_ recorded: RecordedEvent, writer owner: String? = nil) {
        let event = recorded.event
        write(byte: 0x7B)
        var isFirst = true
        if event.kind != .track {
            key("kind", &isFirst)
            write(string: event.kind.rawValue)
        }
        if event.showsName {
            key("name", &isFirst)
            write(string: event.name)
        }
        if let user = event.user {
            key("user", &isFirst)
            write(string: user)
        }
        if recorded.showsParameters {
            key("parameters", &isFirst)
            write(event.parameters)
        }
        if let error = event.encodingError {
            key("error", &isFirst)
            write(string: error)
        }
        writeOrigin(recorded, &isFirst)
        if let owner {
            key("writer", &isFirst)
            write(string: owner)
        }
        write(byte: 0x7D)
    }

    private mutating func writeOrigin(_ recorded: RecordedEvent, _ isFirst: inout Bool) {
        if let sequence = recorded.sequence {
            key("seq", &isFirst)
            write(sequence)
        }
        if let time = recorded.time {
            key("time", &isFirst)
            write(time)
        }
        if recorded.source != .app {
            key("source", &isFirst)
            write(string: recorded.source.rawValue)
        }
        if let id = recorded.id {
            key("id", &isFirst)
            write(string: id)
        }
        if let anonymous = recorded.anonymous {
            key("anonymous", &isFirst)
            write(string: anonymous)
        }
        if let context = recorded.context {
            key("context", &isFirst)
            write(context)
        }
        for member in recorded.unknown where EventKey(member.name) == nil { write(member, &isFirst) }
    }

    @inline(__always)
    private mutating func key(_ name: StaticString, _ isFirst: inout Bool) {
        if !isFirst { write(byte: 0x2C) }
        isFirst = false
        write(byte: 0x22)
        write(name)
        write("\":")
    }
}

extension RecordedEvent {
    /// The event as an object, for use inside a larger document.
    ///
    /// The object has the same members in the same order as the object that ``JSONWriter`` writes to a recording.
    public var members: EventParameters {
        var members: [EventParameter] = []
        func add(_ name: String, _ value: EventValue?) {
            if let value { members.append(EventParameter(name, value)) }
        }
        if event.kind != .track { add("kind", .string(event.kind.rawValue)) }
        if event.showsName { add("name", .string(event.name)) }
        add("user", event.user.map(EventValue.string))
        if showsParameters { add("parameters", .object(event.parameters)) }
        add("error", event.encodingError.map(EventValue.string))
        add("seq", sequence.map(EventValue.integer))
        add("time", time.map { .string($0.description) })
        if source != .app { add("source", .string(source.rawValue)) }
        add("id", id.map(EventValue.string))
        add("anonymous", anonymous.map(EventValue.string))
        add("context", context.map(EventValue.object))
        return EventParameters(members + unknown.filter { EventKey($0.name) == nil })
    }
}
