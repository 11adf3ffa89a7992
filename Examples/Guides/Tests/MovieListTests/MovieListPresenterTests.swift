import Testing
import Trackproof
import TrackproofTesting

@testable import MovieList

@Suite(.recordingEvents) @MainActor
struct MovieListPresenterTests {
    private let presenter = MovieListPresenter(
        movies: [Movie(id: 60059, slug: "60059-better-call-saul"), Movie(id: 67563, slug: "67563-daredevil")],
        analytics: .recording())

    @Test func aTapTracksTheMovieAndItsPlace() {
        expectEvents(.movieTapped(id: 67563, slug: "67563-daredevil", index: 1)) {
            presenter.didTapMovie(at: 1)
        }
    }

    @Test func theEventIsWrittenAsInTheTrackingPlan() {
        presenter.didTapMovie(at: 1)
        expectTracked("movie_tapped", ["movie_id": 67563, "movie_slug": "67563-daredevil", "movie_index": 1])
    }

    @Test(arguments: [0, 1]) func theIndexIsThatOfTheTap(index: Int) {
        presenter.didTapMovie(at: index)
        expectTracked("movie_tapped", including: ["movie_index": index, "movie_slug": .pattern("^[0-9]+-[a-z-]+$")])
    }

    @Test func theScreenIsTrackedBeforeATap() {
        presenter.viewDidAppear()
        presenter.didTapMovie(at: 0)
        expectOrder("movie_list", "movie_tapped")
        expectTracked("movie_list", kind: .screen)
        expectTracked("movie_tapped", including: [:])
    }
}
