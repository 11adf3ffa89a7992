import Testing
import Trackproof
import TrackproofTesting
import XCTest

/// Tests of parameters that the trait or the base class tells assertions to ignore.
@Suite(.recordingEvents(ignoring: ["session_*"])) struct IgnoredParametersTests {
    private let analytics = Analytics.recording()

    init() { analytics.setDefaultParameters(["session_id": "s-1", "session_number": 3]) }

    @Test func assertionsIgnoreThem() async {
        analytics.track(name: "a", ["n": 1])
        expectTracked("a", ["n": 1])
        expectEvents(Event("b", ["n": 2])) { analytics.track(name: "b", ["n": 2]) }
        analytics.screen("c")
        expectCount(1, of: .screen("c"))
        await expectTracked(.screen("c"), within: .seconds(1))
        expectOrder(Event("a", ["n": 1]), Event("b", ["n": 2]))
    }

    @Test func anAssertionCanStillCheckOne() {
        analytics.track(name: "a")
        expectNotTracked(.event("a", ["session_id": "s-2"]))
        expectTracked("a", ["session_id": "s-1"])
    }

    @Test func snapshotsDoNotContainThem() {
        analytics.track(name: "a", ["n": 1])
        expectSnapshot()
    }
}

final class IgnoredParametersXCTests: RecordingTestCase {
    override var ignoredParameters: [String] { ["session_*"] }

    func testAssertionsIgnoreThem() {
        let analytics = Analytics.recording()
        analytics.setDefaultParameters(["session_id": "s-1"])
        analytics.track(name: "a", ["n": 1])
        expectTracked("a", ["n": 1])
    }
}
