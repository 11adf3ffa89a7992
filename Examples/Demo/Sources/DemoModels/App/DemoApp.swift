public import Trackproof

public import struct Foundation.UUID

/// The app without its screens: what it tracks through, its services and its view models.
///
/// Screens only show what the view models hold and call what they offer, so that every screen tracks alike.
@MainActor
public final class DemoApp {
    /// The facade that every view model tracks through.
    public let analytics: Analytics
    /// The first screen.
    public let login: LoginViewModel
    /// Where who has no account gets one; the walk leaves it out.
    public let signUp: SignUpViewModel
    /// Where to go from there.
    public let menu: MenuViewModel
    /// The grid of posters.
    public let movies: MoviesViewModel
    /// The list of points of interest.
    public let pointsOfInterest: PointListViewModel
    /// The points that the person likes.
    public let favourites: FavouritesViewModel

    /// Puts the app together.
    ///
    /// - Parameters:
    ///   - regressions: the bugs that this run has.
    ///   - loginService: who decides about a sign-in.
    ///   - signUpService: who makes accounts.
    ///   - makeID: where the session's and the orders' ids come from.
    ///   - console: takes a line for each event; nil prints none.
    ///   - vendor: what stands for a vendor's SDK.
    public init(
        regressions: DemoRegressions = .none, loginService: any LoginService = LocalLoginService(),
        signUpService: SignUpService = SignUpService(), makeID: @escaping @Sendable () -> UUID = { UUID() },
        console: (@Sendable (String) -> Void)? = nil,
        vendor: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        let analytics = Analytics()
        if let console { analytics.addProvider(ConsoleProvider(write: console)) }
        analytics.addProvider(ClosureProvider(.vendor, track: vendor))
        analytics.setDefaultParameters(["session_id": makeID()])
        self.analytics = analytics

        let session = Session(analytics: analytics)
        let favourites = FavouritesStore()
        login = LoginViewModel(
            service: loginService, session: session, analytics: analytics, regressions: regressions)
        signUp = SignUpViewModel(service: signUpService, session: session, analytics: analytics)
        menu = MenuViewModel(analytics: analytics)
        movies = MoviesViewModel(makeOrderID: makeID, analytics: analytics, regressions: regressions)
        pointsOfInterest = PointListViewModel(
            favourites: favourites, analytics: analytics, regressions: regressions)
        self.favourites = FavouritesViewModel(favourites: favourites, analytics: analytics)
    }

    /// The app was started. Providers that must see everything are added before.
    public func launch() {
        analytics.track(Event("app_launched", ["version": "2.4.0", "is_first_launch": true]))
    }
}

extension ProviderID {
    /// The provider that stands for a vendor's SDK.
    public static let vendor: ProviderID = "vendor"
}
