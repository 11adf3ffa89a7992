import DesktopDriver
import Synchronization
import Testing
import Trackproof
import TrackproofBridgeReader

/// What the app tracks, seen from outside.
@Suite struct TrackingTests {
    @Test func aFlowIsInTheFileInOrder() throws {
        let names = Names()
        let reader = try BridgeReader(.file) { event, _ in names.add(event.event.displayName) }
        let app = try launchApp(environment: reader.environment)
        try app.logIn(password: "letmein")
        try app["login-status"].waitForText("Not logged in: this is not your password", within: patience)
        try app.go(to: "movies")
        try app["movie-67563"].press()
        try app["movies-status"].waitForText("Daredevil", within: patience)
        try app["movies-back"].press()
        try app["menu-points_of_interest"].press()
        try app["point-302"].press()
        try app["details-favourite"].press()
        try app["details-status"].waitForText("One of your favourites", within: patience)

        // An event is in the file before the app goes on, and so before the screen shows what it was about.
        app.terminate()
        let writers = reader.finish(within: patience)
        #expect(writers.map(\.lost) == [0])
        #expect(
            names.all == [
                "app_launched", "login",
                "login_started", "login_failed", "authorization",
                "login_started", "login_succeeded", "authorization", "identify",
                "menu", "menu_item", "movies", "movie_tapped",
                "menu", "menu_item", "open_screen", "point_tapped", "open_screen", "favourite_added",
            ])
    }
}

/// The names that a reader saw, in order.
private final class Names: Sendable {
    private let names = Mutex<[String]>([])

    var all: [String] { names.withLock { $0 } }

    func add(_ name: String) { names.withLock { $0.append(name) } }
}
