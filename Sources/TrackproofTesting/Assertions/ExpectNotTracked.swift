public import Trackproof
public import TrackproofAssertions

/// Expects that no event of this name was tracked, whatever its parameters.
///
/// An event that comes later is not seen: ask when all has happened that could track it, or wait with
/// `expectTracked(…, times: 0, within: …)`.
///
/// - Parameters:
///   - name: the event's name; one without a name answers to its kind, `identify`.
///   - kind: what the event says; nil where any kind counts.
///   - source: where on its way the event was recorded.
///   - recorder: the recorder; that of the running test, where it is left out.
///   - fileID: the caller's; it is filled in, as the three that follow.
///   - filePath: the caller's.
///   - line: the caller's.
///   - column: the caller's.
public func expectNotTracked(
    _ name: String, kind: EventKind? = nil, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let site = CallSite(fileID, filePath, line, column)
    TestRecorder.find(recorder, at: site)?.expectNotTracked(name, kind: kind, source: source, at: site)
}
