import Trackproof
import TrackproofPlans
import TrackproofVendors

/// The problems in a request of the Measurement Protocol.
///
/// The validation endpoint reports them. At the other endpoint, Google Analytics answers 204 and does not store what is
/// wrong; ``Message/loss`` says how much that is.
///
/// The validation checks the documented rules that depend neither on the current time nor on an account. The protocol
/// defines the values of `fieldPath` and `validationCode`, but not the text of the messages. The validation does not
/// notice a name that occurs twice in an object, because the JSON reader keeps only the last value.
struct GA4Validation {
    struct Message {
        let field: String
        let code: Code
        let description: String
        /// The index of the event that the message is about, or `nil` if it is not about an event.
        var event: Int?

        /// What Google Analytics does not store because of the problem.
        var loss: Loss {
            switch (field, code) {
            case ("", .valueOutOfBounds), ("events", .exceededMaxEntities): .request
            case ("events", .nameReserved): .event
            case ("events", .nameInvalid), ("events.params", _), ("user_properties", _): .part
            default: .unknown
            }
        }

        var json: EventValue {
            .object(["fieldPath": field, "description": description, "validationCode": code.rawValue])
        }
    }

    enum Loss {
        case request, event
        /// A parameter or a user property. Google Analytics can also accept a wrong name, unless the request has
        /// `validation_behavior`.
        case part
        /// The documentation does not say it, or ``GA4Decoder`` rejects the item with a reason of its own.
        case unknown
    }

    enum Code: String {
        case valueInvalid = "VALUE_INVALID"
        case valueRequired = "VALUE_REQUIRED"
        case nameInvalid = "NAME_INVALID"
        case nameReserved = "NAME_RESERVED"
        case valueOutOfBounds = "VALUE_OUT_OF_BOUNDS"
        case exceededMaxEntities = "EXCEEDED_MAX_ENTITIES"
    }

    private(set) var messages: [Message] = []
    private let limits = Destination.ga4.limits(.event)
    private let isApp: Bool
    /// The index of the event that the validation checks.
    private var event: Int?

    /// Returns the messages about a request whose body the caller has not read.
    static func messages(_ request: WireRequest) -> [Message] {
        do throws(WireRejection) {
            return GA4Validation(try WireFields(request.json(), at: "").rest, request).messages
        } catch {
            let description = "The body is not a JSON object: \(error.reason)."
            return [Message(field: "", code: .valueInvalid, description: description)]
        }
    }

    init(_ body: EventParameters, _ request: WireRequest) {
        isApp = request.queryValue("firebase_app_id") != nil
        if request.body.count > 130_000 {
            add("", .valueOutOfBounds, "The body has \(request.body.count) bytes, but at most 130000 are allowed.")
            // Other problems are not checked, so that the reply stays small.
            return
        }
        if !isApp, request.queryValue("measurement_id") == nil {
            add("measurement_id", .valueRequired, "Either measurement_id or firebase_app_id is required.")
        }
        checkClient(body, isApp ? "app_instance_id" : "client_id")
        for field in ["user_id"] where body[field] != nil && body[field] != .null && body[field]?.string == nil {
            add(field, .valueInvalid, "Expected a string.")
        }
        if let time = body["timestamp_micros"], !isInteger(time) {
            add("timestamp_micros", .valueInvalid, "Expected an integer number of microseconds since 1970.")
        }
        checkProperties(body["user_properties"])
        checkEvents(body["events"])
    }

    private mutating func add(_ field: String, _ code: Code, _ description: String) {
        messages.append(Message(field: field, code: code, description: description, event: event))
    }

    private func isInteger(_ value: EventValue) -> Bool {
        value.integer != nil || value.string.flatMap { Int64($0) } != nil
    }

    private mutating func checkClient(_ body: EventParameters, _ name: String) {
        switch body[name] {
        case .string(let text)? where !text.isEmpty: break
        case nil, .null?, .string?: add(name, .valueRequired, "\(name) is required.")
        default: add(name, .valueInvalid, "Expected a string.")
        }
    }

    // MARK: Events

    private mutating func checkEvents(_ value: EventValue?) {
        let events: [EventValue]
        switch value {
        case .array(let values)?: events = values
        case .object?: events = [value].compactMap(\.self)
        case nil, .null?: events = []
        default: return add("events", .valueInvalid, "Expected an array.")
        }
        if events.isEmpty { add("events", .valueRequired, "At least one event is required.") }
        if events.count > 25 {
            add("events", .exceededMaxEntities, "The request has \(events.count) events, but at most 25 are allowed.")
        }
        // Events beyond the limit are not checked, so that the reply stays small.
        for (index, event) in events.prefix(25).enumerated() {
            self.event = index
            check(event, at: index)
        }
        event = nil
    }

