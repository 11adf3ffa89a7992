import DemoModels
import GtkKit

/// A screen: widgets that show the state of a view model and call its functions.
@MainActor
protocol Screen: AnyObject {
    var content: Widget { get }
    /// Handles the appearance of the screen. The navigator calls this after the screen's content is in the window.
    func appear()
    /// Handles the disappearance of the screen. The navigator calls this before it shows another screen.
    func disappear()
}

extension Screen {
    func disappear() {}
}

/// A screen that the user can go to.
enum Destination {
    case login, signUp, menu, movies, points
    case details(PointDetailsViewModel)
    case favourites
}

/// An object that shows one screen of the app in the window at a time.
///
/// Each change of the destination creates a new screen. The view models keep the state that must outlive a screen.
@MainActor
final class Navigator {
    private let window: Window
    private let app: DemoApp
    private var screen: (any Screen)?

    init(window: Window, app: DemoApp) {
        self.window = window
        self.app = app
    }

    func show(_ destination: Destination) {
        screen?.disappear()
        let next = makeScreen(destination)
        screen = next
        window.content = next.content
        next.appear()
    }

    private func makeScreen(_ destination: Destination) -> any Screen {
        switch destination {
        case .login: LoginScreen(app.login, navigator: self)
        case .signUp: SignUpScreen(app.signUp, navigator: self)
        case .menu: MenuScreen(app.menu, userName: userName, navigator: self)
        case .movies: MoviesScreen(app.movies, navigator: self)
        case .points: PointsScreen(app.pointsOfInterest, navigator: self)
        case .details(let model): PointDetailsScreen(model, navigator: self)
        case .favourites: FavouritesScreen(app.favourites, navigator: self)
        }
    }

    private var userName: String {
        if case .signedIn(let account) = app.login.state { return account.name }
        if case .signedUp(let account) = app.signUp.state { return account.name }
        return "guest"
    }
}
