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
    expectNotTracked(
        EventSelection(name, kind: kind, source: source), recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that this event was not tracked, as in `expectNotTracked(.movieTapped(id: 67563))`.
///
/// An event with other parameters may have been tracked. To allow no event with this name, pass the name, or
/// `.event("movie_tapped", including: [:])`.
public func expectNotTracked(
    _ event: Event, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expectNotTracked(
        EventSelection(.event(event), source: source), recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that this `AnalyticsEvent` was not tracked.
public func expectNotTracked(
    _ event: some AnalyticsEvent, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expectNotTracked(
        EventSelection(.event(event), source: source), recorder, CallSite(fileID, filePath, line, column))
}

/// Expects that no event that matches an expectation was tracked.
@_disfavoredOverload
public func expectNotTracked(
    _ event: EventExpectation, source: EventSource = .app, in recorder: TestRecorder? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    expectNotTracked(EventSelection(event, source: source), recorder, CallSite(fileID, filePath, line, column))
}

private func expectNotTracked(_ unwanted: EventSelection, _ recorder: TestRecorder?, _ site: CallSite) {
    TestRecorder.find(recorder, at: site)?.expectNotTracked(unwanted, at: site)
}
