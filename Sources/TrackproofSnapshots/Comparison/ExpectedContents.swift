public import Trackproof
import TrackproofText

/// The kind and name of an event. An actual event can match only expected events with the same kind and name.
///
/// An identity event without a name has the name of its kind.
public struct EventIdentity: Hashable, Sendable {
    private let kind: EventKind
    private let name: ExactText

    /// Creates the kind and name of an event.
    public init(_ event: Event) { (kind, name) = (event.kind, ExactText(event.displayName)) }
}

extension Event {
    /// Returns whether both events have the same kind and name.
    public func isNamed(like other: Event) -> Bool { EventIdentity(self) == EventIdentity(other) }
}

/// The parameter names of expected events, which decide how actual events are compared.
struct ExpectedContents: Sendable {
    /// The parameter names of the expected events with the same kind and name.
    ///
    /// A decoder of a vendor's wire format cannot always distinguish the parameters that the app passed from the
    /// parameters that the SDK added. The decoder puts values that seem to come from the SDK into the event's context.
    /// If such a value has the name of an expected parameter, the app may have passed it.
    private var parameters: [EventIdentity: Set<ExactText>] = [:]

    /// Adds the names of the parameters of an expected event.
    mutating func insertParameters(of event: Event) {
        parameters[EventIdentity(event), default: []].formUnion(event.parameters.map { ExactText($0.name) })
    }

    /// Returns the event under the name that its vendor gives to screens or pages, such as `page_view`, if this event is
    /// expected and the screen or page is not.
    func named(_ recorded: RecordedEvent) -> RecordedEvent {
        guard !parameters.isEmpty else { return recorded }
        return recorded.underVendorsName { parameters[EventIdentity($0)] != nil } ?? recorded
    }

    /// Returns the event with values of its context as additional parameters.
    ///
    /// A value becomes a parameter if expected events of the same kind and name have a parameter with the value's name,
    /// and the event itself has no parameter with this name.
    ///
    /// - Returns: `nil` if no value becomes a parameter.
    func completed(_ recorded: RecordedEvent) -> Event? {
        guard recorded.context != nil, let known = parameters[EventIdentity(recorded.event)] else { return nil }
        return recorded.completed(known)
    }
}

extension RecordedEvent {
    /// Returns the event under the name that its vendor gives to screens or pages, such as `page_view`.
    ///
    /// An app can also track such an event by this name. The context of a screen or page contains the vendor's name, with
    /// the parameters from which the name of the screen or page comes.
    ///
    /// - Returns: `nil` if the event is not a screen or page at a vendor, or if the event itself is known, or if the event
    ///   under the vendor's name is not known.
    package func underVendorsName(ifKnown isKnown: (Event) -> Bool) -> RecordedEvent? {
        guard event.kind == .screen || event.kind == .page, source.vendor != nil, let context, !isKnown(event) else {
            return nil
        }
        for member in context {
            guard let parameters = member.value.object else { continue }
            var named = self
            named.event = Event(member.name, parameters.merging(event.parameters))
            if isKnown(named.event) { return named }
        }
        return nil
    }

    /// Returns the event with the values of its context that have one of these names as additional parameters.
    ///
    /// - Returns: `nil` if there are no such values, or if the event itself has parameters with their names.
    func completed(_ names: Set<ExactText>) -> Event? {
        guard let context else { return nil }
        let found = context.filter { names.contains(ExactText($0.name)) && event.parameters[$0.name] == nil }
        if found.isEmpty { return nil }
        var completed = event
        completed.parameters = event.parameters.merging(EventParameters(found))
        return completed
    }
}

extension EventParameters {
    /// The names of the parameters.
    var names: Set<ExactText> { Set(lazy.map { ExactText($0.name) }) }
}
