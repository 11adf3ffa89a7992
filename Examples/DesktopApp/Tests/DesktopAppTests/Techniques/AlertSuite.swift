import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// The tests of the article "UI testing analytics code in Swift", with Trackproof.
///
/// The app shows each event and its parameters in an alert. If the app tracks an event later, the test waits for the
/// alert.
@Suite struct AlertSuite {
    @Test func aFailedLoginIsTracked() throws {
        let test = try DemoUITest(bridge: .alert, exhaustively: false)
        let session = test.session
        session.expectTracked("login", including: [:], kind: .screen)
        try LoginPage(app: test.app).submit(email: "matt@example.com", password: "letmein")
        session.expectTracked("login_started", including: ["method": "email"])
        session.expectTracked("login_failed", including: ["reason": "wrong_password", "attempt": 1])
        session.finish()
    }

    @Test func aLoginAndATappedPosterAreTracked() throws {
        let test = try DemoUITest(bridge: .alert, exhaustively: false)
        let session = test.session
        try LoginPage(app: test.app).submit(email: "matt@example.com", password: "hells-kitchen")
        session.expectTracked("login_succeeded", including: ["attempt": 1])
        session.expectTracked("menu", including: [:], kind: .screen)
        let movies = try MenuPage(app: test.app).openMovies()
        session.expectTracked("movies", including: ["layout": "grid"], kind: .screen)
        try movies.tapPoster(60059, title: "Saul")
        session.expectTracked("movie_tapped", including: ["id": 60059, "slug": .anyString])
        session.finish()
    }
}
