import Trackproof
import TrackproofText

/// The parameter names and users of expected events, which decide how actual events are compared.
struct ExpectedContents: Sendable {
    private struct Identity: Hashable {
        let kind: EventKind
        let name: ExactText

        init(_ event: Event) { (kind, name) = (event.kind, ExactText(event.name)) }
    }

    /// The parameter names of the expected events with the same kind and name.
    ///
    /// A decoder of a vendor's wire format cannot always distinguish the parameters that the app passed from the
    /// parameters that the SDK added. The decoder puts values that seem to come from the SDK into the event's context.
    /// If such a value has the name of an expected parameter, the app may have passed it.
    private var parameters: [Identity: Set<ExactText>] = [:]
    /// The kinds and names of the expected events that contain a user although they are not identity events.
    private var withUser: Set<Identity> = []

    /// Adds the names of the parameters of an expected event.
    mutating func insertParameters(of event: Event) {
        parameters[Identity(event), default: []].formUnion(event.parameters.map { ExactText($0.name) })
    }

    /// Adds the kind and name of an expected event whose user is compared.
    mutating func insertUser(of event: Event) { withUser.insert(Identity(event)) }

    /// Whether any expected event contains a user although it is not an identity event.
    var hasUsers: Bool { !withUser.isEmpty }

    /// Returns whether ``insertUser(of:)`` was called with an event of the same kind and name.
    func expectsUser(of event: Event) -> Bool { !withUser.isEmpty && withUser.contains(Identity(event)) }

    /// Returns the event with values of its context as additional parameters.
    ///
    /// A value becomes a parameter if expected events of the same kind and name have a parameter with the value's name,
    /// and the event itself has no parameter with this name.
    ///
    /// - Returns: `nil` if no value becomes a parameter.
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
    /// Returns the event with additional parameters: the values of its context that are parameters of `expected`.
    func completed(as expected: Event) -> Event {
        var names = ExpectedContents()
        names.insertParameters(of: expected)
        var named = self
        // If the event was renamed, its name is not the name of `expected`. But ``ExpectedContents/completed(_:)``
        // needs equal names.
        named.event.name = expected.name
        guard var event = names.completed(named) else { return self.event }
        event.name = self.event.name
        return event
    }
}
