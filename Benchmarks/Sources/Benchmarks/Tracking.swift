import Foundation
import Trackproof

/// The values of the event that the benchmark tracks in different styles.
///
/// Each of the declarations below makes the event's seven parameters in a different style that an app can choose.
private struct Movie {
    var id = 67_563
    var slug = "67563-daredevil"
    var index = 6
    var rating = 4.5
    var favourite = true
    var section = "popular"
    var source = "home"
}

private struct EncodedMovieTapped: AnalyticsEvent {
    var movieID: Int
    var slug: String
    var index: Int
    var rating: Double
    var isFavourite: Bool
    var section: String
    var source: String
}

private struct ExplicitMovieTapped: AnalyticsEvent {
    let movie: Movie
    var eventName: String { "movie_tapped" }
    var eventParameters: EventParameters { explicit(movie) }
    func encode(to encoder: any Encoder) throws {}
}

@inline(never)
private func explicit(_ movie: Movie) -> EventParameters {
    EventParameters(parameters(movie))
}

@inline(never)
private func parameters(_ movie: Movie) -> [EventParameter] {
    [
        .init("movie_id", .integer(Int64(movie.id))), .init("slug", .string(movie.slug)),
        .init("index", .integer(Int64(movie.index))), .init("rating", .number(movie.rating)),
        .init("is_favourite", .bool(movie.favourite)), .init("section", .string(movie.section)),
        .init("source", .string(movie.source)),
    ]
}

/// Returns the parameters as a plain array of pairs. This is the baseline of the comparison.
@inline(never)
private func pairs(_ movie: Movie) -> [(name: String, value: EventValue)] {
    [
        ("movie_id", .integer(Int64(movie.id))), ("slug", .string(movie.slug)),
        ("index", .integer(Int64(movie.index))), ("rating", .number(movie.rating)),
        ("is_favourite", .bool(movie.favourite)), ("section", .string(movie.section)),
        ("source", .string(movie.source)),
    ]
}

@inline(never)
private func literal(_ movie: Movie) -> EventParameters {
    [
        "movie_id": movie.id, "slug": movie.slug, "index": movie.index, "rating": movie.rating,
        "is_favourite": movie.favourite, "section": movie.section, "source": movie.source,
    ]
}

/// An event as in the article "Defense Against Analytics Regressions": reflection converts its properties to strings.
private struct ReflectedMovieTapped {
    var movieID: Int? = 67_563
    var slug: String? = "67563-daredevil"
    var index: Int? = 6
    var rating: Double? = 4.5
    var isFavourite: Bool? = true
    var section: String? = "popular"
    var source: String? = "home"

    var parameters: [String: String] {
        var result: [String: String] = [:]
        for child in Mirror(reflecting: self).children {
            guard let label = child.label else { continue }
            let mirror = Mirror(reflecting: child.value)
            guard mirror.displayStyle == .optional else {
                result[label] = "\(child.value)"
                continue
            }
            if let wrapped = mirror.children.first { result[label] = "\(wrapped.value)" }
        }
        return result
    }
}

private protocol EmptyAnalytics { func log(_ movie: Movie) }
private final class NoAnalytics: EmptyAnalytics {
    @inline(never) func log(_ movie: Movie) { use(movie) }
}

enum TrackingBenchmark {
    static func run() {
        // There are many recorders with a hundred events each, as in the tests of an app. With all events in one
        // recorder, the benchmark would mainly measure how fast the system allocates memory.
        let (recordings, each) = (500, 100)
        let count = recordings * each
        let movie = Movie()
        let empty: any EmptyAnalytics = NoAnalytics()
        func contender(
            _ name: String, recorders: Int = 1, _ track: @escaping (Analytics) -> Void
        ) -> Contender {
            Contender(name, count: count) {
                for _ in 0..<recordings {
                    let analytics = Analytics(providers: (0..<recorders).map { _ in EventRecorder() })
                    for _ in 0..<each { track(analytics) }
                }
            }
        }
        Harness.compare(
            "## A tracked event of seven parameters", baseline: "array of pairs",
            [
                Contender("empty protocol call", count: count) { for _ in 0..<count { empty.log(movie) } },
                Contender("array of pairs", count: count) { for _ in 0..<count { use(pairs(movie)) } },
                Contender("EventParameters, explicit", count: count) { for _ in 0..<count { use(explicit(movie)) } },
                Contender("EventParameters, literal", count: count) { for _ in 0..<count { use(literal(movie)) } },
                contender("facade to a recorder, explicit values") { $0.track(Event("movie_tapped", explicit(movie))) },
                contender("facade to a recorder, typed event, parameters by hand") {
                    $0.track(ExplicitMovieTapped(movie: movie))
                },
                contender("facade to a recorder, generated from a plan") {
                    $0.track(
                        .movieTapped(
                            movieID: movie.id, slug: movie.slug, index: movie.index, rating: movie.rating,
                            isFavourite: movie.favourite, section: movie.section, source: movie.source))
                },
                contender("facade to a recorder, literal") { $0.track(Event("movie_tapped", literal(movie))) },
                contender("facade to a recorder, typed event, no code") {
                    $0.track(
                        EncodedMovieTapped(
                            movieID: movie.id, slug: movie.slug, index: movie.index, rating: movie.rating,
                            isFavourite: movie.favourite, section: movie.section, source: movie.source))
                },
                contender("facade to three recorders, explicit values", recorders: 3) {
                    $0.track(Event("movie_tapped", explicit(movie)))
                },
                contender("facade to three recorders, literal", recorders: 3) {
                    $0.track(Event("movie_tapped", literal(movie)))
                },
                Contender("reflection with string conversion, as published, no facade", count: count / 10) {
                    for _ in 0..<count / 10 { use(ReflectedMovieTapped().parameters) }
                },
            ])
    }
}
