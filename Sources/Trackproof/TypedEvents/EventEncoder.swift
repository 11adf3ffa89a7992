/// Encodes a typed event into its name and parameters.
///
/// The compiler's own Encodable conformance is the source of names: unlike reflection it survives stripped metadata,
/// and a field that cannot be a value is an error at compile time.
enum EventEncoder {
    struct Result {
        var name: String
        var parameters: EventParameters
    }

    static func encode<E: AnalyticsEvent>(_ event: E) throws -> Result {
        let plan = EventTypePlans.plan(of: E.self) ?? EventTypePlan(E.self)
        let node = EncodingNode(NameConverter(plan: plan, naming: E.eventNaming))
        try event.encode(to: node)
        let isNamedByCase = node.namesItsEvent
        if !node.names.learned.isEmpty || isNamedByCase != plan.isNamedByCase {
            EventTypePlans.learn(E.self, node.names.learned, isNamedByCase: isNamedByCase)
        }
        return result(of: node, typeName: plan.typeName)
    }

    private static func result(of node: EncodingNode, typeName: String) -> Result {
        if let enumCase = node.enumCase {
            return Result(name: enumCase.name, parameters: payload(enumCase.node.takeParameters()))
        }
        if node.isKeyed { return Result(name: typeName, parameters: node.takeParameters()) }
        switch node.takeValue() {
        // An enum of strings: the raw value is the name.
        case .string(let name)?: return Result(name: name, parameters: EventParameters())
        case let value?: return Result(name: typeName, parameters: EventParameters([EventParameter("value", value)]))
        case nil: return Result(name: typeName, parameters: EventParameters())
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

extension EventEncoder {
    static func describe(_ error: any Error) -> String {
        guard case EncodingError.invalidValue(_, let context) = error else { return String(describing: error) }
        let path = context.codingPath.map(\.stringValue).joined(separator: ".")
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
