import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// The tests of the article "Testing Analytics Events", with Trackproof.
///
/// The app sends events over a socket. The tests check the name and each parameter of events of the grid of movies. A
/// comment names the corresponding functions of the article.
@Suite struct SocketSuite {
    @Test func aTappedPosterIsTracked() throws {
        let test = try DemoUITest(bridge: .tcp)
        let session = test.session
        let menu = try LoginPage(app: test.app).logIn()
        session.clearEvents()

        let movies = try session.expectEvents(
            .event("menu_item", including: ["item": "movies"]),
            .screen("movies", including: ["layout": "grid", "count": 8])
        ) { try menu.openMovies() }
        // In the article: assertName, assertPayload(key:equalsTo:).
        try movies.tapPoster(67563, title: "Daredevil")
        session.expectTracked(
            "movie_tapped", ["id": 67563, "slug": "67563-daredevil", "index": 6, "session_id": .uuid])
        session.finish()
    }

    @Test func aPurchaseIsTracked() throws {
        let test = try DemoUITest(bridge: .tcp, exhaustively: false)
        let movies = try LoginPage(app: test.app).logIn().openMovies()
        try movies.tapPoster(67563, title: "Daredevil")
        try movies.buy("Daredevil is yours for 19.99 EUR")
        test.session.expectTracked(
            "purchase",
            [
                "order_id": .uuid, "price": 19.99, "currency": "EUR", "session_id": .uuid,
                "items": .list(
                    .object(["sku": "67563-season-1", "price": 16.49, "quantity": 1]),
                    .object(["sku": "67563-soundtrack", "price": 3.5, "quantity": 1])),
            ])
        test.session.finish()
    }
}
