/// A simulated person who uses the app in the same way in each run.
///
/// The walk visits all screens except the sign-up screen, and describes what the person sees. The bugs of
/// ``DemoRegressions`` do not change this description.
@MainActor
public struct DemoWalk {
    private let app: DemoApp
    private let say: (String) -> Void

    /// Creates a walk through `app`.
    ///
    /// - Parameters:
    ///   - app: The app to walk through.
    ///   - say: The closure that receives a line of text for each step.
    public init(through app: DemoApp, say: @escaping (String) -> Void = { _ in }) {
        self.app = app
        self.say = say
    }

    /// Walks from the launch to the last screen.
    public func run() async {
        say("Opens the app")
        app.launch()
        await signIn()
        buyMovie()
        likePointOfInterest()
    }

    private func signIn() async {
        let login = app.login
        say("Sees the login screen")
        login.appear()
        for password in ["letmein", LocalLoginService.password] {
            await login.signIn(email: LocalLoginService.email, password: password)
            switch login.state {
            case .signedIn(let account): say("Signs in: welcome, \(account.name)")
            case .failed(let failure): say("Signs in with a wrong password: \(failure.message)")
            case .signedOut, .signingIn: say("Signs in: no answer")
            }
        }
        say("Sees the menu")
        app.menu.appear()
    }

    private func buyMovie() {
        let movies = app.movies
        say("Chooses movies in the menu")
        app.menu.choose(.movies)
        movies.appear()
        // The walk calls `appear()` twice on purpose, because SwiftUI can report one appearance of a view twice.
        movies.appear()
        say("Sees a grid of \(movies.movies.count) posters")
        movies.tapMovie(at: 6)
        guard let movie = movies.selection else { return say("Taps a poster: nothing there") }
        say("Taps the poster of \(movie.title)")
        guard let order = movies.buySelection() else { return say("Buys nothing") }
        say("Buys the movie for \(order.priceLabel) \(order.currency)")
    }

    private func likePointOfInterest() {
        let list = app.pointsOfInterest
        say("Chooses points of interest in the menu")
        app.menu.choose(.pointsOfInterest)
        list.appear()
        say("Sees \(list.points.count) points of interest")
        guard let details = list.tapPoint(at: 1) else { return say("Taps a point: nothing there") }
        details.appear()
        say("Opens the details of \(details.point.title)")
        details.addToFavourites()
        say("Adds the point to the favourites")
        app.favourites.appear()
        say("Sees \(app.favourites.points.count) favourite")
    }
}
