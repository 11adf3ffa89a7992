public import Trackproof
internal import TrackproofSnapshots

/// Expects that every event recorded so far was checked by an assertion before this one.
///
/// The trait `.recordingEvents` and ``RecordingTestCase`` ask the same at the end of each test; this asks it earlier, of
/// another source, or of a recorder of one's own.
public func expectNothingElse(
    source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    guard let recorder = TestRecorder.find(recorder, at: site) else { return }
    recorder.begin(at: site)
    let log = recorder.log(of: source)
    let left = log.filter { !$0.isChecked }
    if left.isEmpty { return }
    recorder.check(all: left)
    recorder.fail(
        """
        \(left.count.counted("event")) more than expected: \(left.summary)
        \(EventTable(log: log).text)
        """, at: site)
}
