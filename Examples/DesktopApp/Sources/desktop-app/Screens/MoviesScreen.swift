import DemoModels
import GtkKit

/// The screen with the grid of posters. The user can tap a poster and then buy the movie.
final class MoviesScreen: Screen {
    let content: Widget
    private let model: MoviesViewModel
    private let status = Page.label("Choose a poster", id: "movies-status", style: "subtitle")
    private lazy var buy = Page.button("Buy", id: "movies-buy", style: "main") { [weak self] in self?.buySelection() }

    init(_ model: MoviesViewModel, navigator: Navigator) {
        self.model = model
        let grid = Grid(columns: 4, spacing: 16)
        let bar = Box(.row, spacing: 16, status)
        let back = Page.button("Menu", id: "movies-back", style: "plain") { navigator.show(.menu) }
        content = Page.withHeading("Movies", back: back, Box(.column, spacing: 16, grid, bar))

        for index in model.movies.indices { grid.add(poster(at: index)) }
        grid.place(.center, .start)
        buy.isEnabled = false
        bar.add(buy)
        bar.place(.center, .center)
    }

    func appear() { model.appear() }
    func disappear() { model.disappear() }

    private func poster(at index: Int) -> Button {
        let movie = model.movies[index]
        let title = Label(movie.title)
        title.place(.start, .end)
        let poster = Button(title) { [weak self] in self?.tap(index) }
        poster.setAccessibleID("movie-\(movie.id)")
        poster.addStyles("poster", "poster-\(index % Look.posters.count)")
        poster.setMinimumSize(width: 165, height: 180)
        return poster
    }

    private func tap(_ index: Int) {
        model.tapMovie(at: index)
        guard let movie = model.selection else { return }
        status.text = movie.title
        buy.isEnabled = true
    }

    private func buySelection() {
        guard let movie = model.selection, let order = model.buySelection() else { return }
        status.text = "\(movie.title) is yours for \(order.priceLabel) \(order.currency)"
        buy.isEnabled = false
    }
}
