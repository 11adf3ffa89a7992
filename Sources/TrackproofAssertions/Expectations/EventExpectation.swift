public import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// An event that is expected, with matchers for what varies.
///
/// ```swift
/// expectEvents(.event("login", kind: .screen), .event("purchase", ["order_id": .uuid])) {
///     viewModel.buy()
/// }
/// ```
public struct EventExpectation: Sendable, CustomStringConvertible {
    /// What the event says.
    let kind: EventKind
    let name: String
    let parameters: ExpectedParameters
    /// Who an identity event is about.
    let user: ParameterMatcher

    private init(
        _ name: String, _ parameters: ExpectedParameters, _ kind: EventKind, _ user: (any ParameterExpectation)?
    ) {
        self.name = name
        self.parameters = parameters
        self.kind = kind
        self.user = user?.matcher ?? .absent
    }

    /// An event of this name with exactly these parameters; none, where they are left out.
    ///
    /// - Parameters:
    ///   - name: the name; empty for an identity event that has none.
    ///   - parameters: all of the parameters, as values and matchers.
    ///   - kind: what the event says.
    ///   - user: who an identity event is about; nobody, where it is left out.
    public static func event(
        _ name: String, _ parameters: ExpectedParameters = [:], kind: EventKind = .track,
        user: (any ParameterExpectation)? = nil
    ) -> EventExpectation {
        EventExpectation(name, parameters, kind, user)
    }

    /// An event of this name with at least these parameters.
    public static func event(
        _ name: String, including parameters: ExpectedParameters, kind: EventKind = .track,
        user: (any ParameterExpectation)? = nil
    ) -> EventExpectation {
        EventExpectation(name, parameters.partial, kind, user)
    }

    /// That a screen was shown, with exactly these parameters.
    public static func screen(_ name: String, _ parameters: ExpectedParameters = [:]) -> EventExpectation {
        .event(name, parameters, kind: .screen)
    }

    /// That a screen was shown, with at least these parameters.
    public static func screen(_ name: String, including parameters: ExpectedParameters) -> EventExpectation {
        .event(name, including: parameters, kind: .screen)
    }

    /// Who the user is, with exactly these traits: `.identify(.uuid, ["plan": "premium"])`.
    public static func identify(
        _ user: any ParameterExpectation, _ traits: ExpectedParameters = [:]
    ) -> EventExpectation {
        .event("", traits, kind: .identify, user: user)
    }

    /// Who the user is, with at least these traits.
    public static func identify(
        _ user: any ParameterExpectation, including traits: ExpectedParameters
    ) -> EventExpectation {
        .event("", including: traits, kind: .identify, user: user)
    }

    /// Exactly this event, as `.event(.movieTapped(id: 67563))`.
    public static func event(_ event: Event) -> EventExpectation {
        EventExpectation(event.name, ExpectedParameters(event.parameters), event.kind, event.user)
    }

    /// Exactly the event of this type, as `.event(LoginSucceeded(method: .apple))`.
    public static func event(_ event: some AnalyticsEvent) -> EventExpectation {
        .event(Event(event))
    }

    /// Whether an event has the expected kind and name. An event without a name answers to its kind.
    func isSameName(_ event: Event) -> Bool {
        event.kind == kind
            && event.displayName.isExactly(name.isEmpty && kind.isIdentity ? kind.rawValue : name)
    }

    /// The expectation on one line: `track purchase {price: 19.99, order_id: a UUID, …}`.
    public var description: String {
        var words = [kind.rawValue]
        if !name.isEmpty || !kind.isIdentity { words.append(name.nameForDisplay) }
        if kind.isIdentity, case .absent = user.test {} else if kind.isIdentity { words.append(user.description) }
        if !parameters.elements.isEmpty || parameters.isPartial { words.append(parameters.description) }
        return words.joined(separator: " ")
    }
}

extension Event {
    /// Not to be used: it is there to say what to do where factories and expectations are mixed.
    @available(*, unavailable, message: "wrap the other events too: .event(.movieTapped(id: 1))")
    public static func event(
        _ name: String, _ parameters: ExpectedParameters = [:], kind: EventKind = .track
    ) -> Event { Event(name, kind: kind) }
}
