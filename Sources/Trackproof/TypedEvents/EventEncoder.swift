/// Encodes a typed event into its name and parameters.
///
/// The compiler's own Encodable conformance is the source of names: unlike reflection it survives stripped metadata,
/// and a field that cannot be a value is an error at compile time.
@usableFromInline
enum EventEncoder {
    /// The type's name, or the one that an enum's case gives.
    static func name<E: AnalyticsEvent>(of event: E) -> String {
        let thread = EncodersOfThread.current
        let type = ObjectIdentifier(E.self)
        if let name = thread?.typeName(of: type) { return name }
        let plan = EventTypePlans.plan(of: event)
        if plan.isEnum { return encode(event, name) }
        thread?.keep(EncodingNode(plan), for: type)
        return plan.typeName
    }

    static func parameters(of event: some AnalyticsEvent) -> EventParameters {
        encode(event, parameters)
    }

    private static func encode<E: AnalyticsEvent, Result>(_ event: E, _ read: (EncodingNode) -> Result) -> Result {
        let thread = EncodersOfThread.current
        let type = ObjectIdentifier(E.self)
        var encoder = thread?.take(type) ?? EncodingNode(EventTypePlans.plan(of: event))
        defer {
            encoder.reset()
            // An event may have kept its encoder.
            if isKnownUniquelyReferenced(&encoder) { thread?.keep(encoder, for: type) }
        }
        encode(event, to: encoder)
        let result = read(encoder)
        if !encoder.learnedNames.isEmpty {
            let plan = EventTypePlans.learn(type, from: encoder)
            encoder.reset()
            encoder = EncodingNode(plan)
        }
        return result
    }

    /// Encodes all that can be. What cannot is one of the encoder's problems.
    ///
    /// - Returns: whether the value itself has not thrown.
    @discardableResult
    private static func encode(_ value: some Encodable, to encoder: EncodingNode) -> Bool {
        do {
            try value.encode(to: encoder)
            return true
        } catch {
            return encodeDespiteErrors(value, to: encoder)
        }
    }

    /// Encodes once more, past the values that throw. The first time the type's own code gets each error: it may know
    /// what to write instead.
    @inline(never)
    private static func encodeDespiteErrors(_ value: some Encodable, to encoder: EncodingNode) -> Bool {
        encoder.reset()
        encoder.keepsGoing = true
        do {
            try value.encode(to: encoder)
            return true
        } catch {
            encoder.note(error, at: [])
            return false
        }
    }

    private static func name(_ encoded: EncodingNode) -> String {
        encoded.enumCase?.name ?? encoded.rawValue ?? encoded.plan.typeName
    }

    private static func parameters(_ encoded: EncodingNode) -> EventParameters {
        var parameters = content(encoded)
        if !encoded.problems.isEmpty { parameters.note(problems(encoded)) }
        return parameters
    }

    private static func content(_ encoded: EncodingNode) -> EventParameters {
        if let enumCase = encoded.enumCase {
            let parameters = enumCase.node.takeParameters()
            return isSolePayload(parameters, encoded) ? payload(parameters) : parameters
        }
        if encoded.isKeyed { return encoded.takeParameters() }
        // An enum of strings: the raw value is the name.
        if encoded.rawValue != nil { return EventParameters() }
        switch encoded.takeValue() {
        case nil: return EventParameters()
        case .object(let content)?: return content
        case let value?: return EventParameters([EventParameter("value", value)])
        }
    }

    /// Whether an enum's case has one value without a label, which has the key `_0`.
    private static func isSolePayload(_ parameters: EventParameters, _ encoded: EncodingNode) -> Bool {
        parameters.count == 1 && parameters[0].name == "_0"
            && !encoded.problems.contains { $0.path.count > 1 && $0.path[1] != "_0" }
    }

    /// The parameters of a sole value without a label: an object's content is lifted, any other value is called `value`.
    private static func payload(_ parameters: EventParameters) -> EventParameters {
        if case .object(let content) = parameters[0].value { return content }
        return EventParameters([EventParameter("value", parameters[0].value)])
    }

    /// The problems by the names that the parameters have in the event.
    private static func problems(_ encoded: EncodingNode) -> [ParameterProblem] {
        guard encoded.enumCase != nil else { return encoded.problems }
        // The case's name is the event's.
        return encoded.problems.map { ParameterProblem(Array($0.path.dropFirst()), $0.reason) }
    }
}

// Values that are no events.
extension EventEncoder {
    /// Tells the plans of values from those of events.
    private enum Plain<Value> {}

    static func literal<Value: Encodable>(of value: Value, naming: EventNaming) -> EventLiteral {
        let type = ObjectIdentifier(Plain<Value>.self)
        let plan =
            switch naming {
            case .snakeCase: EventTypePlans.plan(of: type) { EventTypePlan(naming: naming) }
            case .asWritten: EventTypePlan(naming: naming)
            }
        let encoder = EncodingNode(plan)
        let isWhole = encode(value, to: encoder)
        defer { encoder.reset() }
        let (encoded, problems) = (isWhole ? encoder.takeValue() : nil, encoder.problems)
        if case .snakeCase = naming, !encoder.learnedNames.isEmpty { EventTypePlans.learn(type, from: encoder) }
        return EventLiteral(eventValue: encoded, problems: problems)
    }
}

// An event that could not be encoded is tracked all the same.
extension EventEncoder {
    /// An event whose own code for the name or the parameters throws: with the other of the two, and with the reason.
    @usableFromInline
    static func incomplete(_ event: some AnalyticsEvent, _ kind: EventKind) -> Event {
        var problems: [ParameterProblem] = []
        var result = Event("", kind: kind)
        do { result.name = try event.eventName } catch {
            result.name = EventTypePlan(event).typeName
            problems.append(ParameterProblem(["eventName"], error))
        }
        do { result.parameters = try event.eventParameters } catch {
            problems.append(ParameterProblem(["eventParameters"], error))
        }
        result.parameters.note(problems)
        return result
    }
}
