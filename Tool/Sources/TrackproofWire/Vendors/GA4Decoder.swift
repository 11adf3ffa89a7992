import Trackproof
import TrackproofPlans
import TrackproofVendors

/// The decoder of Google Analytics 4's Measurement Protocol and its validation endpoint.
///
/// ``GA4Hit`` reads the requests of browsers. The user properties of a request become an `identify` event before the
/// other events of the request. The event `screen_view` is a screen if it has a parameter with the screen's name. The
/// event `page_view` is a page: its name is the title, or the address if there is no title. Parameters that clients add
/// to every event belong to the context.
package enum GA4Decoder: WireDecoder {
    package static let vendor = Vendor.ga4.name

    /// Returns whether the path is `/mp/collect`, `/debug/mp/collect`, or `/g/collect`, which gtag.js uses.
    package static func recognizes(_ request: WireRequest) -> Bool {
        request.trimmedPath == "/mp/collect" || isValidation(request) || isHit(request)
    }

    private static func isHit(_ request: WireRequest) -> Bool { request.trimmedPath == "/g/collect" }

    private static func isValidation(_ request: WireRequest) -> Bool { request.trimmedPath == "/debug/mp/collect" }

    /// Returns the events of a request.
    ///
    /// The decoder ignores a request for validation, because Google Analytics does not collect the events in it.
    package static func decode(_ request: WireRequest) throws(WireRejection) -> WireDecoding {
        if isValidation(request) { return .ignored("a request for validation") }
        if isHit(request) { return try GA4Hit(request).decoding() }
        let body = try WireFields(request.json(), at: "")
        let messages = GA4Validation(body.rest, request).messages
        if let message = messages.first(where: { $0.loss == .request }) {
            throw WireRejection(kind: .tooLarge, field: message.field, message.description)
        }
        return try Envelope(request, body, messages).decoding()
    }

    /// Returns a list of problems if the request is for validation. Otherwise, returns an empty reply.
    package static func reply(to request: WireRequest, _ result: Result<WireDecoding, WireRejection>) -> WireReply {
        guard isValidation(request) else { return WireReply(status: 204) }
        return .json(["validationMessages": EventValue.array(GA4Validation.messages(request).map(\.json))])
    }

    private struct Envelope {
        var fields: WireFields
        let messages: [GA4Validation.Message]
        let received: EventTime
        let events: [(value: EventValue, place: WirePlace)]
        let properties: EventParameters
        let user: String?
        let anonymous: String
        let time: EventTime?
        let context: EventParameters

        init(
            _ request: WireRequest, _ body: WireFields, _ messages: [GA4Validation.Message]
        ) throws(WireRejection) {
            fields = body
            received = request.received
            self.messages = messages
            switch fields.take("events") {
            case .array(let events)?: self.events = events.enumerated().map { ($1, WirePlace.item("events", $0)) }
            // The library ga4mp sends a postponed event as an object instead of an array. This decoder accepts the
            // object, as readers of protocol buffers in JSON do.
            case .object(let event)?: events = [(.object(event), "events")]
            case let value?: throw .wrongType("events", expected: "an array", found: value)
            case nil: throw .missing("events", "an array")
            }
            properties = try fields.object("user_properties") ?? EventParameters()
            user = try fields.identifier("user_id")
            guard let anonymous = try fields.identifier(firstOf: "client_id", "app_instance_id") else {
                throw WireRejection(field: "client_id", "missing, expected client_id or app_instance_id")
            }
            self.anonymous = anonymous
            time = fields.time("timestamp_micros", TimeUnit.microseconds.time)
            context = EventParameters(query: request.query).merging(fields.rest)
        }

        func decoding() -> WireDecoding {
            var decoding = WireDecoding()
            if !properties.isEmpty {
                decoding.append { () throws(WireRejection) in
                    noted(try identify(), messages.filter { $0.field == "user_properties" })
                }
            }
            for (index, (value, place)) in events.enumerated() {
                decoding.append { () throws(WireRejection) in
                    let recorded = try event(WireFields(value, at: place))
                    let own = messages.filter { $0.event == index }
                    if let message = own.first(where: { $0.loss == .event }) {
                        throw WireRejection(
                            kind: .droppedLater, field: place.member("name").description, message.description)
                    }
                    return noted(recorded, own)
                }
            }
            return decoding
        }

        /// Returns an event with notes about the parts that Google Analytics does not store.
        private func noted(_ event: RecordedEvent, _ messages: [GA4Validation.Message]) -> RecordedEvent {
            var event = event
            let parts = messages.filter { $0.loss == .part }.map { String($0.description.dropLast()) }
            if !parts.isEmpty { event.note("Google Analytics can drop what breaks its rules: ", parts) }
            // The reference, "Validation behavior", and "Override timestamp" in the guide to sending events.
            let isStrict = fields["validation_behavior"] == .string("ENFORCE_RECOMMENDATIONS")
            let what = isStrict ? "rejects" : "changes the time of"
            event.note(olderThan: 72, at: received, "Google Analytics \(what) events that are older than 72 hours")
            return event
        }

        private func identify() throws(WireRejection) -> RecordedEvent {
            var traits: [EventParameter] = []
            var rests: [EventParameter] = []
            for property in properties {
                var members = try WireFields(property.value, at: .member("user_properties", property.name))
                // A null value is valid: it removes the user property.
                guard let value = members.rest["value"] else {
                    throw .missing(members.place(of: "value"), "a value")
                }
                traits.append(EventParameter(property.name, value))
                _ = members.take("value")
                if !members.rest.isEmpty { rests.append(EventParameter(property.name, .object(members.rest))) }
            }
            var context = context
            if !rests.isEmpty { context["user_properties"] = .object(EventParameters(rests)) }
            return recorded(.identify(user, EventParameters(traits)), time: time, context)
        }

        private func event(_ item: WireFields) throws(WireRejection) -> RecordedEvent {
            var item = item
            let name = try item.name("name")
            var parameters = WireFields(try item.object("params") ?? EventParameters(), at: item.place.member("params"))
            let added = parameters.take(where: Vendor.ga4.ownParameters.contains)
            var event = Event(name, parameters.rest)
            if let rule = Vendor.ga4.shown(name), let shown = rule.event(event.parameters) {
                let named = event.parameters
                item.put(name, rule.origin { named[$0] }.value)
                event = shown
            }
            event.user = user
            let own = item.time("timestamp_micros", TimeUnit.microseconds.time)
            return recorded(event, time: own ?? time, context.merging(item.rest).merging(added))
        }

        private func recorded(_ event: Event, time: EventTime?, _ context: EventParameters) -> RecordedEvent {
            RecordedEvent(event, source: .wire(vendor), time: time, anonymous: anonymous, context: context)
        }
    }
}
