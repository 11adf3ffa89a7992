import DesktopDriver

/// The list of points of interest, their details, and the favourites.
struct PointsPage {
    let app: Application

    func open(_ id: Int, title: String) throws {
        try app["point-\(id)"].press()
        try app["details-title"].waitForText(title, within: patience)
    }

    func addToFavourites() throws {
        try app["details-favourite"].press()
        try app["details-status"].waitForText("One of your favourites", within: patience)
    }

    func showFavourites(_ status: String) throws {
        try app["details-favourites"].press()
        try app["favourites-status"].waitForText(status, within: patience)
    }
}
