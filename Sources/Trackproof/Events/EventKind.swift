/// What an event says: the vocabulary that analytics vendors share.
public enum EventKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Something happened: a tap, a purchase, a failure.
    case track
    /// A screen of an app was shown.
    case screen
    /// Who the user is, and what is known of them (the parameters are the traits).
    case identify
    /// Which group the user belongs to.
    case group
    /// A page of a website was shown.
    case page
    /// Two identities are the same person.
    case alias

    /// Whether the event is about a person or a group rather than named: its name may then be empty.
    public var isIdentity: Bool {
        switch self {
        case .identify, .group, .alias: true
        case .track, .screen, .page: false
        }
    }
}
