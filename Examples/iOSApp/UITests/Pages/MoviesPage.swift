import XCTest

/// The page with the grid of posters.
struct MoviesPage: Page {
    let app: XCUIApplication

    var canBuy: Bool { element("movies-buy").isEnabled }

    func title(ofMovie id: Int) -> String { element("movie-\(id)").label }

    func tapPoster(_ id: Int) {
        tap("movie-\(id)")
    }

    func buy() {
        tap("movies-buy")
    }

    func back() -> MenuPage {
        tap("movies-back")
        return MenuPage(app: app)
    }

    func expectStatus(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
        expect("movies-status", says: text, file: file, line: line)
    }
}
