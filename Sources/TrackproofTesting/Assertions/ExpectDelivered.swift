public import Trackproof
public import TrackproofAssertions

/// Expects that a provider received exactly the tracked events, in order and unchanged.
///
/// ```swift
/// let analytics = Analytics.live(vendor: FirebaseProvider().recorded()).addTestRecorder()
/// LoginViewModel(analytics: analytics).logIn()
/// expectDelivered(to: "firebase")
/// ```
///
/// The assertion compares what is recorded when it is called. Events that were passed to a `queued()` provider before
/// count. Events that another wrapper of the app still holds back do not count, and later events do not count either.
/// So call the assertion last. If a wrapper collects events, call `flush()` of the facade before it.
///
/// The assertion takes into account what an event says about its delivery: its own name for the provider, or that it
/// skips the provider. It finds what else happens in the wrappers around `recorded()`: a suffix, an additional
/// parameter, a lost event.
///
/// - Parameters:
///   - provider: The id of a provider that has a recording around it: `recorded()`.
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectDelivered(
    to provider: ProviderID, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectDelivered(to: provider, at: site)
}
