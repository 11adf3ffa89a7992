import XCTest

/// The page with the list of points of interest.
struct PointsPage: Page {
    let app: XCUIApplication

    func open(_ id: Int) -> PointDetailsPage {
        tap("point-\(id)")
        return PointDetailsPage(app: app)
    }

    func back() -> MenuPage {
        tap("points-back")
        return MenuPage(app: app)
    }
}
