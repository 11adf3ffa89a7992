import DesktopDriver

/// The page on which a person chooses movies or points of interest.
struct MenuPage {
    let app: Application

    func openMovies() throws -> MoviesPage {
        try app["menu-movies"].press()
        try app.waitForElement(id: "movies-status", within: timeout)
        return MoviesPage(app: app)
    }

    func openPoints() throws -> PointsPage {
        try app["menu-points_of_interest"].press()
        try app.waitForElement(id: "points-back", within: timeout)
        return PointsPage(app: app)
    }
}
