import Trackproof

import struct Foundation.UUID

/// The view model of the grid of posters. It also buys the selected movie.
@MainActor
public final class MoviesViewModel {
    /// The movies in the order of their posters.
    public let movies = Movie.catalogue
    /// The movie that was tapped last.
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

    /// Tracks that the screen is shown. If the screen is already shown, the method does nothing.
    public func appear() {
        // With the bug "twice", the model tracks the screen even if the screen is already shown.
        if isShown, !regressions.contains(.twice) { return }
        isShown = true
        var event = Event.movies(layout: .grid, count: movies.count)
        // With the bug "unlisted", the layout is a new value that nobody added to the tracking plan. The function that was
        // generated from the plan does not take this value.
        if regressions.contains(.unlisted) { event.parameters["layout"] = .string("carousel") }
        analytics.track(event)
        // With the bug "unplanned", the model tracks a new event that nobody added to the tracking plan.
        if regressions.contains(.unplanned), let first = movies.first { analytics.track(.posterSeen(id: first.id)) }
    }

    /// Notes that the screen is hidden, so the next call of ``appear()`` tracks the screen again.
    public func disappear() {
        isShown = false
    }

    /// Selects the movie of the poster at `index` and tracks the tap. Does nothing if there is no such poster.
    public func tapMovie(at index: Int) {
        guard movies.indices.contains(index) else { return }
        let movie = movies[index]
        selection = movie
        // With the bug "lost", the model does not track the tap.
        if regressions.contains(.lost) { return }
        analytics.track(.movieTapped(id: movie.id, slug: movie.slug, index: index))
    }

    /// Buys the selected movie with its soundtrack.
    ///
    /// - Returns: The order, or `nil` if no movie is selected.
    public func buySelection() -> Order? {
        guard let movie = selection else { return nil }
        let order = Order(
            id: makeOrderID(),
            items: [
                Order.Item(sku: "\(movie.id)-season-1", cents: 1_649, quantity: 1),
                Order.Item(sku: "\(movie.id)-soundtrack", cents: 350, quantity: 1),
            ])
        var event = Event.purchase(order)
        // With the bug "retyped", the model tracks the text of the price label instead of the number.
        if regressions.contains(.retyped) { event.parameters["price"] = .string(order.priceLabel) }
        analytics.track(event)
        return order
    }
}
