import Trackproof
import TrackproofUITesting
import XCTest

@MainActor
final class MoviesTests: DemoTestCase {
    func testAPosterIsTappedAndBought() throws {
        let (menu, session) = try launchAndLogIn()
        session.expectEvents(
            .event("menu_item", including: ["action": "tap", "item": "movies"]),
            .screen("movies", including: ["layout": "grid", "count": 8]),
            .event("movie_tapped", including: ["id": 67563, "slug": "67563-daredevil", "index": 6]),
            .event("purchase", including: ["order_id": .uuid, "price": 19.99, "currency": "EUR"])
        ) {
            let movies = menu.openMovies()
            movies.expectStatus("Choose a poster")
            XCTAssertEqual(movies.title(ofMovie: 67563), "Daredevil")
            XCTAssertFalse(movies.canBuy)
            movies.tapPoster(67563)
            movies.expectStatus("Daredevil")
            movies.buy()
            movies.expectStatus("Daredevil is yours for 19.99 EUR")
            XCTAssertFalse(movies.canBuy)
        }
    }

    func testTheMoviesAreAScreenEachTimeAPersonComesToThem() throws {
        let (menu, session) = try launchAndLogIn()
        _ = menu.openMovies().back().openMovies().back()

        session.expectTracked("movies", including: ["count": 8], kind: .screen, times: 2)
        session.expectTracked("menu", including: [:], kind: .screen, times: 2)
        session.expectTracked("menu_item", including: ["item": "movies"], times: 2)
        session.expectNothingElse()
    }
}
