internal import DemoModels
internal import GtkKit

/// A screen: widgets that show what a view model holds and call what it offers.
@MainActor
protocol Screen: AnyObject {
    var content: Widget { get }
    /// It is in the window.
    func appear()
    /// Another screen takes its place.
    func disappear()
}

extension Screen {
    func disappear() {}
}

/// Where a person can go.
enum Destination {
    case login, signUp, menu, movies, points
    case details(PointDetailsViewModel)
    case favourites
}

/// Shows one screen at a time, each time a new one: what must last is in the view models.
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
        return "stranger"
    }
}
