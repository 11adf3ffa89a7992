package import Trackproof

/// The shapes of an event that readers take: the contract's own, and those of the published posts.
package enum EventShape: Sendable {
    /// `{"name": …, "parameters": {…}}`
    case trackproof
    /// `{"type": "screen", "identifier": …, "data": …}` of "Testing analytics in an iOS app".
    case typeIdentifierData
    /// `{"name": …, "values": {…}}` of "Automation of testing product analytics in mobile applications".
    case nameValues
    /// `{"eventName": …, "eventParameters": {…}}` of "Defense Against Analytics Regressions".
    case eventNameParameters

    /// The shape of a file whose first event has these members.
    package init(first members: EventParameters) {
        if members["identifier"] != nil, members["type"] != nil {
            self = .typeIdentifierData
        } else if members["eventName"] != nil {
            self = .eventNameParameters
        } else if members["values"] != nil, members["parameters"] == nil {
            self = .nameValues
        } else {
            self = .trackproof
        }
    }
}

extension JSONCursor {
    /// Reads an event of one shape.
    package mutating func recordedEvent(_ shape: EventShape) throws(JSONFailure) -> RecordedEvent {
        if case .trackproof = shape { return try recordedEvent() }
        guard try peek() == 0x7B else { throw unexpected("an event, which is an object") }
        let start = position
        var members = try self.object(depth: 0)
        func take(_ field: String) -> EventValue? {
            defer { members[field] = nil }
            return members[field]
        }
        func string(_ field: String) throws(JSONFailure) -> String {
            guard case .string(let text)? = take(field) else {
                throw JSONFailure(at: start, field: field, "an event of this file needs it, as a string")
            }
            return text
        }
        func object(_ field: String) throws(JSONFailure) -> EventParameters {
            switch take(field) {
            case .object(let parameters)?: return parameters
            case nil, .null?: return EventParameters()
            default: throw JSONFailure(at: start, field: field, "expected an object")
            }
        }
        let event: Event
        switch shape {
        case .trackproof, .nameValues:
            event = Event(try string("name"), try object("values"))
        case .eventNameParameters:
            event = Event(try string("eventName"), try object("eventParameters"))
        case .typeIdentifierData:
            let type = try string("type")
            guard let kind = type == "event" ? .track : EventKind(rawValue: type) else {
                throw JSONFailure(at: start, field: "type", "\(type.quotedForDisplay) is no kind of event")
            }
            let name = try string("identifier")
            let data = take("data") ?? .null
            event = Event(
                name, data == .null ? EventParameters() : EventParameters([EventParameter("data", data)]), kind: kind)
        }
        return RecordedEvent(event, unknown: members)
    }
}
