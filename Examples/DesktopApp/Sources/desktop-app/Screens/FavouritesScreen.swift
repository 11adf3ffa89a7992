import DemoModels
import GtkKit

/// The screen with the points of interest that the user likes.
final class FavouritesScreen: Screen {
    let content: Widget
    private let model: FavouritesViewModel

    init(_ model: FavouritesViewModel, navigator: Navigator) {
        self.model = model
        let count = model.points.count
        let status = Page.label(
            count == 0 ? "None yet" : count == 1 ? "1 favourite" : "\(count) favourites",
            id: "favourites-status", style: "note")
        status.place(.start, .center)
        let list = Box(.column, spacing: 12, status)
        for point in model.points {
            let row = PointRow.make(point)
            row.setAccessibleID("favourite-\(point.id)")
            row.addStyles("card")
            list.add(row)
        }
        let back = Page.button("Points of interest", id: "favourites-back", style: "plain") { navigator.show(.points) }
        content = Page.withHeading("Favourites", back: back, list)
    }

    func appear() { model.appear() }
}
