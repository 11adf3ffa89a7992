import AppFoundation
import Testing
import Trackproof
import TrackproofTesting

// AppFoundation and Trackproof both declare these names. So the code uses the full names in the table of "Getting
// started".

private struct MovieTapped: Trackproof.AnalyticsEvent { var movieID: Int }

private struct VendorProvider: Trackproof.AnalyticsProvider {
    let id: ProviderID = "vendor"
    func track(_ event: Trackproof.Event) {}
}

@Test(.recordingEvents) func namesThatTwoModulesDeclareAreWrittenInFull() {
    let analytics: Trackproof.Analytics = .recording()
    analytics.addProvider(VendorProvider())
    analytics.track(MovieTapped(movieID: 1))
    let value: Trackproof.EventValue = .integer(1)
    let parameters: Trackproof.EventParameters = ["movie_id": value]
    let kind: Trackproof.EventKind = .track
    expectTracked(Trackproof.Event("movie_tapped", parameters, kind: kind))
}
