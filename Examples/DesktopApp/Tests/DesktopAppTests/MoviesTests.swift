import DesktopDriver
import Testing

@Suite struct MoviesTests {
    @Test func aPosterIsTappedAndBought() throws {
        let app = try launchApp()
        try app.go(to: "movies")
        try app["movies-status"].waitForText("Choose a poster", within: timeout)
        #expect(try app["movie-67563"].name == "Daredevil")
        #expect(try !app["movies-buy"].states.contains(.sensitive))
        try app["movie-67563"].press()
        try app["movies-status"].waitForText("Daredevil", within: timeout)
        try app["movies-buy"].press()
        try app["movies-status"].waitForText("Daredevil is yours for 19.99 EUR", within: timeout)
        #expect(try !app["movies-buy"].states.contains(.sensitive))
        #expect(app.output == "")
    }

    @Test func theGridShowsAllPosters() throws {
        let app = try launchApp()
        try app.go(to: "movies")
        try app.waitForElement(id: "movie-60059", within: timeout)
        let posters = try app.tree.split(separator: "\n").filter { $0.contains("#movie-") && !$0.hasSuffix(" hidden") }
        #expect(posters.count == 8)
        try app["movies-back"].press()
        try app["menu-greeting"].waitForText("Hello, Matt", within: timeout)
    }
}
