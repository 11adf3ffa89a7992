public import Trackproof

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
