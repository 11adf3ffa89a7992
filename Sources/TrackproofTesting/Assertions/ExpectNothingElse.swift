public import Trackproof
public import TrackproofAssertions

/// Expects that every event recorded so far was checked by an assertion before this one.
///
/// The trait `.recordingEvents` and ``RecordingTestCase`` ask the same at the end of each test; this asks it earlier, of
/// another source, or of a recorder of one's own.
public func expectNothingElse(
    source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectNothingElse(source: source, at: site)
}
