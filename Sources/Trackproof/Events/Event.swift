import TrackproofPlatform

/// An event that an app tracks: a kind, a name, a user and parameters.
///
/// Declare each event as a static function, so that its name and parameters are in one place:
///
/// ```swift
/// extension Event {
///     static func movieTapped(id: Int, slug: String, index: Int) -> Event {
///         Event("movie_tapped", ["id": id, "slug": slug, "index": index])
///     }
/// }
/// analytics.track(.movieTapped(id: 67563, slug: "67563-daredevil", index: 6))
/// ```
///
/// Alternatively, declare a type for each event: see ``AnalyticsEvent``.
public struct Event: Sendable {
    /// The kind of the event, such as `track` or `screen`.
    public var kind: EventKind
    /// The event's name. Only an identity event (identify, group, alias or reset) may have an empty name.
    public var name: String
    /// The event's parameters. In an identity event, the parameters are the traits of the user or group.
    public var parameters: EventParameters
    // The user, the delivery and the encoding error, or `nil` if all three have their default values, as in most
    // events. With one pointer instead of three values, a copy of an event takes less time.
    @usableFromInline var rare: Rare?

    @usableFromInline
    final class Rare: Sendable {
        let user: String?
        let delivery: EventDelivery
        let encodingError: String?

        init(user: String?, delivery: EventDelivery, encodingError: String?) {
            self.user = user
            self.delivery = delivery
            self.encodingError = encodingError
        }
    }

    /// Creates an event called `name`.
    @inlinable
    public init(_ name: String, _ parameters: EventParameters = EventParameters(), kind: EventKind = .track) {
        self.kind = kind
        self.name = name
        self.parameters = parameters
        rare = nil
    }
}

extension Event {
    /// The id of the user in an identify event, the id of the group in a group event, or the new id in an alias event.
    ///
    /// Events of other kinds normally have no `user`.
    public var user: String? {
        get { rare?.user }
        set { setRare(user: newValue, delivery: delivery, encodingError: rare?.encodingError) }
    }

    /// The providers and recordings that receive the event, and the event's name for each provider.
    ///
    /// `==` ignores this property.
    public var delivery: EventDelivery {
        get { rare?.delivery ?? .everywhere }
        set { setRare(user: user, delivery: newValue, encodingError: rare?.encodingError) }
    }

    /// The reasons why the event is incomplete, or `nil` if it is complete.
    ///
    /// Each reason names a parameter that Trackproof could not encode, or whose name occurs twice. The facade tracks
    /// the event without the values that could not be encoded. A test fails if its recorder gets an incomplete event.
    public var encodingError: String? {
        get { rare?.encodingError ?? parameters.problemText }
        set { setRare(user: user, delivery: delivery, encodingError: newValue) }
    }

    private mutating func setRare(user: String?, delivery: EventDelivery, encodingError: String?) {
        let isPlain = user == nil && delivery.isEverywhere && encodingError == nil
        rare = isPlain ? nil : Rare(user: user, delivery: delivery, encodingError: encodingError)
    }
}

extension Event {
    /// Returns a screen event, which says that the app showed the screen `name`.
    public static func screen(_ name: String, _ parameters: EventParameters = [:]) -> Event {
        Event(name, parameters, kind: .screen)
    }

    /// Returns a page event, which says that a website showed the page `name`.
    public static func page(_ name: String, _ parameters: EventParameters = [:]) -> Event {
        Event(name, parameters, kind: .page)
    }

    /// Returns an identify event, which says who the user is.
    ///
    /// - Parameters:
    ///   - user: The user's id, or `nil` if the event only sets traits.
    ///   - traits: The properties of the user, such as a subscription.
    public static func identify(_ user: String?, _ traits: EventParameters = [:]) -> Event {
        Event(identity: .identify, user, traits)
    }

    /// Returns a group event, which says which group the user belongs to.
    public static func group(_ group: String, _ traits: EventParameters = [:]) -> Event {
        Event(identity: .group, group, traits)
    }

    /// Returns an alias event, which says that the current user also has the id `user`.
    public static func alias(_ user: String) -> Event {
        Event(identity: .alias, user, [:])
    }

    /// A reset event, which says that the next events are those of another user.
    public static var reset: Event { Event(identity: .reset, nil, [:]) }

