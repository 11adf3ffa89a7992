import Testing
import _TrackproofTestSupport
import Trackproof
import TrackproofTesting

/// Tests of a facade that tests of two targets share. They run side by side in one process.
@Suite(.recordingEvents(of: SharedApp.analytics)) struct UITestingSideBySideTests {
    @Test(arguments: 1...20) func onlyTheTestsOwnEventsCount(number: Int) async {
        await SharedApp.tap(number, in: "UITesting")
        expectTracked("tap", ["number": .equal(number), "target": "UITesting"])
        expectTracked("tapped", ["number": .equal(number), "target": "UITesting"])
        expectNotTracked("view")
        expectCount(2)
    }
}
