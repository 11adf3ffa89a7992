public import TrackproofAssertions

/// Forgets what the test has recorded so far, so that the assertions that follow see only what comes.
///
/// It is for the way to what a test is about. Between tests there is nothing to clear: each has a recorder of its own.
///
/// - Parameters:
///   - recorder: the recorder; that of the running test, where it is left out.
///   - fileID: the caller's; it is filled in, as the three that follow.
///   - filePath: the caller's.
///   - line: the caller's.
///   - column: the caller's.
public func clearEvents(
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.clear(at: site)
}
