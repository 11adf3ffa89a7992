public import Foundation
public import TrackproofAssertions
@_exported public import enum TrackproofSnapshots.RecordMode
public import TrackproofAssertions

/// Expects that the recorded events match the snapshot beside the test.
///
/// ```swift
/// @Test(.recordingEvents) func theWayToAPurchase() async {
///     await viewModel.buy()
///     expectSnapshot()
/// }
/// ```
///
/// The snapshot is `__Snapshots__/TestFile/Suite.function.json` beside the test's source. Commit it with the test. The
/// first run records the snapshot and fails, because it has not proved anything yet. If a later run differs, the
/// assertion reports the differences and leaves a pending file, which `trackproof accept` reviews. It marks all events
/// of the snapshot's source as checked.
///
/// If the environment variable `TRACKPROOF_SNAPSHOTS` names a folder, the snapshot is
/// `Module/TestFile/Suite.function.json` in that folder. Otherwise, if the sources are not available at run time, as on
/// a device, the assertion looks for the snapshot in `bundle`.
///
/// - Parameters:
///   - name: A name that tells the snapshots of one test apart. It is required if the test has several cases. Snapshots
///     without a name are numbered.
///   - mode: When the snapshot is written. If it is `nil`, the environment variable `TRACKPROOF_RECORD` decides, and
///     after it `SNAPSHOT_TESTING_RECORD`. If neither is set, a snapshot is recorded if there is none, but never under
///     CI.
///   - bundle: A bundle that has a copy of the folder `__Snapshots__`.
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
