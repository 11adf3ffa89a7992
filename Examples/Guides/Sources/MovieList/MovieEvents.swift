import Trackproof

extension Event {
    static func movieTapped(id: Int, slug: String, index: Int) -> Event {
        Event("movie_tapped", ["movie_id": id, "movie_slug": slug, "movie_index": index])
    }
}
