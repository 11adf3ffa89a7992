public import Trackproof

public import struct Foundation.UUID

/// The demo app without its screens: the facade, the services and the view models.
///
/// The view models track all events. A screen only shows the state of its view model and calls the methods of the view
/// model. So the events are the same for every user interface.
@MainActor
public final class DemoApp {
    /// The facade that every view model tracks through.
    public let analytics: Analytics
    /// The view model of the first screen.
    public let login: LoginViewModel
    /// The view model of the sign-up screen. A ``DemoWalk`` does not visit this screen.
    public let signUp: SignUpViewModel
    /// The view model of the menu, which is the screen after the login.
    public let menu: MenuViewModel
    /// The view model of the grid of posters.
    public let movies: MoviesViewModel
    /// The view model of the list of points of interest.
    public let pointsOfInterest: PointListViewModel
    /// The view model of the favourites.
    public let favourites: FavouritesViewModel

    /// Creates the app.
    ///
    /// - Parameters:
    ///   - regressions: The bugs that this run of the app has.
    ///   - loginService: The service that accepts or refuses a sign-in.
    ///   - signUpService: The service that creates accounts.
    ///   - makeID: The closure that generates the ids of the session and of orders.
    ///   - console: The closure that prints a line for each event, or `nil` to print nothing.
    ///   - vendor: The closure that receives events in place of a vendor's SDK.
    public init(
        regressions: DemoRegressions = .none, loginService: any LoginService = LocalLoginService(),
        signUpService: SignUpService = SignUpService(), makeID: @escaping @Sendable () -> UUID = { UUID() },
        console: (@Sendable (String) -> Void)? = nil,
        vendor: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        let analytics = Analytics()
        if let console { analytics.addProvider(ConsoleProvider(write: console)) }
        analytics.addProvider(ClosureProvider(.vendor, track: vendor))
        analytics.setDefaultParameters(.session(sessionID: makeID()))
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

    /// Tracks the launch of the app. A provider that is added later does not receive this event.
    public func launch() {
        analytics.track(Event("app_launched", ["version": "2.4.0", "is_first_launch": true]))
    }
}

extension ProviderID {
    /// The id of the provider that receives events in place of a vendor's SDK.
    public static let vendor: ProviderID = "vendor"
}
