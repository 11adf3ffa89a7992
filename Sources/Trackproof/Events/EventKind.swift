/// The kind of an event, in the vocabulary that analytics vendors share.
public enum EventKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Something happened: a tap, a purchase, a failure.
    case track
    /// A screen of an app was shown.
    case screen
    /// Who the user is, and what is known about them. The parameters are the traits.
    case identify
    /// Which group the user belongs to.
    case group
    /// A page of a website was shown.
    case page
    /// Two identities are the same person.
    case alias

    /// Whether the event is about a person or a group, so that its name may be empty.
    public var isIdentity: Bool {
        switch self {
        case .identify, .group, .alias: true
        case .track, .screen, .page: false
        }
    }
}
