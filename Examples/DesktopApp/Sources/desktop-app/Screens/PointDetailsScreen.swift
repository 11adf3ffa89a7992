import DemoModels
import GtkKit

/// The screen with the details of a point of interest, which the user can add to the favourites.
final class PointDetailsScreen: Screen {
    let content: Widget
    private let model: PointDetailsViewModel
    private let status = Page.label(id: "details-status", style: "note")
    private let actions = Box(.row, spacing: 12)
    private lazy var add = Page.button("Add to favourites", id: "details-favourite", style: "main") { [weak self] in
        self?.addToFavourites()
    }

    init(_ model: PointDetailsViewModel, navigator: Navigator) {
        self.model = model
        let title = Page.label(model.point.title, id: "details-title", style: "title")
        let summary = Page.label(model.point.summary, id: "details-summary", style: "note")
        let card = Box(.column, spacing: 18, title, summary, status, actions)
        card.addStyles("card")
        card.place(.fill, .start)
        let back = Page.button("Points of interest", id: "details-back", style: "plain") { navigator.show(.points) }
        content = Page.withHeading("Details", back: back, card)
        actions.add(add)
        actions.add(
            Page.button("Show favourites", id: "details-favourites", style: "plain") { navigator.show(.favourites) })
        actions.place(.center, .center)
        showState()
    }

    func appear() { model.appear() }

    private func addToFavourites() {
        model.addToFavourites()
        showState()
    }

    private func showState() {
        status.text = model.isFavourite ? "One of your favourites" : "Not among your favourites"
        add.isEnabled = !model.isFavourite
    }
}
