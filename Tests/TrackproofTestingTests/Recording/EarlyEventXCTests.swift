import Trackproof
import TrackproofTesting
import XCTest

/// XCTest makes all its test cases before it runs the first, and their properties with them.
final class EarlyEventXCTests: RecordingTestCase {
    private final class ViewModel: Sendable {
        let analytics: Analytics

        init(_ analytics: Analytics) {
            self.analytics = analytics
            analytics.screen("list")
        }

        func tap() { analytics.track(name: "tap") }
    }

    private let viewModel = ViewModel(.recording())

    /// What a property tracked as it was made counts in the test that uses it.
    func testTheFirstUseBringsWhatWasTrackedBefore() {
        expectEvents(.screen("list"), .event("tap")) { viewModel.tap() }
        expectNothingElse()
    }
}

/// A base class of a team's own may track before it asks for a recorder.
final class EarlySetUpXCTests: XCTestCase {
    private static let shared = Analytics(providers: [CurrentTestRecorder()])

    override func setUp() {
        Self.shared.track(name: "launched")
        recordEvents()
    }

    func testWhatSetUpTracksBeforeItRecordsCounts() {
        expectTracked("launched")
        expectNothingElse()
    }
}
