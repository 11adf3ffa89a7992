/// What an app tracks: a kind, a name and parameters.
///
/// Events read well as static factories, which keeps names and parameters in one place:
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
/// A type of its own for each event is the other way: see ``AnalyticsEvent``.
public struct Event: Sendable {
    /// What the event says.
    public var kind: EventKind
    /// The event's name; may be empty only where the kind is about a person or a group.
    public var name: String
    /// The parameters; of an identity event the traits.
    public var parameters: EventParameters
    // What few events have stands behind one pointer: an event is copied often.
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

    /// An event called `name`.
    @inlinable
    public init(_ name: String, _ parameters: EventParameters = EventParameters(), kind: EventKind = .track) {
        self.kind = kind
        self.name = name
        self.parameters = parameters
        rare = nil
    }
}

extension Event {
    /// Who an identity event is about: the user's or group's id, or an alias' new id.
    public var user: String? {
        get { rare?.user }
        set { setRare(user: newValue, delivery: delivery, encodingError: rare?.encodingError) }
    }

    /// Where the event goes, and under which name; takes no part in equality.
    public var delivery: EventDelivery {
        get { rare?.delivery ?? .everywhere }
        set { setRare(user: user, delivery: newValue, encodingError: rare?.encodingError) }
    }

    /// Why the event is not as the code says: which parameters could not be encoded or were given twice, and the reason.
    ///
    /// Such an event is tracked with what is left. A test whose recorder gets it fails.
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
    /// A screen was shown.
    public static func screen(_ name: String, _ parameters: EventParameters = [:]) -> Event {
        Event(name, parameters, kind: .screen)
    }

    /// A page was shown.
    public static func page(_ name: String, _ parameters: EventParameters = [:]) -> Event {
        Event(name, parameters, kind: .page)
    }

    /// Who the user is; nil where only traits are set.
    public static func identify(_ user: String?, _ traits: EventParameters = [:]) -> Event {
        Event(identity: .identify, user, traits)
    }

    /// Which group the user belongs to.
    public static func group(_ group: String, _ traits: EventParameters = [:]) -> Event {
        Event(identity: .group, group, traits)
    }

    /// The current user is also known as `user`.
    public static func alias(_ user: String) -> Event {
        Event(identity: .alias, user, [:])
    }

    private init(identity kind: EventKind, _ user: String?, _ traits: EventParameters) {
        self.init("", traits, kind: kind)
        self.user = user
    }

    /// The event with another name for one provider.
    public func named(_ name: String, for provider: ProviderID) -> Event {
        var event = self
        event.delivery = delivery.named(name, for: provider)
        return event
    }

    /// The event, withheld from some providers.
    public func skipping(_ providers: ProviderID...) -> Event {
        var event = self
        event.delivery = providers.reduce(delivery) { $0.skipping($1) }
        return event
    }

    /// The event, left out of recordings and bridges but sent to every provider.
    public func unrecorded() -> Event {
        var event = self
        event.delivery = delivery.unrecorded()
        return event
    }

    /// Whether it has no name although its kind says nothing without one.
    package var needsName: Bool { name.isEmpty && !kind.isIdentity }

    /// The name by which people know the event: its own, or its kind's where it has none.
    public var displayName: String { name.isEmpty && kind.isIdentity ? kind.rawValue : name }
}

extension Event: Hashable {
    /// Whether kind, name, parameters and user are equal; delivery takes no part.
    public static func == (left: Event, right: Event) -> Bool {
        left.kind == right.kind && left.name.isExactly(right.name) && left.user.isExactly(right.user)
            && left.parameters == right.parameters
    }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(name)
        hasher.combine(user)
        hasher.combine(parameters)
    }
}

extension Event: CustomStringConvertible {
    /// The event on one line: `track movie_tapped {id: 67563}`.
    public var description: String {
        var words = [kind.rawValue]
        if !name.isEmpty || !kind.isIdentity { words.append(name.nameForDisplay) }
        if let user { words.append(user.quotedForDisplay) }
        if !parameters.isEmpty { words.append(parameters.description) }
        return words.joined(separator: " ")
    }
}

extension Event: Codable {
    private enum Key: String, CodingKey { case kind, name, parameters, user }

    /// Reads the object of a recording's line: `name`, and where given `kind`, `parameters` and `user`.
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

    /// Writes the object of a recording's line.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if kind != .track { try container.encode(kind, forKey: .kind) }
        if !name.isEmpty || !kind.isIdentity { try container.encode(name, forKey: .name) }
        try container.encodeIfPresent(user, forKey: .user)
        if !parameters.isEmpty { try container.encode(parameters, forKey: .parameters) }
    }
}
