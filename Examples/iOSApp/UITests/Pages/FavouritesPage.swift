import XCTest

/// The page of the favourites, which are the points of interest that the person likes.
struct FavouritesPage: Page {
    let app: XCUIApplication

    func has(_ id: Int) -> Bool {
        app.descendants(matching: .any)["favourite-\(id)"].firstMatch.exists
    }

    func back() -> PointsPage {
        tap("favourites-back")
        return PointsPage(app: app)
    }

    func expectStatus(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
        expect("favourites-status", says: text, file: file, line: line)
    }
}
