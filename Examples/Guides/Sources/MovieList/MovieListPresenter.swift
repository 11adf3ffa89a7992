import Trackproof

struct Movie {
    var id: Int
    var slug: String
}

@MainActor
final class MovieListPresenter {
    private let movies: [Movie]
    private let analytics: Analytics

    init(movies: [Movie], analytics: Analytics) {
        self.movies = movies
        self.analytics = analytics
    }

    func viewDidAppear() {
        analytics.screen("movie_list")
    }

    func didTapMovie(at index: Int) {
        let movie = movies[index]
        analytics.track(.movieTapped(id: movie.id, slug: movie.slug, index: index))
    }
}
