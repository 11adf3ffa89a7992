internal import DemoModels
internal import GtkKit

/// A screen: widgets that show the state of a view model and call its functions.
@MainActor
protocol Screen: AnyObject {
    var content: Widget { get }
    /// Called after the screen's content is in the window.
    func appear()
    /// Called before another screen takes the place of this one.
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

/// A navigator that shows one screen at a time. It creates each screen anew, so state that must last is in the view
/// models.
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
