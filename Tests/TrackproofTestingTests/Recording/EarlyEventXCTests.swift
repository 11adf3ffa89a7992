import Trackproof
import TrackproofTesting
import XCTest

/// A view model that tracks events when it is made: one at once, and one in a task.
private final class ViewModel: Sendable {
    let analytics: Analytics
    let loading: Task<Void, Never>

    init(_ analytics: Analytics, _ screen: String = "list") {
        self.analytics = analytics
        analytics.screen(screen)
        loading = Task { analytics.track(name: "loaded") }
    }

    func tap() { analytics.track(name: "tap") }
}

/// Tests of events that initializers of properties track. XCTest makes all instances before the first test.
class EarlyEventXCTests: RecordingTestCase {
    private let viewModel = ViewModel(.recording())
    private let other: ViewModel = { ViewModel(.recording(), "menu") }()

    /// The names of the screens that the properties track.
    var screens: [String] { ["list", "menu"] }

    /// Tests events that a property's initializer tracks before the test, and a task of the property while other tests
    /// run.
    func testEventsOfAPropertysInitializerCountInTheTest() async {
        await viewModel.loading.value
        await other.loading.value
        viewModel.tap()
        expectOrder("list", "menu", "tap")
        for name in screens { expectTracked(name, kind: .screen) }
        await expectTracked("loaded", times: screens.count, within: .seconds(60))
        expectTracked("tap")
        expectNothingElse()
    }

    func testEventsOfAPropertyThatTheTestDoesNotUseCount() async {
        for name in screens { expectTracked(name, kind: .screen) }
        await expectTracked("loaded", times: screens.count, within: .seconds(60))
    }
}

/// The same tests, in a subclass that adds a property.
final class EarlyEventSubclassXCTests: EarlyEventXCTests {
    private let own = makeViewModel()

    override var screens: [String] { super.screens + ["own"] }

    private static func makeViewModel() -> ViewModel { ViewModel(.recording(), "own") }
}

/// A class that calls `recordEvents()`. The facade in its property belongs to the first test that uses it.
///
/// XCTest makes the instance of this class before the instance of the next class. That instance must not get the facade.
final class EarlyEventTeamXCTests: XCTestCase {
    private let analytics: Analytics = {
        let analytics = Analytics.recording()
        analytics.screen("team")
        return analytics
    }()

    override func setUp() { recordEvents() }

    func testEventsCountInTheTestThatUsesTheFacadeFirst() {
        analytics.track(name: "tap")
        expectOrder("team", "tap")
        expectTracked("team", kind: .screen)
        expectTracked("tap")
    }
}

/// Tests that follow a class whose facades are not claimed.
final class EarlyEventTeamNeighbourXCTests: RecordingTestCase {
    private let analytics = Analytics.recording()

    func testEventsOfAnotherClassDoNotCount() {
        expectNothingElse()
        analytics.track(name: "tap")
        expectTracked("tap")
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
