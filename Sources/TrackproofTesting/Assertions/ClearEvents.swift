public import TrackproofAssertions

/// Discards the events recorded so far. Later assertions see only events that are tracked after this call.
///
/// Call this function after steps that track events which the test does not check. You do not need this function
/// between tests, because each test has its own recorder.
///
/// - Parameters:
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func clearEvents(
    in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.clear(at: site)
}
