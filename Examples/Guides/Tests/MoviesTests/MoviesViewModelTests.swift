import Testing
import Trackproof
import TrackproofTesting

@testable import Movies

@Suite(.recordingEvents) @MainActor
struct MoviesViewModelTests {
    let viewModel = MoviesViewModel(analytics: .recording())

    @Test func aTapIsTracked() {
        expectEvents(.screen("movies"), Event("movie_tapped", ["id": 67563, "slug": "67563-daredevil"])) {
            viewModel.appear()
            viewModel.tap(id: 67563, slug: "67563-daredevil")
        }
    }
}

extension MoviesViewModelTests {
    @Test func theWayToAMovie() {
        viewModel.appear()
        viewModel.tap(id: 67563, slug: "67563-daredevil")
        expectSnapshot()
    }
}
