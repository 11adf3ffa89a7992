import XCTest

/// The page on which a person chooses movies or points of interest.
struct MenuPage: Page {
    let app: XCUIApplication

    func openMovies() -> MoviesPage {
        tap("menu-movies")
        return MoviesPage(app: app)
    }

    func openPoints() -> PointsPage {
        tap("menu-points_of_interest")
        return PointsPage(app: app)
    }

    func expectGreeting(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
        expect("menu-greeting", says: text, file: file, line: line)
    }
}
