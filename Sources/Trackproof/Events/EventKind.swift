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
