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
/// The assertion compares all events that were tracked before the call, so call it at the end of the test. It waits for
/// events in the queue of a `queued()` provider. It does not wait for events that a wrapper of your own collects. If
/// the app has such a wrapper, call `flush()` of the facade before the assertion. If nothing was tracked, the provider
/// must have received nothing.
///
/// If the app renames an event for this provider, the assertion expects the new name. If the app does not send an event
/// to this provider, the assertion does not expect the event. The test fails for every other change on the way to the
/// provider, such as a suffix, an additional parameter or a lost event. Declare what the wrappers of the provider
/// change on purpose:
///
/// ```swift
/// expectDelivered(to: "firebase", kinds: [.track, .screen], ignoring: ["batch_*"], changing: { $0.name += "_v2" })
/// ```
///
/// To expect a delivery in all tests, use the trait `.recordingEvents.delivers(to:)`, or override
/// ``RecordingTestCase/deliveries``.
///
/// - Parameters:
///   - provider: The id of a provider that `recorded()` wraps.
///   - kinds: The kinds of events that the provider takes. Events of other kinds do not count.
///   - ignored: The names of parameters that may differ, such as `session_*` for parameters that a wrapper adds. `*`
///     fits any number of characters, and `?` fits one.
///   - change: What the wrappers of the provider change in each event.
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectDelivered(
    to provider: ProviderID, kinds: Set<EventKind> = Set(EventKind.allCases), ignoring ignored: [String] = [],
    changing change: @escaping @Sendable (inout Event) -> Void = { _ in }, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectDelivered(
        .to(provider, kinds: kinds, ignoring: ignored, changing: change), at: site)
}
