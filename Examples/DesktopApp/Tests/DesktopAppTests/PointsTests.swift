import DesktopDriver
import Testing

@Suite struct PointsTests {
    @Test func aPointBecomesAFavourite() throws {
        let app = try launchApp()
        try app.go(to: "points_of_interest")
        try app["point-302"].press()
        try app["details-title"].waitForText("Old Lighthouse", within: timeout)
        #expect(try app["details-summary"].text == "viewpoint, 1.2 km away")
        #expect(try app["details-status"].text == "Not among your favourites")
        try app["details-favourite"].press()
        try app["details-status"].waitForText("One of your favourites", within: timeout)
        try app["details-favourites"].press()
        try app["favourites-status"].waitForText("1 favourite", within: timeout)
        #expect(try app["favourite-302"].exists)
        #expect(try !app["favourite-301"].exists)

        // The point is still a favourite when the screen is shown again.
        try app["favourites-back"].press()
        try app["point-302"].press()
        try app["details-status"].waitForText("One of your favourites", within: timeout)
        #expect(try !app["details-favourite"].states.contains(.sensitive))
        #expect(app.output == "")
    }

    @Test func noPointIsAFavouriteAtFirst() throws {
        let app = try launchApp()
        try app.go(to: "points_of_interest")
        try app["point-301"].press()
        try app["details-favourites"].press()
        try app["favourites-status"].waitForText("None yet", within: timeout)
    }
}
