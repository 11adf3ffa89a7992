package import Trackproof

extension JSONCursor {
    /// Reads an event of a recording, as an object. Keys that are not known are kept.
    package mutating func recordedEvent() throws(JSONFailure) -> RecordedEvent {
        skipWhitespace()
        let start = position
        try expect(0x7B, "an event, which is an object")
        var fields = EventFields()
        if try peek() == 0x7D {
            position += 1
        } else {
            repeat { try eventField(&fields) } while try continues(until: 0x7D, "',' or '}'")
        }
        guard let event = fields.event else {
            throw JSONFailure(at: start, field: "name", "an event of the kind \(fields.kind.rawValue) needs a name")
        }
        return event
    }

    private mutating func eventField(_ fields: inout EventFields) throws(JSONFailure) {
        let key = try rawKey()
        let isNull = try peek() == 0x6E
        switch key.name.map(EventKey.init) ?? EventKey(UnsafeBufferPointer(rebasing: slice(key.range))) {
        case .name: fields.name = try text("name")
        case .parameters: fields.parameters = try isNull ? nothing(EventParameters()) : members("parameters")
        case .kind: fields.kind = try eventKind()
        case .sequence: fields.sequence = try isNull ? nothing(nil) : integer("seq")
        case .time: fields.time = try isNull ? nothing(nil) : time()
        case .source: fields.source = EventSource(rawValue: try text("source"))
        case .id: fields.id = try isNull ? nothing(nil) : text("id")
        case .user: fields.user = try isNull ? nothing(nil) : text("user")
        case .anonymous: fields.anonymous = try isNull ? nothing(nil) : text("anonymous")
        case .context: fields.context = try isNull ? nothing(nil) : members("context")
        case .error: fields.error = try isNull ? nothing(nil) : text("error")
        case nil:
            let name = key.name ?? String(decoding: slice(key.range), as: UTF8.self)
            fields.unknown.append(EventParameter(name, try value(depth: 1)))
        }
    }

    private func slice(_ range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
        UnsafeBufferPointer(start: bytes, count: end)[range]
    }

    /// A null where a value may be absent.
    private mutating func nothing<Value>(_ value: Value) throws(JSONFailure) -> Value {
        _ = try self.value()
        return value
    }

    package mutating func text(_ field: StaticString) throws(JSONFailure) -> String {
        guard try peek() == 0x22 else { throw wrongType(field, "a string") }
        position += 1
        return try string()
    }

    private mutating func members(_ field: StaticString) throws(JSONFailure) -> EventParameters {
        guard try peek() == 0x7B else { throw wrongType(field, "an object") }
        return try object(depth: 1)
    }

    package mutating func integer(_ field: StaticString) throws(JSONFailure) -> Int64 {
        _ = try peek()
        let start = position
        guard case .integer(let value) = try value() else {
            position = start
            throw wrongType(field, "an integer")
        }
        return value
    }

    private mutating func eventKind() throws(JSONFailure) -> EventKind {
        _ = try peek()
        let start = position
        let word = try text("kind")
        guard let kind = EventKind(rawValue: word) else {
            let known = EventKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw JSONFailure(at: start, field: "kind", "\(word.quotedForDisplay) is none of \(known)")
        }
        return kind
    }

    private mutating func time() throws(JSONFailure) -> EventTime {
        _ = try peek()
        let start = position
        let word = try text("time")
        guard let time = EventTime(word) else {
            throw JSONFailure(
                at: start, field: "time",
                "\(word.quotedForDisplay) is no RFC 3339 time, as 2026-11-21T09:30:00.000Z")
        }
        return time
    }

    private func wrongType(_ field: StaticString, _ expected: String) -> JSONFailure {
        JSONFailure(at: position, field: "\(field)", "expected \(expected), found \(Self.describe(bytes[position]))")
    }
}

/// The keys of a recording's line.
private enum EventKey {
    case name, parameters, kind, sequence, time, source, id, user, anonymous, context, error

    /// The key of these bytes; nil where it is none that is known.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        func equals(_ word: StaticString) -> Bool {
            for index in 0..<word.utf8CodeUnitCount where bytes[index] != word.utf8Start[index] { return false }
            return true
        }
        switch bytes.count {
        case 2 where equals("id"): self = .id
        case 3 where equals("seq"): self = .sequence
        case 4 where equals("name"): self = .name
        case 4 where equals("kind"): self = .kind
        case 4 where equals("time"): self = .time
        case 4 where equals("user"): self = .user
        case 5 where equals("error"): self = .error
        case 6 where equals("source"): self = .source
        case 7 where equals("context"): self = .context
        case 9 where equals("anonymous"): self = .anonymous
        case 10 where equals("parameters"): self = .parameters
        default: return nil
        }
    }

    init?(_ name: String) {
        var name = name
        guard let key = name.withUTF8({ EventKey($0) }) else { return nil }
        self = key
    }
}

/// The fields of an event as they are met, in any order.
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
