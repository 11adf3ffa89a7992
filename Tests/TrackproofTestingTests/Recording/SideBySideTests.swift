import Testing
import _TrackproofTestSupport
import Trackproof
import TrackproofTesting

/// Tests of a facade that tests of three targets share. They run side by side in one process.
@Suite(.recordingEvents(of: SharedApp.analytics)) struct TestingSideBySideTests {
    @Test(arguments: 1...20) func onlyTheTestsOwnEventsCount(number: Int) async {
        await SharedApp.tap(number, in: "Testing")
        expectTracked("tap", ["number": .equal(number), "target": "Testing"])
        expectTracked("tapped", ["number": .equal(number), "target": "Testing"])
        expectNotTracked("view")
        expectCount(2)
    }
}

/// Tests with facades of their own, at the same time.
@Suite(.recordingEvents) struct TestingOwnFacadeSideBySideTests {
    private let analytics = Analytics.recording()

    @Test(arguments: 1...20) func theSharedFacadeDoesNotMatter(number: Int) async {
        analytics.track(name: "tap", ["number": number])
        await onThread { [analytics] in analytics.track(name: "tapped") }
        expectTracked("tap", ["number": .equal(number)])
        expectTracked("tapped")
        expectNothingElse()
    }
}