    private mutating func check(_ event: EventValue, at index: Int) {
        guard let members = event.object else {
            return add("events", .valueInvalid, "Event \(index) is not an object.")
        }
        switch members["name"] {
        case .string(let name)?:
            // The reference, "Reserved names": the streams of apps may have this event.
            let isAllowed = isApp && name == "in_app_purchase"
            let reserved: NameList = isAllowed ? [] : Vendor.ga4.reserved.events
            checkName(name, of: "event \(index)", in: "events", limits.event, reserved)
        case nil, .null?: add("events", .valueRequired, "Event \(index) has no name.")
        default: add("events", .valueInvalid, "The name of event \(index) is not a string.")
        }
        switch members["params"] {
        case .object(let parameters)?:
            check(parameters, ofEventAt: index)
            for (code, reason) in Self.losses(ofRevenue: parameters, members["name"]?.string) {
                add("events.params", code, "Event \(index) lacks revenue, because \(reason).")
            }
        case nil, .null?: break
        default: add("events.params", .valueInvalid, "The params of event \(index) are not an object.")
        }
    }

    private mutating func check(_ parameters: EventParameters, ofEventAt index: Int) {
        checkCount(parameters, "Event \(index)", "parameters", in: "events.params", limits)
        for parameter in parameters.prefix(limits.count ?? .max) {
            check(parameter, of: "parameter of event \(index)")
        }
    }

    private mutating func check(_ parameter: EventParameter, of subject: String) {
        checkName(
            parameter.name, of: "the \(subject)", in: "events.params", limits.parameter, Vendor.ga4.reserved.parameters)
        let name = parameter.name.forMessage
        switch parameter.value {
        case .string(let text):
            if let excess = excess(of: text, Destination.ga4.valueLimit(of: parameter.name, .event)) {
                add("events.params", .valueOutOfBounds, "The \(subject), [\(name)], \(excess).")
            }
        case .array(let items) where parameter.name == "items":
            if items.count > 200 {
                add("events.params", .exceededMaxEntities, "The \(subject), [items], has more than 200 items.")
            }
            if items.contains(where: { $0.object == nil }) {
                add("events.params", .valueInvalid, "The \(subject), [items], has an item that is not an object.")
            }
            for member in items.compactMap(\.object).joined() { check(member, of: "item \(subject)") }
        case .array, .object, .null:
            add("events.params", .valueInvalid, "The \(subject), [\(name)], is neither a string nor a number.")
        case .bool, .integer, .number: break
        }
    }

    // MARK: User properties

    private mutating func checkProperties(_ value: EventValue?) {
        guard let value, value != .null else { return }
        guard let properties = value.object else {
            return add("user_properties", .valueInvalid, "Expected an object.")
        }
        let limits = Destination.ga4.limits(.traits)
        checkCount(properties, "The request", "user properties", in: "user_properties", limits)
        for property in properties.prefix(limits.count ?? .max) {
            let name = property.name.forMessage
            checkName(
                property.name, of: "the user property", in: "user_properties", limits.parameter,
                Vendor.ga4.reserved.traits)
            guard let value = property.value.object?["value"] else {
                add("user_properties", .valueRequired, "The user property [\(name)] has no value.")
                continue
            }
            switch value {
            case .string(let text):
                if let excess = excess(of: text, Destination.ga4.valueLimit(of: property.name, .traits)) {
                    add("user_properties", .valueOutOfBounds, "The user property [\(name)] \(excess).")
                }
            case .array, .object:
                add("user_properties", .valueInvalid, "The user property [\(name)] is neither a string nor a number.")
            default: break
            }
        }
    }

    // MARK: Names, lengths and counts

    private mutating func checkName(
        _ name: String, of subject: String, in field: String, _ limit: LengthLimit?, _ reserved: NameList
    ) {
        let shown = name.forMessage
        if let first = name.unicodeScalars.first, !first.isLetter {
            add(field, .nameInvalid, "The name of \(subject), [\(shown)], does not start with a letter.")
        } else if name.isEmpty || !name.unicodeScalars.allSatisfy({ $0.isLetter || $0.isDigit || $0 == "_" }) {
            add(field, .nameInvalid, "The name of \(subject), [\(shown)], may have only letters, digits and _.")
        } else if let excess = excess(of: name, limit) {
            add(field, .nameInvalid, "The name of \(subject), [\(shown)], \(excess).")
        } else if reserved.contains(name) {
            add(field, .nameReserved, "The name of \(subject), [\(shown)], is reserved.")
        }
    }

    private mutating func checkCount(
        _ members: EventParameters, _ owner: String, _ what: String, in field: String, _ limits: DestinationLimits
    ) {
        guard let most = limits.count, members.count > most else { return }
        add(field, .exceededMaxEntities, "\(owner) has \(members.count) \(what), but at most \(most) are allowed.")
    }

    private func excess(of text: String, _ limit: LengthLimit?) -> String? {
        guard let limit, limit.length(of: text) > limit.most else { return nil }
        return "is longer than \(limit.most) \(limit.unit.rawValue)"
    }
}

extension String {
    /// The first 60 characters. A name in a request may have any length.
    fileprivate var forMessage: String { String(prefix(60)) }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
