import Testing
import Trackproof
import TrackproofTesting

@testable import Movies

@Suite(.recordingEvents) @MainActor
struct MoviesViewModelTests {
    let viewModel = MoviesViewModel(analytics: .recording())

    @Test func aTapIsTracked() {
        viewModel.appear()
        viewModel.tap(id: 67563, slug: "67563-daredevil")

        expectTracked("movies", kind: .screen)
        expectTracked("movie_tapped", ["id": 67563, "slug": "67563-daredevil"])
    }
}
