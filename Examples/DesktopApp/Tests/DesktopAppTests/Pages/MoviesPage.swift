import DesktopDriver

/// The page with the grid of posters.
struct MoviesPage {
    let app: Application

    func tapPoster(_ id: Int, title: String) throws {
        try app["movie-\(id)"].press()
        try app["movies-status"].waitForText(title, within: timeout)
    }

    func buy(_ confirmation: String) throws {
        try app["movies-buy"].press()
        try app["movies-status"].waitForText(confirmation, within: timeout)
    }

    func goBack() throws -> MenuPage {
        try app["movies-back"].press()
        try app.waitForElement(id: "menu-greeting", within: timeout)
        return MenuPage(app: app)
    }
}
