public import Trackproof
public import TrackproofAssertions

/// Expects that earlier assertions have checked every event that was recorded so far.
///
/// The trait `.recordingEvents` and ``RecordingTestCase`` make the same check at the end of each test, for the events
/// that the app tracked. Use this assertion to check before the end, to check the events of another source, or to check
/// a recorder that the test made itself.
public func expectNothingElse(
    source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectNothingElse(source: source, at: site)
}
