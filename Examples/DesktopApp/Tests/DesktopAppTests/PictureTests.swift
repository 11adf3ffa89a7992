import DesktopDriver
import Testing

/// A test that takes a picture of each screen. It attaches the pictures to its results, where a person can see them.
@Suite struct PictureTests {
    @Test func everyScreenHasItsPicture() throws {
        let desktop = try Desktop()
        let app = try launchApp(on: desktop)
        var last: [UInt8] = []

        func look(_ name: String, with id: String) throws {
            try app.waitForElement(id: id, within: timeout)
            last = try newPicture(of: desktop, after: last)
            Attachment.record(last, named: name + ".png")
        }

        try look("login", with: "login-email")
        try app.logIn(password: "letmein")
        try app["login-status"].waitForText("Not logged in: this is not your password", within: timeout)
        try look("login-failed", with: "login-status")
        try app["login-sign-up"].press()
        try look("sign-up", with: "sign-up-name")
        try app["sign-up-login"].press()
        try app.logIn()
        try look("menu", with: "menu-movies")
        try app["menu-movies"].press()
        try app["movie-67563"].press()
        try app["movies-status"].waitForText("Daredevil", within: timeout)
        try look("movies", with: "movies-buy")
        try app["movies-back"].press()
        try app["menu-points_of_interest"].press()
        try look("points", with: "point-302")
        try app["point-302"].press()
        try app["details-favourite"].press()
        try app["details-status"].waitForText("One of your favourites", within: timeout)
        try look("details", with: "details-title")
        try app["details-favourites"].press()
        try look("favourites", with: "favourite-302")
    }

    /// Takes screenshots until two in a row are equal and differ from `last`.
    ///
    /// The first screenshot is not enough, because a widget exists before GTK has painted it.
    private func newPicture(of desktop: Desktop, after last: [UInt8]) throws -> [UInt8] {
        let end = ContinuousClock.now + timeout
        var picture = last
        while true {
            let next = try desktop.screenshot()
            if next == picture, next != last { return next }
            try #require(.now < end, "the display did not settle on a new picture")
            picture = next
        }
    }
}
