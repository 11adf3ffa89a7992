internal import Trackproof

/// The names of the parameters that expected events have, by the kind and the name of the event.
///
/// A decoder of a vendor's wire cannot always tell what the app passed from what the SDK added, and keeps in the event's
/// context what it takes for the SDK's. These names tell which of it the app may have passed.
struct ExpectedParameters: Sendable {
    private struct Identity: Hashable {
        let kind: EventKind
        let name: ExactText

        init(_ event: Event) { (kind, name) = (event.kind, ExactText(event.name)) }
    }

    private var names: [Identity: Set<ExactText>] = [:]

    mutating func insert(_ event: Event) {
        names[Identity(event), default: []].formUnion(event.parameters.map { ExactText($0.name) })
    }

    /// The event with the parameters of its context that an expected event of its kind and name has.
    ///
    /// - Returns: nil if its context has none.
    func completed(_ recorded: RecordedEvent) -> Event? {
        guard let context = recorded.context, let known = names[Identity(recorded.event)] else { return nil }
        let parameters = recorded.event.parameters
        let found = context.filter { known.contains(ExactText($0.name)) && parameters[$0.name] == nil }
        if found.isEmpty { return nil }
        var event = recorded.event
        event.parameters = parameters.merging(EventParameters(found))
        return event
    }
}

extension RecordedEvent {
    /// The event with the parameters of its context that `expected` has.
    func completed(as expected: Event) -> Event {
        var names = ExpectedParameters()
        names.insert(expected)
        var named = self
        // A renamed event is compared with one of another name.
        named.event.name = expected.name
        guard var event = names.completed(named) else { return self.event }
        event.name = self.event.name
        return event
    }
}
