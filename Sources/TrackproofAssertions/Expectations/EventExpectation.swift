public import Trackproof
import TrackproofSnapshots
import TrackproofText

/// An expected event, with matchers for values that vary.
///
/// ```swift
/// expectEvents(.event("login", kind: .screen), .event("purchase", ["order_id": .uuid])) {
///     viewModel.buy()
/// }
/// ```
public struct EventExpectation: Sendable, CustomStringConvertible {
    let kind: EventKind
    let name: String
    let parameters: ExpectedParameters
    /// The expected user of an identity event. If the event must have no user, this is the matcher `.absent`.
    let user: ParameterMatcher

    private init(
        _ name: String, _ parameters: ExpectedParameters, _ kind: EventKind, _ user: (any ParameterExpectation)?
    ) {
        self.name = name
        self.parameters = parameters
        self.kind = kind
        self.user = user?.matcher ?? .absent
    }

    /// Returns an expectation of an event with exactly these parameters.
    ///
    /// - Parameters:
    ///   - name: The name of the event; empty for an identity event without a name.
    ///   - parameters: All of the parameters, as values and matchers. Defaults to no parameters.
    ///   - kind: The kind of the event.
    ///   - user: The user of an identity event. Defaults to no user.
    public static func event(
        _ name: String, _ parameters: ExpectedParameters = [:], kind: EventKind = .track,
        user: (any ParameterExpectation)? = nil
    ) -> EventExpectation {
        EventExpectation(name, parameters, kind, user)
    }

    /// Returns an expectation of an event with at least these parameters.
    public static func event(
        _ name: String, including parameters: ExpectedParameters, kind: EventKind = .track,
        user: (any ParameterExpectation)? = nil
    ) -> EventExpectation {
        EventExpectation(name, parameters.partial, kind, user)
    }

    /// Returns an expectation of a screen event with exactly these parameters.
    public static func screen(_ name: String, _ parameters: ExpectedParameters = [:]) -> EventExpectation {
        .event(name, parameters, kind: .screen)
    }

    /// Returns an expectation of a screen event with at least these parameters.
    public static func screen(_ name: String, including parameters: ExpectedParameters) -> EventExpectation {
        .event(name, including: parameters, kind: .screen)
    }

    /// Returns an expectation of an identify event with exactly these traits: `.identify(.uuid, ["plan": "premium"])`.
    public static func identify(
        _ user: any ParameterExpectation, _ traits: ExpectedParameters = [:]
    ) -> EventExpectation {
        .event("", traits, kind: .identify, user: user)
    }

    /// Returns an expectation of an identify event with at least these traits.
    public static func identify(
        _ user: any ParameterExpectation, including traits: ExpectedParameters
    ) -> EventExpectation {
        .event("", including: traits, kind: .identify, user: user)
    }

    /// Returns an expectation of exactly this event, for example `.event(.movieTapped(id: 67563))`.
    public static func event(_ event: Event) -> EventExpectation {
        EventExpectation(event.name, ExpectedParameters(event.parameters), event.kind, event.user)
    }

    /// Returns an expectation of exactly this typed event, for example `.event(LoginSucceeded(method: .apple))`.
    public static func event(_ event: some AnalyticsEvent) -> EventExpectation {
        .event(Event(event))
    }

    /// Returns whether an event has the expected kind and name.
    ///
    /// An identity event may have no name. In that case, this method uses its kind in place of its name.
    func isSameName(_ event: Event) -> Bool {
        event.kind == kind
            && event.displayName.isExactly(name.isEmpty && kind.isIdentity ? kind.rawValue : name)
    }

    /// The expectation on one line, for example `track purchase {price: 19.99, order_id: a UUID, …}`.
    public var description: String {
        var words = [kind.rawValue]
        if !name.isEmpty || !kind.isIdentity { words.append(name.nameForDisplay) }
        if kind.isIdentity, case .absent = user.test {} else if kind.isIdentity { words.append(user.description) }
        if !parameters.elements.isEmpty || parameters.isPartial { words.append(parameters.description) }
        return words.joined(separator: " ")
    }
}

extension Event {
    /// Unavailable. If an assertion mixes events with expectations, the compiler shows the message of this attribute.
    @available(*, unavailable, message: "write the other events as expectations too: .event(.movieTapped(id: 1))")
    public static func event(
        _ name: String, _ parameters: ExpectedParameters = [:], kind: EventKind = .track
    ) -> Event { Event(name, kind: kind) }
}
