import XCTest

/// The page with the details of a point of interest.
struct PointDetailsPage: Page {
    let app: XCUIApplication

    var title: String { element("details-title").label }
    var summary: String { element("details-summary").label }
    var canBeAdded: Bool { element("details-favourite").isEnabled }

    func addToFavourites() {
        tap("details-favourite")
    }

    func openFavourites() -> FavouritesPage {
        tap("details-favourites")
        return FavouritesPage(app: app)
    }

    func back() -> PointsPage {
        tap("details-back")
        return PointsPage(app: app)
    }

    func expectStatus(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
        expect("details-status", says: text, file: file, line: line)
    }
}
