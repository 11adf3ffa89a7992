import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// The tests of the article "Automation of testing product analytics in mobile applications", with Trackproof.
///
/// The app sends events over the pasteboard. The tests use page objects, and can clear earlier events. Comments name
/// the corresponding functions of the article.
@Suite struct PasteboardSuite {
    @Test func authorizationIsTracked() throws {
        let test = try DemoUITest(bridge: .pasteboard, exhaustively: false)
        let (session, login) = (test.session, LoginPage(app: test.app))
        // In the article: assertContains(name:count:), assertContains(_:_:count:).
        session.expectTracked("login", including: [:], kind: .screen, times: 1)
        try login.failToLogIn()
        session.expectTracked("authorization", including: ["success": false], times: 1)
        // In the article: clearMetrics(), assertCount.
        session.clearEvents()
        session.expectCount(0)
        _ = try login.logIn()
        session.expectTracked("authorization", including: ["success": true], times: 1)
        session.expectTracked("menu", including: [:], kind: .screen)
        session.finish()
    }

    @Test func chosenMenuItemsAreTracked() throws {
        let test = try DemoUITest(bridge: .pasteboard, exhaustively: false)
        let session = test.session
        var menu = try LoginPage(app: test.app).logIn()
        session.clearEvents()
        menu = try menu.openMovies().goBack()
        _ = try menu.openPoints()
        session.expectCount(2, of: "menu_item")
        session.expectTracked("menu_item", including: ["action": "tap", "item": "movies"])
        session.expectTracked("menu_item", including: ["action": "tap", "item": "points_of_interest"])
        session.expectNotTracked("authorization")
        session.finish()
    }
}
