import DesktopDriver

/// The pages with the list of points of interest, with their details, and with the favourites.
struct PointsPage {
    let app: Application

    func open(_ id: Int, title: String) throws {
        try app["point-\(id)"].press()
        try app["details-title"].waitForText(title, within: timeout)
    }

    func addToFavourites() throws {
        try app["details-favourite"].press()
        try app["details-status"].waitForText("One of your favourites", within: timeout)
    }

    func showFavourites(_ status: String) throws {
        try app["details-favourites"].press()
        try app["favourites-status"].waitForText(status, within: timeout)
    }
}
