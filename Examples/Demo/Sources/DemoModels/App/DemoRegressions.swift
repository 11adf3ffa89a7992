/// The bugs that a run of the demo has on purpose. The set is empty for a run without bugs.
///
/// Each bug is in the view model in which it would occur in practice. The bugs change events, but not the screens.
public struct DemoRegressions: Sendable, Hashable {
    /// One bug. Its raw value is its name on the command line.
    public enum Kind: String, Sendable, CaseIterable {
        /// The app does not track `movie_tapped`.
        case lost
        /// The app tracks the screen `movies` at each call of `appear()`, even if the screen is already shown.
        case twice
        /// The app tracks `favorite_added`, with the American spelling, instead of `favourite_added`.
        case renamed
        /// The `price` of a `purchase` is the text on the screen instead of a number.
        case retyped
        /// The `reason` of `login_failed` is always `unknown`.
        case changed
        /// The app tracks `login_started` after `login_succeeded`.
        case swapped
        /// The app tracks `poster_seen`, an event that the tracking plan does not have.
        case unplanned
        /// The `layout` of the screen `movies` is `carousel`, a value that the tracking plan does not list.
        case unlisted
    }

    private let kinds: Set<Kind>

    /// Creates a set of bugs.
    public init(_ kinds: Kind...) { self.kinds = Set(kinds) }

    /// Creates a set of bugs.
    public init(_ kinds: some Sequence<Kind>) { self.kinds = Set(kinds) }

    /// The empty set, for a run without bugs.
    public static let none = DemoRegressions()

    /// The set of all bugs.
    public static let all = DemoRegressions(Kind.allCases)

    /// Returns whether this set contains the bug `kind`.
    public func contains(_ kind: Kind) -> Bool { kinds.contains(kind) }

    /// Returns the union of these bugs and `others`.
    public func union(_ others: DemoRegressions) -> DemoRegressions {
        DemoRegressions(kinds.union(others.kinds))
    }
}
