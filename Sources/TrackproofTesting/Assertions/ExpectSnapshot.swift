public import Foundation
public import Trackproof
public import TrackproofAssertions
@_exported public import enum TrackproofSnapshots.RecordMode

/// Expects that the recorded events match the snapshot beside the test.
///
/// ```swift
/// @Test(.recordingEvents) func theWayToAPurchase() async {
///     await viewModel.buy()
///     expectSnapshot()
/// }
/// ```
///
/// The snapshot is the file `__Snapshots__/TestFile/Suite.function.json` beside the test's source. Commit it with the
/// test. The first run writes the snapshot. The test fails in this run, because there was no snapshot to compare the
/// events with. If the events of a later run differ from the snapshot, the assertion reports the differences and writes
/// a pending file. Review and accept this file with `trackproof accept`. The assertion marks all events of the
/// snapshot's `EventSource` as checked.
///
/// If the environment variable `TRACKPROOF_SNAPSHOTS` names a folder, the snapshot is
/// `Module/TestFile/Suite.function.json` in that folder. If the variable is not set and the sources are not available
/// at run time, for example on a device, the assertion looks for the snapshot in `bundle`.
///
/// - Parameters:
///   - name: A name that distinguishes the snapshots of one test. A parameterized test must pass a name. Snapshots
///     without a name are numbered.
///   - mode: When the assertion writes the snapshot. If the mode is `nil`, the environment variable `TRACKPROOF_RECORD`
///     decides. If that variable is not set, `SNAPSHOT_TESTING_RECORD` decides. If neither variable is set, the
///     assertion writes a missing snapshot, but never under CI.
///   - bundle: A bundle that contains a copy of the folder `__Snapshots__`.
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectSnapshot(
    named name: String? = nil, record mode: RecordMode? = nil, bundle: Bundle? = nil, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectSnapshot(named: name, record: mode, bundle: bundle, at: site)
}

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
/// ``/TrackproofAssertions/ExpectedDelivery/to(_:kinds:ignoring:changing:)`` describes the parameters.
public func expectDelivered(
    to provider: ProviderID, kinds: Set<EventKind> = Set(EventKind.allCases), ignoring ignored: [String] = [],
    changing change: @escaping @Sendable (inout Event) -> Void = { _ in }, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectDelivered(
        .to(provider, kinds: kinds, ignoring: ignored, changing: change), at: site)
}
