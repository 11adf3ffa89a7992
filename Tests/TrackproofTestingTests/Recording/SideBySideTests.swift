import Testing
import _TrackproofTestSupport
import Trackproof
import TrackproofTesting

/// Tests of a facade that tests of two targets share. They run side by side in one process.
@Suite(.recordingEvents(of: SharedApp.analytics)) struct TestingSideBySideTests {
    @Test(arguments: 1...20) func onlyTheTestsOwnEventsCount(number: Int) async {
        await SharedApp.tap(number, in: "Testing")
        expectTracked("tap", ["number": .equal(number), "target": "Testing"])
        expectTracked("tapped", ["number": .equal(number), "target": "Testing"])
        expectNotTracked("view")
        expectCount(2)
    }
}
