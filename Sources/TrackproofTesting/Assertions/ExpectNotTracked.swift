public import Trackproof
public import TrackproofAssertions

/// Expects that no event with this name was tracked, whatever its parameters are.
///
/// The assertion sees only events that were tracked before the call. If the event could also be tracked later, use
/// `expectTracked(…, times: 0, within: …)`, which waits.
///
/// - Parameters:
///   - name: The name of the event. For an event without a name, pass its kind as the name, such as `identify`.
///   - kind: The kind of the event, or `nil` for any kind.
///   - source: The source of the event: `.app` for an event that the app tracked, or for example
///     `.provider("firebase")` for an event that a provider received.
///   - recorder: The recorder. Defaults to the recorder of the running test.
///   - fileID: The file to which a failure is attributed. Defaults to the file of the call.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
public func expectNotTracked(
    _ name: String, kind: EventKind? = nil, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectNotTracked(name, kind: kind, source: source, at: site)
}
