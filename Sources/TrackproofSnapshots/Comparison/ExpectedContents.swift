internal import Trackproof

/// The contents of expected events that decide how actual events of the same kind and name are read.
struct ExpectedContents: Sendable {
    private struct Identity: Hashable {
        let kind: EventKind
        let name: ExactText

        init(_ event: Event) { (kind, name) = (event.kind, ExactText(event.name)) }
    }

    /// The names of the expected parameters.
    ///
    /// A decoder of a vendor's wire format cannot always distinguish the parameters that the app passed from the
    /// parameters that the SDK added. The decoder puts values that seem to come from the SDK into the event's context.
    /// These names show which values of the context the app may have passed.
    private var parameters: [Identity: Set<ExactText>] = [:]
    /// The kinds and names of events that are not identity events, but whose user is expected.
    private var withUser: Set<Identity> = []

    /// Adds the names of an event's parameters.
    mutating func insertParameters(of event: Event) {
        parameters[Identity(event), default: []].formUnion(event.parameters.map { ExactText($0.name) })
    }

    /// Adds an event whose user is expected.
    mutating func insertUser(of event: Event) { withUser.insert(Identity(event)) }

    /// Whether the user is expected for any event that is not an identity event.
    var hasUsers: Bool { !withUser.isEmpty }

    /// Returns whether the user of events of this kind and name is expected.
    func expectsUser(of event: Event) -> Bool { !withUser.isEmpty && withUser.contains(Identity(event)) }

    /// Returns the event, completed with parameters from its context.
    ///
    /// A value of the context becomes a parameter if an expected event of the same kind and name has this parameter,
    /// but the event itself does not have it.
    ///
    /// - Returns: The completed event, or `nil` if the context has no such value.
    func completed(_ recorded: RecordedEvent) -> Event? {
        guard let context = recorded.context, let known = parameters[Identity(recorded.event)] else { return nil }
        let own = recorded.event.parameters
        let found = context.filter { known.contains(ExactText($0.name)) && own[$0.name] == nil }
        if found.isEmpty { return nil }
        var event = recorded.event
        event.parameters = own.merging(EventParameters(found))
        return event
    }
}

extension RecordedEvent {
    /// Returns the event, completed with the values of its context that are parameters of `expected`.
    func completed(as expected: Event) -> Event {
        var names = ExpectedContents()
        names.insertParameters(of: expected)
        var named = self
        // A renamed event has another name than `expected`, but is completed as if the names were the same.
        named.event.name = expected.name
        guard var event = names.completed(named) else { return self.event }
        event.name = self.event.name
        return event
    }
}
