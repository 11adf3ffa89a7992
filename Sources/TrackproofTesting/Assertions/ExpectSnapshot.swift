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
