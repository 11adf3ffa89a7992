internal import Trackproof

/// What expected events have that decides how actual ones of their kind and name are read.
struct ExpectedContents: Sendable {
    private struct Identity: Hashable {
        let kind: EventKind
        let name: ExactText

        init(_ event: Event) { (kind, name) = (event.kind, ExactText(event.name)) }
    }

    /// The names of parameters. A decoder of a vendor's wire cannot always tell what the app passed from what the SDK
    /// added, and keeps in the event's context what it takes for the SDK's. These names tell which of it the app may have
    /// passed.
    private var parameters: [Identity: Set<ExactText>] = [:]
    /// Events whose user is expected though they do not say who the user is.
    private var withUser: Set<Identity> = []

    /// Takes note of the parameters that an event has.
    mutating func insertParameters(of event: Event) {
        parameters[Identity(event), default: []].formUnion(event.parameters.map { ExactText($0.name) })
    }

    /// Takes note of an event whose user is expected.
    mutating func insertUser(of event: Event) { withUser.insert(Identity(event)) }

    /// Whether the user of any event is expected that does not say who the user is.
    var hasUsers: Bool { !withUser.isEmpty }

    /// Whether the user of an event of this kind and name is expected.
    func expectsUser(of event: Event) -> Bool { !withUser.isEmpty && withUser.contains(Identity(event)) }

    /// The event with the parameters of its context that an expected event of its kind and name has.
    ///
    /// - Returns: nil if its context has none.
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
    /// The event with the parameters of its context that `expected` has.
    func completed(as expected: Event) -> Event {
        var names = ExpectedContents()
        names.insertParameters(of: expected)
        var named = self
        // A renamed event is compared with one of another name.
        named.event.name = expected.name
        guard var event = names.completed(named) else { return self.event }
        event.name = self.event.name
        return event
    }
}
