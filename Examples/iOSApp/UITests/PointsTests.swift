import Trackproof
import TrackproofUITesting
import XCTest

@MainActor
final class PointsTests: DemoTestCase {
    func testAPointBecomesAFavourite() throws {
        let (menu, session) = try launchAndLogIn()
        let details = session.expectEvents(
            .event("menu_item", including: ["item": "points_of_interest"]),
            .event("open_screen", including: ["name": "poiList"]),
            .event("point_tapped", including: ["point_id": 302, "category": "viewpoint", "kilometres": 1.2]),
            .event("open_screen", including: ["name": "poiDetails", "source": "poiList"]),
            .event("favourite_added", including: ["point_id": 302, "total": 1])
        ) {
            let details = menu.openPoints().open(302)
            XCTAssertEqual(details.title, "Old Lighthouse")
            XCTAssertEqual(details.summary, "viewpoint, 1.2 km away")
            details.expectStatus("Not among your favourites")
            details.addToFavourites()
            details.expectStatus("One of your favourites")
            XCTAssertFalse(details.canBeAdded)
            return details
        }
        session.expectEvents(
            .event("open_screen", including: ["name": "favourites", "source": "poiDetails"])
        ) {
            let favourites = details.openFavourites()
            favourites.expectStatus("1 favourite")
            XCTAssertTrue(favourites.has(302))
            XCTAssertFalse(favourites.has(301))
        }
    }

    func testNothingIsAFavouriteAtFirst() throws {
        let (menu, session) = try launchAndLogIn()
        menu.openPoints().open(301).openFavourites().expectStatus("None yet")

        session.expectNotTracked("favourite_added")
        session.expectTracked("menu_item", including: ["item": "points_of_interest"])
        session.expectTracked("open_screen", including: [:], times: 3)
        session.expectTracked("point_tapped", including: ["point_id": 301])
    }
}
