import Trackproof
import TrackproofTesting
import XCTest

/// Events of properties. XCTest creates all test cases, with their properties, before it runs the first test.
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

    /// The initializer runs before the test. Its event counts in the test that uses the property.
    func testEventsOfAPropertysInitializerCountInTheTest() {
        expectEvents(.screen("list"), .event("tap")) { viewModel.tap() }
        expectNothingElse()
    }
}

/// Events of a `setUp()` that tracks before it calls `recordEvents()`, as a team's base class may do.
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
