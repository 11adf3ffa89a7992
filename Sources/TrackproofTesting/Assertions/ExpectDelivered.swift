public import Trackproof
public import TrackproofAssertions

/// Expects that a provider was given what was tracked: all of it, in order, nothing else, nothing changed.
///
/// ```swift
/// let analytics = Analytics.live(vendor: FirebaseProvider().recorded()).recorded()
/// LoginViewModel(analytics: analytics).logIn()
/// expectDelivered(to: "firebase")
/// ```
///
/// It compares what is there when it is called. What was handed to a `queued()` provider before counts. What a wrapper of
/// the app's own still holds back does not count, nor does what comes later. So call it last. If a wrapper collects events,
/// call `flush()` of the facade before it.
///
/// What an event says of itself is taken into account: its own name for the provider, and that the provider is skipped.
/// Found is what happens besides, in what is wrapped around `recorded()`: a suffix, a parameter more, an event lost.
///
/// - Parameters:
///   - provider: the id of a provider with a recording around it, `recorded()`.
///   - recorder: the recorder; that of the running test, where it is left out.
///   - fileID: the caller's; it is filled in, as the three that follow.
///   - filePath: the caller's.
///   - line: the caller's.
///   - column: the caller's.
public func expectDelivered(
    to provider: ProviderID, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectDelivered(to: provider, at: site)
}
