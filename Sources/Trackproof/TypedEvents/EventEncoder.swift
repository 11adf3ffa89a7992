/// Encodes a typed event into its name and parameters.
///
/// The compiler's own Encodable conformance is the source of names: unlike reflection it survives stripped metadata,
/// and a field that cannot be a value is an error at compile time.
@usableFromInline
enum EventEncoder {
    /// The type's name, or the one that an enum's case gives.
    static func name<E: AnalyticsEvent>(of event: E) throws -> String {
        let thread = EncodersOfThread.current
        let type = ObjectIdentifier(E.self)
        if let name = thread?.typeName(of: type) { return name }
        let plan = EventTypePlans.plan(of: event)
        if plan.isEnum { return try encode(event, name) }
        thread?.keep(EncodingNode(plan), for: type)
        return plan.typeName
    }

    static func parameters(of event: some AnalyticsEvent) throws -> EventParameters {
        try encode(event, parameters)
    }

    private static func encode<E: AnalyticsEvent, Result>(
        _ event: E, _ read: (EncodingNode) -> Result
    ) throws -> Result {
        let thread = EncodersOfThread.current
        let type = ObjectIdentifier(E.self)
        var encoder = thread?.take(type) ?? EncodingNode(EventTypePlans.plan(of: event))
        defer {
            encoder.reset()
            // An event may have kept its encoder.
            if isKnownUniquelyReferenced(&encoder) { thread?.keep(encoder, for: type) }
        }
        try event.encode(to: encoder)
        let result = read(encoder)
        if !encoder.learnedNames.isEmpty {
            let plan = EventTypePlans.learn(E.self, from: encoder)
            encoder.reset()
            encoder = EncodingNode(plan)
        }
        return result
    }

    private static func name(_ encoded: EncodingNode) -> String {
        encoded.enumCase?.name ?? encoded.rawValue ?? encoded.plan.typeName
    }

    private static func parameters(_ encoded: EncodingNode) -> EventParameters {
        if let enumCase = encoded.enumCase { return payload(enumCase.node.takeParameters()) }
        if encoded.isKeyed { return encoded.takeParameters() }
        // An enum of strings: the raw value is the name.
        if encoded.rawValue != nil { return EventParameters() }
        switch encoded.takeValue() {
        case nil: return EventParameters()
        case .object(let content)?: return content
        case let value?: return EventParameters([EventParameter("value", value)])
        }
    }

    /// The parameters of an enum's case. A sole value without a label has the key `_0`: an object's content is
    /// lifted, any other value is called `value`.
    private static func payload(_ parameters: EventParameters) -> EventParameters {
        guard parameters.count == 1, parameters[0].name == "_0" else { return parameters }
        if case .object(let content) = parameters[0].value { return content }
        return EventParameters([EventParameter("value", parameters[0].value)])
    }
}

// An event that could not be encoded is tracked all the same.
extension EventEncoder {
    /// The event's name; its type's, where that fails too.
    @usableFromInline
    static func nameOrTypeName(of event: some AnalyticsEvent) -> String {
        do { return try event.eventName } catch { return EventTypePlan(event).typeName }
    }

    /// The reason in words, with the place in the event.
    @usableFromInline
    static func describe(_ error: any Error) -> String {
        guard case EncodingError.invalidValue(_, let context) = error else { return String(describing: error) }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
