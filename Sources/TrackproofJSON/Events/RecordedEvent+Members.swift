public import Trackproof

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
        if !event.name.isEmpty || !event.kind.isIdentity { add("name", .string(event.name)) }
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
