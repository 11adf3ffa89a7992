internal import Trackproof

internal import struct Foundation.UUID

/// The grid of posters, and the purchase of what is tapped.
@MainActor
public final class MoviesViewModel {
    /// The posters in their order.
    public let movies = Movie.catalogue
    /// The movie tapped last.
    public private(set) var selection: Movie?

    private let makeOrderID: @Sendable () -> UUID
    private let analytics: Analytics
    private let regressions: DemoRegressions
    private var isShown = false

    init(makeOrderID: @escaping @Sendable () -> UUID, analytics: Analytics, regressions: DemoRegressions) {
        self.makeOrderID = makeOrderID
        self.analytics = analytics
        self.regressions = regressions
    }

    /// The screen is shown; a view may say so more than once.
    public func appear() {
        // Regression "twice": nobody asks whether the screen is shown already.
        if isShown, !regressions.contains(.twice) { return }
        isShown = true
        analytics.track(.moviesShown(count: movies.count))
    }

    /// The screen is gone; the next ``appear()`` is another showing.
    public func disappear() {
        isShown = false
    }

    /// The person tapped the poster at `index`.
    public func tapMovie(at index: Int) {
        guard movies.indices.contains(index) else { return }
        let movie = movies[index]
        selection = movie
        // Regression "lost": the call went with the code around it.
        if regressions.contains(.lost) { return }
        analytics.track(.movieTapped(id: movie.id, slug: movie.slug, index: index))
    }

    /// Buys the selected movie with its soundtrack; nil where nothing is selected.
    public func buySelection() -> Order? {
        guard let movie = selection else { return nil }
        let order = Order(
            id: makeOrderID(),
            items: [
                Order.Item(sku: "\(movie.id)-season-1", cents: 1_649, quantity: 1),
                Order.Item(sku: "\(movie.id)-soundtrack", cents: 350, quantity: 1),
            ])
        var event = Event.purchase(order)
        // Regression "retyped": the label's text is tracked in place of the number.
        if regressions.contains(.retyped) { event.parameters["price"] = .string(order.priceLabel) }
        analytics.track(event)
        return order
    }
}
