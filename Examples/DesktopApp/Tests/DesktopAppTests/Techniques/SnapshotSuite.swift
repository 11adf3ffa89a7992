import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// The test of the article "Defense Against Analytics Regressions", with Trackproof.
///
/// The test compares the events of a flow with a snapshot in `__Snapshots__`. The app sends its events over a file.
@Suite struct SnapshotSuite {
    @Test func pointsOfInterest() throws {
        let test = try DemoUITest(bridge: .file)
        let points = try LoginPage(app: test.app).logIn().openPoints()
        try points.open(302, title: "Old Lighthouse")
        try points.addToFavourites()
        try points.showFavourites("1 favourite")
        test.session.expectTracked("open_screen", including: ["name": "favourites"])
        test.session.expectSnapshot()
        test.session.finish()
    }
}
