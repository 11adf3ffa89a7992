import Trackproof

extension Event {
    static func movieTapped(id: Int, slug: String) -> Event {
        Event("movie_tapped", ["id": id, "slug": slug])
    }
}

struct MoviesViewModel {
    let analytics: Analytics

    func appear() {
        analytics.screen("movies")
    }

    func tap(id: Int, slug: String) {
        analytics.track(.movieTapped(id: id, slug: slug))
    }
}
