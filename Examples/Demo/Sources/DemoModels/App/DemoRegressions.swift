/// The bugs that a run of the demo has on purpose; healthy where empty.
///
/// Each stands in the view model where such a bug would creep in, and none of them shows on a screen.
public struct DemoRegressions: Sendable, Hashable {
    /// One bug, by the name that the command line gives it.
    public enum Kind: String, Sendable, CaseIterable {
        /// `movie_tapped` is no longer tracked.
        case lost
        /// The screen `movies` is tracked each time the view says that it appears.
        case twice
        /// `favourite_added` became `favorite_added` when its type was renamed.
        case renamed
        /// The `price` of a `purchase` is the label's text.
        case retyped
        /// The `reason` of `login_failed` is always `unknown`.
        case changed
        /// `login_started` is tracked after `login_succeeded`.
        case swapped
    }

    private let kinds: Set<Kind>

    /// The given bugs.
    public init(_ kinds: Kind...) { self.kinds = Set(kinds) }

    /// The given bugs.
    public init(_ kinds: some Sequence<Kind>) { self.kinds = Set(kinds) }

    /// No bug.
    public static let none = DemoRegressions()

    /// Every bug there is.
    public static let all = DemoRegressions(Kind.allCases)

    /// Whether the run has this bug.
    public func contains(_ kind: Kind) -> Bool { kinds.contains(kind) }

    /// These bugs and the others.
    public func union(_ others: DemoRegressions) -> DemoRegressions {
        DemoRegressions(kinds.union(others.kinds))
    }
}
