import Trackproof
import TrackproofTesting
import XCTest

/// Tests of events that initializers of properties track. XCTest initializes all test cases before the first test.
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

    /// Tests that an event of the initializer, which runs before the test, counts in the test that uses the property.
    func testEventsOfAPropertysInitializerCountInTheTest() {
        expectEvents(.screen("list"), .event("tap")) { viewModel.tap() }
        expectNothingElse()
    }
}

/// Tests of a `setUp()` that tracks an event before it calls `recordEvents()`, as a team's base class may do.
final class EarlySetUpXCTests: XCTestCase {
    private static let shared = Analytics(providers: [CurrentTestRecorder()])

    override func setUp() {
        Self.shared.track(name: "launched")
        recordEvents()
    }

    func testEventsTrackedBeforeRecordEventsInSetUpCount() {
        expectTracked("launched")
        expectNothingElse()
    }
}
