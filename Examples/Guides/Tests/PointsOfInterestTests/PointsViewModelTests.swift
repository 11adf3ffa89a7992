import Testing
import Trackproof
import TrackproofTesting

@testable import PointsOfInterest

@Suite(.recordingEvents) @MainActor
struct PointsViewModelTests {
    private let lighthouse = Point(id: 302, category: "viewpoint")

    @Test func aVisit() {
        let viewModel = PointsViewModel(analytics: .recording()) { [lighthouse] }
        viewModel.appear()
        viewModel.select(lighthouse)
        viewModel.share(lighthouse)
        expectSnapshot()
    }

    @Test func firebaseHasItsOwnName() {
        let firebase = ClosureProvider("firebase") { _ in }
        let viewModel = PointsViewModel(analytics: .recording(firebase.recorded())) { [] }
        viewModel.select(lighthouse)
        expectTracked("select_content", ["point_id": 302, "category": "viewpoint"], source: .provider("firebase"))
        expectTracked(PointSelected(pointID: 302, category: "viewpoint"))
        expectTracked(OpenScreen(name: "poiDetails", source: "poiList"))
    }
}
