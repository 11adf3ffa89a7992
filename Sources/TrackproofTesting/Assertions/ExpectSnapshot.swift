public import Foundation
public import TrackproofAssertions
@_exported public import enum TrackproofSnapshots.RecordMode
public import TrackproofAssertions

/// Expects that what the test has recorded is as in the snapshot beside it.
///
/// ```swift
/// @Test(.recordingEvents) func theWayToAPurchase() async {
///     await viewModel.buy()
///     expectSnapshot()
/// }
/// ```
///
/// The snapshot is `__Snapshots__/TestFile/Suite.function.json` beside the test's source, and is committed with it. The
/// first run records it and fails, since it proved nothing yet. A run that differs says in what, and leaves a pending
/// file that `trackproof accept` reviews. All events of the snapshot's source count as checked then.
///
/// Where the sources are not at run time, as on a device, snapshots are looked for in `bundle`, or in the folder that
/// the variable `TRACKPROOF_SNAPSHOTS` names, as `Module/TestFile/Suite.function.json`.
///
/// - Parameters:
///   - name: tells the snapshots of one test apart, and must where a test has several cases. Without it they are
///     numbered.
///   - mode: when the snapshot is written. Left out, `TRACKPROOF_RECORD` decides, then `SNAPSHOT_TESTING_RECORD`; else
///     a snapshot is recorded where there is none, and never under CI.
///   - bundle: holds a copy of the folder `__Snapshots__`.
///   - recorder: the recorder; that of the running test, where it is left out.
///   - fileID: the caller's; it is filled in, as the three that follow.
///   - filePath: the caller's.
///   - line: the caller's.
///   - column: the caller's.
public func expectSnapshot(
    named name: String? = nil, record mode: RecordMode? = nil, bundle: Bundle? = nil, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectSnapshot(named: name, record: mode, bundle: bundle, at: site)
}
