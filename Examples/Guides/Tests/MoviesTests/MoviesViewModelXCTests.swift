import Trackproof
import TrackproofTesting
import XCTest

@testable import Movies

final class MoviesViewModelXCTests: RecordingTestCase {
    func testATapIsTracked() {
        let viewModel = MoviesViewModel(analytics: .recording())
        expectEvents(.movieTapped(id: 67563, slug: "67563-daredevil")) {
            viewModel.tap(id: 67563, slug: "67563-daredevil")
        }
    }
}
