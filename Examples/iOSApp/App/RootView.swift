import DemoModels
import SwiftUI

/// A screen that a person can open.
enum Destination {
    case login, signUp, menu, movies, points
    case details(PointDetailsViewModel)
    case favourites
}

/// The view that shows one screen of the app at a time.
///
/// Each change of the destination creates a new screen. The view models keep the state that must outlive a screen.
struct RootView: View {
    let app: DemoApp
    @State private var destination = Destination.login

    var body: some View {
        Group {
            switch destination {
            case .login: LoginScreen(model: app.login, destination: $destination)
            case .signUp: SignUpScreen(model: app.signUp, destination: $destination)
            case .menu: MenuScreen(model: app.menu, userName: userName, destination: $destination)
            case .movies: MoviesScreen(model: app.movies, destination: $destination)
            case .points: PointsScreen(model: app.pointsOfInterest, destination: $destination)
            case .details(let model): PointDetailsScreen(model: model, destination: $destination)
            case .favourites: FavouritesScreen(model: app.favourites, destination: $destination)
            }
        }
        .onOpenURL { url in
            if let opened = LinkModel(analytics: app.analytics).open(url) { destination = opened }
        }
    }

    private var userName: String {
        if case .signedIn(let account) = app.login.state { return account.name }
        if case .signedUp(let account) = app.signUp.state { return account.name }
        return "guest"
    }
}
