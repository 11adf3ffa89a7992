import Testing
import Trackproof
import class Trackproof.Analytics
import TrackproofTesting

/// An app's own type of the same name.
private struct Event {}

@Test(.recordingEvents) func aTypeThatIsCalledLikeOneOfTheApps() {
    _ = Event()
    let analytics: Trackproof.Analytics = .recording()
    analytics.track(Trackproof.Event("tap"))
    expectTracked("tap")
}
