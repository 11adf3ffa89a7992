import Foundation
import TrackproofUITesting
import XCTest

/// Tests that the events of a walk through every screen are equal to a snapshot.
///
/// The snapshot is beside this file. If the source files are missing, as on a device, the test reads the snapshot from
/// the test bundle.
@MainActor
final class FlowTests: DemoTestCase {
    func testTheWholeFlow() throws {
        let (login, session) = try launch()
        login.openSignUp().backToLogin().logInWithWrongPassword()
        login.expectStatus("Not logged in: this is not your password")
        let menu = login.submit(password: "hells-kitchen")
        menu.expectGreeting("Hello, Matt")

        let movies = menu.openMovies()
        movies.tapPoster(67563)
        movies.expectStatus("Daredevil")
        movies.buy()
        movies.expectStatus("Daredevil is yours for 19.99 EUR")

        let details = movies.back().openPoints().open(302)
        details.addToFavourites()
        details.expectStatus("One of your favourites")
        let favourites = details.openFavourites()
        favourites.expectStatus("1 favourite")

        session.expectSnapshot(bundle: Bundle(for: FlowTests.self))
    }
}
