import Testing
import Trackproof
import class Trackproof.Analytics
import TrackproofTesting

/// A type of the app that has the same name as Trackproof's `Event`.
private struct Event {}

@Test(.recordingEvents) func aTypeThatIsCalledLikeOneOfTheApps() {
    _ = Event()
    let analytics: Trackproof.Analytics = .recording()
    analytics.track(Trackproof.Event("tap"))
    expectTracked("tap")
}
