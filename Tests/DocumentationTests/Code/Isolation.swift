import Trackproof
import TrackproofTesting
import XCTest

nonisolated final class ProfileXCTests: RecordingTestCase {
    @MainActor func testTheNameIsTracked() async {
        Analytics.recording().track(name: "name_changed", ["length": 5])
        expectTracked("name_changed", ["length": 5])
    }
}
