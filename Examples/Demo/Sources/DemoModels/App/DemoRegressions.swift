/// The bugs that a run of the demo has on purpose. A healthy run has an empty set.
///
/// Each bug is in the view model in which it would occur in practice. The bugs change events, but not the screens.
public struct DemoRegressions: Sendable, Hashable {
    /// One bug, with its name on the command line.
    public enum Kind: String, Sendable, CaseIterable {
        /// The app does not track `movie_tapped`.
        case lost
        /// The screen `movies` is tracked each time the view reports that it appears.
        case twice
        /// The app tracks `favorite_added`, with the American spelling, instead of `favourite_added`.
        case renamed
        /// The `price` of a `purchase` is the text on the screen instead of a number.
        case retyped
        /// The `reason` of `login_failed` is always `unknown`.
        case changed
        /// `login_started` is tracked after `login_succeeded`.
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

    /// The set without a bug.
    public static let none = DemoRegressions()

    /// The set of all bugs.
    public static let all = DemoRegressions(Kind.allCases)

    /// Returns whether the run has a bug.
    public func contains(_ kind: Kind) -> Bool { kinds.contains(kind) }

    /// Returns the union of these bugs and `others`.
    public func union(_ others: DemoRegressions) -> DemoRegressions {
        DemoRegressions(kinds.union(others.kinds))
    }
}
