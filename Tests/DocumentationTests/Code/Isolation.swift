import Testing
import Trackproof
import TrackproofTesting
import XCTest

nonisolated final class ProfileXCTests: RecordingTestCase {
    @MainActor func testTheNameIsTracked() async {
        Analytics.recording().track(name: "name_changed", ["length": 5])
        expectTracked("name_changed", ["length": 5])
    }
}

@MainActor final class PrivacySettings {
    var allowsAnalytics = false
}

@MainActor struct CartModel {
    let analytics: Analytics
    let settings: PrivacySettings

    func buy() {
        if settings.allowsAnalytics { analytics.track(name: "purchase") }
    }
}

@Suite(.recordingEvents) @MainActor struct PrivacyTests {
    let settings = PrivacySettings()

    @Test func nothingIsTrackedWithoutThePermission() {
        let model = CartModel(analytics: .recording(), settings: settings)
        expectNothing(without: .permission { settings.allowsAnalytics = $0 }) { model.buy() }
    }
}
