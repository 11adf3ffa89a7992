import DemoModels
import GtkKit

/// The screen with the list of points of interest.
final class PointsScreen: Screen {
    let content: Widget
    private let model: PointListViewModel
    private let navigator: Navigator
    private let list = Box(.column, spacing: 12)

    init(_ model: PointListViewModel, navigator: Navigator) {
        self.model = model
        self.navigator = navigator
        let back = Page.button("Menu", id: "points-back", style: "plain") { navigator.show(.menu) }
        content = Page.withHeading("Points of interest", back: back, list)
    }

    /// Fills the list after the call of `model.appear()`, which loads the points.
    func appear() {
        model.appear()
        for (index, point) in model.points.enumerated() {
            let row = Button(PointRow.make(point)) { [weak self] in self?.open(index) }
            row.setAccessibleID("point-\(point.id)")
            row.addStyles("tile")
            list.add(row)
        }
    }

    private func open(_ index: Int) {
        guard let details = model.tapPoint(at: index) else { return }
        navigator.show(.details(details))
    }
}
