/// The kind of an event, in the vocabulary that analytics vendors share.
public enum EventKind: String, Sendable, Hashable, Codable, CaseIterable {
    /// Anything that happened, such as a tap, a purchase or a failure.
    case track
    /// A screen that an app showed.
    case screen
    /// The user's identity, and what is known about the user. The parameters are the traits.
    case identify
    /// The group that the user belongs to.
    case group
    /// A page that a website showed.
    case page
    /// A second identity of the same person.
    case alias

    /// Whether the event is about a person or a group, so that its name may be empty.
    public var isIdentity: Bool {
        switch self {
        case .identify, .group, .alias: true
        case .track, .screen, .page: false
        }
    }
}
