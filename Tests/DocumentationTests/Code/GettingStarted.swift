import Testing
import Trackproof
import TrackproofTesting

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

@Suite(.recordingEvents) struct MoviesViewModelTests {
    let viewModel = MoviesViewModel(analytics: .recording())

    @Test func aTapIsTracked() {
        viewModel.appear()
        viewModel.tap(id: 67563, slug: "67563-daredevil")

        expectTracked("movies", kind: .screen)
        expectTracked(.movieTapped(id: 67563, slug: "67563-daredevil"))
    }
}

final class MoviesViewModelXCTests: RecordingTestCase {
    let viewModel = MoviesViewModel(analytics: .recording())

    func testATapIsTracked() {
        viewModel.tap(id: 67563, slug: "67563-daredevil")
        expectTracked(.movieTapped(id: 67563, slug: "67563-daredevil"))
    }
}
