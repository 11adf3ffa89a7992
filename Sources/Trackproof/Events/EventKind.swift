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

    /// Whether events of this kind are identity events, which need no name: identify, group and alias.
    public var isIdentity: Bool {
        switch self {
        case .identify, .group, .alias: true
        case .track, .screen, .page: false
        }
    }
}