    private init(identity kind: EventKind, _ user: String?, _ traits: EventParameters) {
        self.init("", traits, kind: kind)
        self.user = user
    }

    /// Returns a copy of the event with another name for one provider.
    ///
    /// The facade sends the copy to `provider` under the name `name`. The names for other providers do not change.
    public func named(_ name: String, for provider: ProviderID) -> Event {
        var event = self
        event.delivery = delivery.named(name, for: provider)
        return event
    }

    /// Returns a copy of the event. The facade does not send the copy to `providers`.
    public func skipping(_ providers: ProviderID...) -> Event {
        var event = self
        event.delivery = providers.reduce(delivery) { $0.skipping($1) }
        return event
    }

    /// Returns a copy of the event. Recorders and bridges do not record the copy, but other providers receive it.
    public func unrecorded() -> Event {
        var event = self
        event.delivery = delivery.unrecorded()
        return event
    }

    /// Whether the event has no name although events of its kind need a name.
    package var needsName: Bool { name.isEmpty && !kind.isIdentity }

    /// Whether the event has a name or needs one. Otherwise, it is an identity event without a name.
    package var showsName: Bool { !name.isEmpty || !kind.isIdentity }

    /// The name for display: `name`, or the event's kind if an identity event has no name.
    public var displayName: String { showsName ? name : kind.rawValue }

    /// The kind and name, such as `track movie_tapped` or `identify`.
    package var title: String { showsName ? "\(kind.rawValue) \(name.nameForDisplay)" : kind.rawValue }
}

extension Event: Hashable {
    /// Returns whether kind, name, parameters and user are equal. The delivery and the encoding error may differ.
    public static func == (left: Event, right: Event) -> Bool {
        left.kind == right.kind && left.name.isExactly(right.name) && left.user.isExactly(right.user)
            && left.parameters == right.parameters
    }

    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(name)
        hasher.combine(user)
        hasher.combine(parameters)
    }
}

extension Event: CustomStringConvertible {
    /// The event on one line, such as `track movie_tapped {id: 67563}`.
    public var description: String {
        var words = [title]
        if let user { words.append(user.quotedForDisplay) }
        if !parameters.isEmpty { words.append(parameters.description) }
        return words.joined(separator: " ")
    }
}

extension Event: Codable {
    private enum Key: String, CodingKey { case kind, name, parameters, user }

    /// Decodes an event from an object, such as the JSON object of an event in a recording.
    ///
    /// The key `name` is required, except in an identity event. The keys `kind`, `parameters` and `user` are optional.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let kind = try container.decodeIfPresent(EventKind.self, forKey: .kind) ?? .track
        let name =
            kind.isIdentity
            ? try container.decodeIfPresent(String.self, forKey: .name) ?? ""
            : try container.decode(String.self, forKey: .name)
        self.init(name, try container.decodeIfPresent(EventParameters.self, forKey: .parameters) ?? [:], kind: kind)
        user = try container.decodeIfPresent(String.self, forKey: .user)
    }

    /// Encodes the event as an object, such as the JSON object of an event in a recording.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if kind != .track { try container.encode(kind, forKey: .kind) }
        if showsName { try container.encode(name, forKey: .name) }
        try container.encodeIfPresent(user, forKey: .user)
        if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
    }
}

/// The kind of an event. Many analytics vendors use the same kinds.
public enum EventKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Anything that happened, such as a tap, a purchase or a failure.
    case track
    /// A screen that an app showed.
    case screen
    /// The id of the user, and traits such as a subscription. The event's parameters are the traits.
    case identify
    /// The group that the user belongs to.
    case group
    /// A page that a website showed.
    case page
    /// A further id of the current user.
    case alias
    /// The end of the user's session: the next events are those of another user, for example after a logout.
    case reset

    /// Whether events of this kind are identity events, which need no name: identify, group, alias and reset.
    public var isIdentity: Bool {
        switch self {
        case .identify, .group, .alias, .reset: true
        case .track, .screen, .page: false
        }
    }

    /// Whether a tracking plan must declare the events of this kind that apps track.
    ///
    /// A plan need not declare aliases and resets, because these events have no parameters.
    public var mustBePlanned: Bool { self != .alias && self != .reset }
}
